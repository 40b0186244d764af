import type { Page } from 'playwright-core'
import type { BulkRun } from '@shared/bulk-runs'
import { pages } from '@shared/pages'
import { answer, press, type Shot } from './shot'

/** Higher than any panel. */
const all = 2_600

/** What the administrator sees, beside the pages themselves. */
export const adminShots: readonly Shot[] = [
  { name: 'admin-users-open', path: pages.adminUsers, as: 'admin', act: openPerson('Amelia') },
  {
    name: 'admin-person',
    path: pages.adminUsers,
    as: 'admin',
    height: all,
    act: openPerson('Amelia'),
  },
  {
    name: 'admin-person-email',
    path: `${pages.adminUsers}?emailChange=waiting`,
    as: 'admin',
    height: all,
    act: openPerson('Yusuf'),
  },
  {
    name: 'admin-person-long-name',
    path: pages.adminUsers,
    as: 'admin',
    height: all,
    act: openPerson('Wolfe'),
  },
  {
    name: 'admin-person-stop',
    path: pages.adminUsers,
    as: 'admin',
    height: all,
    act: async (page) => {
      await openPerson('Noor')(page)
      await press('Record a STOP')(page)
    },
  },
  {
    name: 'admin-person-reject',
    path: pages.adminUsers,
    as: 'admin',
    act: async (page) => {
      await openPerson('Noor')(page)
      await page.getByRole('button', { name: 'Reject Noor Haddad' }).last().click()
    },
  },
  {
    name: 'admin-users-email-changes',
    path: `${pages.adminUsers}?emailChange=waiting`,
    as: 'admin',
  },
  { name: 'admin-users-none', path: `${pages.adminUsers}?search=zeppelin`, as: 'admin' },
  {
    name: 'admin-users-selected',
    path: pages.adminUsers,
    as: 'admin',
    act: async (page) => {
      for (const name of ['Select Noor Haddad', 'Select Linh Tran'])
        await page.getByRole('checkbox', { name }).check()
    },
  },
  {
    name: 'admin-users-run',
    path: pages.adminUsers,
    as: 'admin',
    act: async (page) => {
      await answer(page, '/api/admin/bulk-runs?**', 200, [runUnderWay])
      await page.reload()
      await page.getByText(/of 5,000/).waitFor()
    },
  },
  {
    name: 'admin-users-email-many',
    path: pages.adminUsers,
    as: 'admin',
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select Noor Haddad' }).check()
      await press('Write Email…')(page)
    },
  },
  {
    name: 'admin-palette',
    path: pages.admin,
    as: 'admin',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('amel')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'admin-keys',
    path: pages.adminUsers,
    as: 'admin',
    act: (page) => page.keyboard.press('?'),
  },
  {
    name: 'admin-report-open',
    path: pages.adminReports,
    as: 'admin',
    act: async (page) => {
      await openFirstRow(page)
      await page.locator('[data-preview-loading]').waitFor({ state: 'detached' })
    },
  },
  { name: 'admin-reports-quarantine', path: `${pages.adminReports}?quarantine=any`, as: 'admin' },
  { name: 'admin-login-open', path: pages.adminCredentials, as: 'admin', act: openFirstRow },
  { name: 'admin-message-open', path: pages.adminMessages, as: 'admin', act: openFirstRow },
  { name: 'admin-referral-open', path: `${pages.adminMessages}?tab=referrals`, as: 'admin' },
  { name: 'admin-outbox', path: `${pages.adminEmail}?tab=outbox`, as: 'admin' },
  { name: 'admin-account', path: pages.account, as: 'admin' },
]

const runUnderWay = {
  id: 1,
  of: 'users',
  action: 'reject',
  state: 'running',
  total: 5_000,
  done: 1_204,
  skipped: 3,
  failed: 1,
  startedAt: '2026-11-20T09:41:00.000Z',
  finishedAt: null,
} satisfies BulkRun

/** The first button of the first row is what names it. */
async function openFirstRow(page: Page): Promise<void> {
  await page.locator('tbody').getByRole('button').first().click()
  await page.getByRole('button', { name: 'Close', exact: true }).waitFor()
}

function openPerson(firstName: string) {
  return async (page: Page) => {
    await page.locator('tbody').getByRole('button', { name: firstName }).first().click()
    await page.locator('[data-preview-loading]').waitFor({ state: 'detached' })
  }
}
