import type { Page } from 'playwright-core'
import { pages } from '@shared/pages'
import { funnel } from '@tests/support/samples/desk-answers'
import { payouts } from './payout-answers'
import { answer, inTurn, press, statesOf, type Shot } from './shot'

const as = 'admin'
const approvedRun = `${pages.adminPayouts}?open=1`
const policy = `${pages.adminPayouts}?tab=policy`

const openHeld = (page: Page) => page.locator('tbody').getByRole('button').first().click()
const askAgain = answer('/api/admin/**', 403, {
  message: 'Confirm it’s you.',
  code: 'reauthentication-required',
})

const referralShots = statesOf(
  { path: pages.adminReferrals, as },
  {
    'admin-referrals-found': { path: `${pages.adminReferrals}?search=amelia` },
    'admin-referrals-none': { path: `${pages.adminReferrals}?search=zeppelin` },
    'admin-referrals-by-referrer': { path: `${pages.adminReferrals}?tab=referrers` },
    'admin-referrals-adjust': {
      path: `${pages.adminReferrals}?tab=referrers`,
      act: inTurn(press(/^Adjust the balance/), press('Adjust Balance')),
    },
    'admin-referrals-funnel': { path: `${pages.adminReferrals}?tab=funnel`, answers: funnel },
    'admin-referrals-held': {
      path: `${pages.adminReferrals}?status=held`,
      act: inTurn(openHeld, press('Release')),
    },
    'admin-referrals-void': {
      path: `${pages.adminReferrals}?status=held`,
      act: inTurn(openHeld, press('Void'), press('Void the Reward')),
    },
  },
)

const payoutShots = statesOf(
  { path: pages.adminPayouts, as, answers: payouts },
  {
    'admin-payouts-draft': {},
    'admin-payouts-approved': { path: approvedRun },
    'admin-payouts-paid': { path: approvedRun, act: press(/^Mark all as paid by bank/) },
    'admin-payouts-failed': { path: approvedRun, act: press(/^Failed: payout to/) },
    'admin-payouts-password': {
      path: approvedRun,
      act: inTurn(askAgain, press(/^Download CSV for bank/)),
    },
    'admin-payouts-policy': { path: policy },
    'admin-payouts-policy-errors': {
      path: policy,
      act: async (page) => {
        await page.getByLabel('Bronze ($)').fill('many')
        await press('Set Policy')(page)
      },
    },
    'admin-payouts-settings': { path: `${pages.adminPayouts}?tab=settings` },
  },
)

/** What the administrator sees of the referral program. */
export const programShots: readonly Shot[] = [...referralShots, ...payoutShots]
