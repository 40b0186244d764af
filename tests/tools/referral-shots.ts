import type { Page } from 'playwright-core'
import { pages } from '@shared/pages'
import { busyDesk, funnel, owingDesk, tierDesk } from './desk-answers'
import { payouts } from './payout-answers'
import { press, type Shot } from './shot'

const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()

/** What partners and those who only refer see of the referral program. */
const deskShots: Shot[] = [
  { name: 'referral-sent', path: pages.referralProgram, as: 'visitor', act: sendReferral },
  { name: 'referral-logged-in', path: pages.referralProgram, as: 'referrer' },
  {
    name: 'referral-claim',
    path: `${pages.referralProgram}#token=${'t'.repeat(43)}`,
    as: 'visitor',
  },
  {
    name: 'referral-get-link-errors',
    path: pages.referralProgram,
    as: 'visitor',
    act: press('Get Your Link'),
  },
  { name: 'dashboard-desk', path: pages.dashboard, as: 'approved', answers: busyDesk },
  { name: 'dashboard-desk-tiers', path: pages.dashboard, as: 'partner', answers: tierDesk },
  { name: 'dashboard-desk-owing', path: pages.dashboard, as: 'rejected', answers: owingDesk },
  {
    name: 'dashboard-replace-link',
    path: pages.dashboard,
    as: 'referrer',
    act: press('Replace This Link'),
  },
  {
    name: 'dashboard-payment-errors',
    path: pages.dashboard,
    as: 'secured',
    answers: tierDesk,
    act: async (page) => {
      await openTab('Bank transfer (ACH)')(page)
      await press('Save Payment Settings')(page)
    },
  },
  {
    name: 'dashboard-payment-change',
    path: pages.dashboard,
    as: 'approved',
    answers: busyDesk,
    act: press('Change Payment Settings'),
  },
  { name: 'dashboard-referrer', path: pages.dashboard, as: 'referrer' },
  { name: 'onboarding-referrer', path: pages.onboarding, as: 'referrer' },
  {
    name: 'onboarding-referrer-login',
    path: pages.onboarding,
    as: 'referrer',
    act: openTab('Share Login Details'),
  },
]

/** What the administrator sees of it. */
const programShots: Shot[] = [
  { name: 'admin-users-referrers', path: `${pages.adminUsers}?kind=referrer`, as: 'admin' },
  {
    name: 'admin-referrals-by-referrer',
    path: `${pages.adminReferrals}?tab=referrers`,
    as: 'admin',
  },
  {
    name: 'admin-referrals-adjust',
    path: `${pages.adminReferrals}?tab=referrers`,
    as: 'admin',
    act: press(/^Adjust the balance/),
  },
  {
    name: 'admin-referrals-funnel',
    path: `${pages.adminReferrals}?tab=funnel`,
    as: 'admin',
    answers: funnel,
  },
  {
    name: 'admin-referrals-held',
    path: `${pages.adminReferrals}?status=held`,
    as: 'admin',
    act: async (page) => {
      await page.locator('tbody').getByRole('button').first().click()
      await press('Release')(page)
    },
  },
  {
    name: 'admin-person-referred',
    path: pages.adminUsers,
    as: 'admin',
    height: 2_600,
    act: openReferred,
  },
  {
    name: 'admin-person-set-referrer',
    path: pages.adminUsers,
    as: 'admin',
    height: 2_600,
    act: async (page) => {
      await openReferred(page)
      await press('Change Referrer')(page)
      await press('Set Referrer')(page)
    },
  },
  { name: 'admin-payouts-draft', path: pages.adminPayouts, as: 'admin', answers: payouts },
  {
    name: 'admin-payouts-approved',
    path: `${pages.adminPayouts}?open=1`,
    as: 'admin',
    answers: payouts,
  },
  {
    name: 'admin-payouts-paid',
    path: `${pages.adminPayouts}?open=1`,
    as: 'admin',
    answers: payouts,
    act: press(/^Mark all as paid by bank/),
  },
  {
    name: 'admin-payouts-policy',
    path: `${pages.adminPayouts}?tab=policy`,
    as: 'admin',
    answers: payouts,
  },
  {
    name: 'admin-payouts-settings',
    path: `${pages.adminPayouts}?tab=settings`,
    as: 'admin',
    answers: payouts,
  },
]

export const referralShots: readonly Shot[] = [...deskShots, ...programShots]

async function sendReferral(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Refer Someone' })
  await form.getByLabel('Your name').fill('Jo Kim')
  await form.getByLabel('Your email').fill('jo.kim@partner.example')
  await form.getByLabel('Your phone').fill('(555) 010-1234')
  await form.getByLabel('Referral name').fill('Elise Fournier')
  await form.getByLabel('Referral email').fill('elise@friend.example')
  await form.getByLabel('Referral phone').fill('(555) 010-4477')
  await form.getByRole('button', { name: 'Submit Referral' }).click()
  await page.getByRole('heading', { name: 'Referral received' }).waitFor()
}

async function openReferred(page: Page): Promise<void> {
  await page.locator('tbody').getByRole('button', { name: 'Tomás' }).first().click()
  await page.locator('[data-preview-loading]').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Referrals', level: 3 }).waitFor()
}
