import type { Page } from 'playwright-core'
import type { BulkRun } from '@shared/bulk-runs'
import { pages } from '@shared/pages'
import { busyOverview } from './overview-answers'
import { answer, failing, inTurn, press, statesOf, submitEmpty, type Shot } from './shot'

const as = 'admin'
/** Higher than any panel. */
const all = 2_600
const none = '?search=zeppelin'

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

const personShots = statesOf(
  { path: pages.adminUsers, as, height: all },
  {
    'admin-users-open': { height: 900, act: openPerson('Amelia') },
    'admin-person': openPerson('Amelia'),
    'admin-person-email': {
      path: `${pages.adminUsers}?emailChange=waiting`,
      act: openPerson('Yusuf'),
    },
    'admin-person-long-name': openPerson('Wolfe'),
    'admin-person-stop': inTurn(openPerson('Noor'), press('Record a STOP')),
    'admin-person-stopped': openPerson('Hannah'),
    'admin-person-set-aside': inTurn(
      openPerson('Noor'),
      press('Set Aside'),
      (page) => page.getByRole('button', { name: 'Set Aside' }).click(),
      (page) => page.getByText(/^Set aside until/).waitFor(),
    ),
    'admin-person-set-aside-form': inTurn(openPerson('Linh'), press('Set Aside')),
    // Wider, a picture of the whole page ends it: the panel beside the list is made anew.
    'admin-person-write': {
      widths: [360, 768],
      act: inTurn(openPerson('Linh'), press(/^Email /), (page) =>
        page
          .getByRole('dialog', { name: /^Email / })
          .getByLabel('Message')
          .fill('Hi {{firstName}},\n\nYour report is cut off.'),
      ),
    },
    'admin-person-reject': {
      height: 900,
      act: inTurn(openPerson('Noor'), (page) =>
        page.getByRole('button', { name: 'Reject Noor Haddad' }).last().click(),
      ),
    },
    'admin-person-ask': {
      height: 900,
      act: inTurn(openPerson('Noor'), (page) =>
        page.getByRole('button', { name: 'Ask Noor Haddad' }).last().click(),
      ),
    },
    'admin-person-asked': {
      path: `${pages.adminUsers}?status=asked`,
      act: openPerson('Kenji'),
    },
    'admin-person-referred': openReferred,
    'admin-person-set-referrer': inTurn(
      openReferred,
      press('Change Referrer'),
      press('Set Referrer'),
    ),
  },
)

const listShots = statesOf(
  { path: pages.adminUsers, as },
  {
    'admin-users-email-changes': { path: `${pages.adminUsers}?emailChange=waiting` },
    'admin-users-referrers': { path: `${pages.adminUsers}?kind=referrer` },
    'admin-users-set-aside': { path: `${pages.adminUsers}?status=snoozed` },
    'admin-users-asked': { path: `${pages.adminUsers}?status=asked` },
    'admin-users-failed': failing('/api/admin/users**'),
    'admin-users-none': { path: pages.adminUsers + none },
    'admin-reports-none': { path: pages.adminReports + none },
    'admin-credentials-none': { path: pages.adminCredentials + none },
    'admin-messages-none': { path: pages.adminMessages + none },
    'admin-audit-none': { path: pages.adminAudit + none },
    'admin-reports-quarantine': { path: `${pages.adminReports}?quarantine=any` },
    'admin-referral-list': { path: `${pages.adminMessages}?tab=referrals` },
    'admin-outbox': { path: `${pages.adminEmail}?tab=outbox` },
    'admin-outbox-open': {
      path: `${pages.adminEmail}?tab=outbox`,
      act: (page) => page.locator('main tbody button').first().click(),
    },
    'admin-account': { path: pages.account },
    'admin-not-found': { path: '/admin/no-such-page' },
    'admin-keys': (page) => page.keyboard.press('?'),
    'admin-palette': {
      path: pages.admin,
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.keyboard.type('amel')
        await page.getByRole('option').first().waitFor()
      },
    },
    'admin-overview-busy': { path: pages.admin, answers: busyOverview },
    'admin-menu-open': { path: pages.admin, widths: [360, 768], act: press('Open menu') },
  },
)

const bulkShots = statesOf(
  { path: pages.adminUsers, as },
  {
    'admin-users-selected': selectTwo,
    'admin-users-reject-many': inTurn(selectTwo, press('Reject…')),
    'admin-users-email-many': inTurn(selectTwo, press('Write Email…')),
    'admin-users-run': inTurn(showRun({ state: 'running' }), (page) =>
      page.getByText(/of 5,000/).waitFor(),
    ),
    'admin-users-run-stopped': inTurn(showRun({ state: 'stopped' }), (page) =>
      page.getByText(/^Stopped/).waitFor(),
    ),
  },
)

const openedShots = statesOf(
  { path: pages.adminMessages, as, act: openFirstRow },
  {
    'admin-report-open': { path: pages.adminReports, act: inTurn(openFirstRow, seeDocument) },
    'admin-login-open': { path: pages.adminCredentials },
    'admin-message-open': {},
    'admin-message-reply': inTurn(openFirstRow, press('Reply by Email')),
    'admin-referral-open': { path: `${pages.adminMessages}?tab=referrals` },
    'admin-email-errors': { path: pages.adminEmail, act: submitEmpty },
    'admin-templates': { path: `${pages.adminEmail}?tab=templates`, act: press(/^Edit /) },
    'admin-settings-errors': { path: pages.adminSettings, act: submitEmpty },
  },
)

/** What the administrator sees, apart from the pages. */
export const adminShots: readonly Shot[] = [
  ...personShots,
  ...listShots,
  ...bulkShots,
  ...openedShots,
]

function showRun(rest: Pick<BulkRun, 'state'>) {
  return inTurn(answer('/api/admin/bulk-runs?**', 200, [{ ...runUnderWay, ...rest }]), (page) =>
    page.reload(),
  )
}

async function selectTwo(page: Page): Promise<void> {
  for (const name of ['Select Noor Haddad', 'Select Linh Tran'])
    await page.getByRole('checkbox', { name }).check()
}

async function seeDocument(page: Page): Promise<void> {
  await page.getByText('Versions', { exact: true }).waitFor()
  await page.locator('[data-preview-loading]').waitFor({ state: 'detached' })
}

/** The first button of the first row is what names it. */
async function openFirstRow(page: Page): Promise<void> {
  await page.locator('tbody').getByRole('button').first().click()
  await page.getByRole('button', { name: 'Close', exact: true }).waitFor()
}

function openPerson(firstName: string) {
  return async (page: Page) => {
    await page.locator('tbody').getByRole('button', { name: firstName }).first().click()
    await seeDocument(page)
  }
}

async function openReferred(page: Page): Promise<void> {
  await openPerson('Tomás')(page)
  await page.getByRole('heading', { name: 'Referrals', level: 3 }).waitFor()
}
