import type { Page } from 'playwright-core'
import { pages } from '@shared/pages'
import { adminShots } from './admin-shots'
import { referralShots } from './referral-shots'
import { answer, press, type Shot } from './shot'

const submitEmpty = (page: Page) => page.locator('form button[type="submit"]').first().click()

/** A link from a mail; what it leads to is not asked for before the button is pressed. */
const withToken = (path: string) => `${path}#token=${'t'.repeat(43)}`

/** Every page by its own path. */
const plainShots = Object.entries(pages).map(([name, path]): Shot => {
  if (path === pages.dashboard || path === pages.account) return { name, path, as: 'partner' }
  return { name, path, as: path.startsWith(pages.admin) ? 'admin' : 'visitor' }
})

/** States of pages that take more than going there: for whoever has no account. */
const visitorShots: Shot[] = [
  { name: 'not-found', path: '/no-such-page', as: 'visitor' },
  {
    name: 'home-menu-open',
    path: pages.home,
    as: 'visitor',
    widths: [360],
    act: press('Open menu'),
  },
  { name: 'blog-article', path: `${pages.blog}?article=3`, as: 'visitor' },
  { name: 'blog-nothing-found', path: `${pages.blog}?search=zeppelin`, as: 'visitor' },
  {
    name: 'support-faq-open',
    path: pages.support,
    as: 'visitor',
    act: (page) => page.locator('button[aria-controls^="faq-"]').first().click(),
  },
  { name: 'support-errors', path: pages.support, as: 'visitor', act: submitEmpty },
  { name: 'referral-errors', path: pages.referralProgram, as: 'visitor', act: submitEmpty },
  { name: 'onboarding-errors', path: pages.onboarding, as: 'visitor', act: showApplicationErrors },
  { name: 'login-errors', path: pages.login, as: 'visitor', act: submitEmpty },
  { name: 'admin-login', path: pages.admin, as: 'visitor' },
  { name: 'reset-password-link', path: withToken(pages.resetPassword), as: 'visitor' },
  { name: 'email-change-link', path: withToken(pages.confirmEmail), as: 'visitor' },
  {
    name: 'email-change-refused',
    path: withToken(pages.confirmEmail),
    as: 'visitor',
    act: press('Confirm This Email'),
  },
  {
    name: 'email-change-done',
    path: withToken(pages.confirmEmail),
    as: 'visitor',
    act: async (page) => {
      await answer(page, '/api/email-change/confirm', 200, { message: 'Done' })
      await press('Confirm This Email')(page)
    },
  },
  { name: 'email-stop-link', path: withToken(pages.stopEmailChange), as: 'visitor' },
]

/** For partners. */
const partnerShots: Shot[] = [
  { name: 'dashboard-new', path: pages.dashboard, as: 'newcomer' },
  { name: 'dashboard-approved', path: pages.dashboard, as: 'approved' },
  { name: 'dashboard-rejected', path: pages.dashboard, as: 'rejected' },
  { name: 'dashboard-closing', path: pages.dashboard, as: 'closing' },
  { name: 'dashboard-shared-login', path: pages.dashboard, as: 'sharing' },
  { name: 'dashboard-long-name', path: pages.dashboard, as: 'longNamed' },
  { name: 'account-email-link', path: pages.account, as: 'moving' },
  { name: 'account-email-administrator', path: pages.account, as: 'wishing' },
  { name: 'account-two-step', path: pages.account, as: 'secured' },
  { name: 'account-long-name', path: pages.account, as: 'longNamed' },
  {
    name: 'account-errors',
    path: pages.account,
    as: 'partner',
    act: async (page) => {
      await press('Change Email')(page)
      await press('Save Details')(page)
    },
  },
  {
    name: 'account-closing',
    path: pages.account,
    as: 'partner',
    act: async (page) => {
      await press('Close My Account')(page)
      await press('Get My Data')(page)
    },
  },
  {
    name: 'account-password-dialog',
    path: pages.account,
    as: 'admin',
    act: async (page) => {
      const refusal = { message: 'Confirm it’s you.', code: 'reauthentication-required' }
      await answer(page, '/api/sessions**', 403, refusal)
      await press(/^(End |Log Out on All)/)(page)
    },
  },
]

export const shots: readonly Shot[] = [
  ...plainShots,
  ...visitorShots,
  ...partnerShots,
  ...adminShots,
  ...referralShots,
]

async function showApplicationErrors(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Share Login Details' }).click()
  await page.getByLabel('Service URL').fill('not an address')
  await page.getByRole('button', { name: 'Submit Application' }).click()
}
