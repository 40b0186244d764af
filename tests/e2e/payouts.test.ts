import type { APIRequestContext, Page } from 'playwright-core'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import {
  fullName,
  logInAsAdmin,
  newApplicant,
  ownReport,
  readOwnLink,
  signUp,
} from '@tests/support/client/people'
import { answerBrowser, rowWith, saveFile, seeToast } from '@tests/support/client/journey-steps'
import { setUpVisitors } from '@tests/support/client/visitor'
import { readyTotal } from '@tests/support/portal/payouts'
import { testAdmin } from '@tests/support/portal/portal-process'
import { startSharedPortal } from '@tests/support/portal/shared-portal'

const openVisitor = setUpVisitors()

// Everyone who is owed something is in a run, and time is moved.
const portal = await startSharedPortal()

const account = {
  method: 'ach',
  routingNumber: '021000021',
  accountNumber: '000918273645',
  accountType: 'checking',
}

/** As if all that is in the ledger, the runs, and the payment settings, were a month older. */
async function waitOneMonth(): Promise<void> {
  const client = new Client({ connectionString: portal.env['DATABASE_URL'] })
  await client.connect()
  try {
    await client.query(`alter table ledger_transactions disable trigger user;
      update ledger_transactions set at = at - interval '1 month', month = month - interval '1 month';
      alter table ledger_transactions enable trigger user;
      update payout_runs set period = 'of an earlier month, ' || id;
      update payment_settings set changed_at = changed_at - interval '1 month'`)
  } finally {
    await client.end()
  }
}

async function decide(admin: APIRequestContext, userId: number, status: string): Promise<void> {
  const answer = await admin.patch(`/api/admin/users/${userId}/status`, { data: { status } })
  expect(answer.status()).toBe(200)
}

/** What the desk says of someone's money, once it is there. */
const expectAmounts = (page: Page, amounts: Record<string, string>) =>
  expect
    .poll(async () => {
      const terms = page.getByRole('region', { name: 'Your Earnings' }).locator('dt')
      const read = Object.keys(amounts).map(async (name) => {
        const value = terms.filter({ hasText: name }).locator('+ dd')
        return [name, await value.textContent({ timeout: 5_000 }).catch(() => null)]
      })
      return Object.fromEntries(await Promise.all(read))
    })
    .toEqual(amounts)

/** Someone paid by ACH, who is owed for a friend whom they have brought. */
async function openEarner(office: APIRequestContext, firstName: string) {
  const referrer = newApplicant({ firstName })
  const { page: desk, context } = await openVisitor({ baseURL: portal.origin })
  await signUp(context.request, referrer, ownReport(referrer))
  const settings = { ...account, currentPassword: referrer.password }
  const saved = await context.request.put('/api/payment-settings', { data: settings })
  expect(saved.status()).toBe(200)

  const friend = newApplicant({ firstName: 'Noor', lastName: 'Hassan' })
  const { page: visit, context: visiting } = await openVisitor({ baseURL: portal.origin })
  await visit.goto(await readOwnLink(context.request))
  await signUp(visiting.request, friend, ownReport(friend))
  const { id: friendId } = await (await visiting.request.get('/api/user')).json()
  await decide(office, friendId, 'approved')
  return { name: fullName(referrer), desk, friendId }
}

async function saveStatement(desk: Page): Promise<string> {
  const link = desk.getByRole('link', { name: /^Download the statement for .* as CSV$/ })
  const { bytes } = await saveFile(desk, () => link.first().click())
  return bytes.toString()
}

test('an approved referral is paid, and what was paid is owed back once the approval is taken back', async () => {
  const { page: admin, context: office, allow } = await openVisitor({ baseURL: portal.origin })
  // Until the password was asked for again.
  allow(/status of 403|Confirm it’s you first/)
  await logInAsAdmin(office.request)
  const { name, desk, friendId } = await openEarner(office.request, 'Ada')
  await desk.goto('/dashboard')
  await rowWith(desk, 'Noor H.', 'Approved', '$500.00').waitFor()
  await expectAmounts(desk, { 'Owed to you': '$500.00', Paid: '$0.00' })

  await waitOneMonth()
  await admin.goto('/admin/payouts')
  await admin.getByRole('button', { name: 'Prepare Run Now' }).click()
  await seeToast(admin, 'Payout run prepared')
  const ready = admin.getByRole('region', { name: 'Ready' })
  await ready.getByRole('row').filter({ hasText: name }).getByText('••3645').waitFor()
  const question = await answerBrowser(admin, 'accept', () =>
    admin.getByRole('button', { name: 'Approve Run' }).click(),
  )
  expect(question).toContain('$500.00 in all')
  await admin.getByRole('dialog', { name: 'Confirm It’s You' }).waitFor()
  await admin.getByLabel('Your password').fill(testAdmin.password)
  await admin.getByRole('button', { name: 'Continue' }).click()
  await seeToast(admin, 'Payout run approved')

  const file = await saveFile(admin, () =>
    admin.getByRole('button', { name: 'Download CSV for bank transfer (ACH)' }).click(),
  )
  expect(file.name).toMatch(/^payouts-\d{4}-\d\d-ach\.csv$/)
  const { routingNumber, accountNumber, accountType } = account
  const line = [name, routingNumber, accountNumber, accountType, '500.00'].join(',')
  expect(file.bytes.toString()).toContain(line)
  await admin.getByRole('button', { name: `Mark the payout to ${name} as paid` }).click()
  const dialog = admin.getByRole('dialog', { name: 'Mark as Paid' })
  await dialog.getByLabel('Reference').fill('BANK-77')
  await dialog.getByRole('button', { name: 'Mark as Paid' }).click()
  await seeToast(admin, 'Marked as paid')
  await rowWith(admin, name, 'Reference BANK-77').waitFor()

  await desk.reload()
  await expectAmounts(desk, { 'Owed to you': '$0.00', Paid: '$500.00' })
  await desk.getByText('Earned $0.00, paid $500.00, balance $0.00').waitFor()
  expect(await saveStatement(desk)).toMatch(
    /,Payout,,"by bank transfer \(ACH\), .*, reference BANK-77",-500\r\n/,
  )

  await decide(office.request, friendId, 'rejected')
  await desk.reload()
  await expectAmounts(desk, { 'Owed to you': '-$500.00', Paid: '$500.00' })
  await desk.getByText('You were paid for an approval that was later reversed.').waitFor()
  await desk.getByText('Earned -$500.00, paid $500.00, balance -$500.00').waitFor()
})

test('a payout that fails is owed again, stands on the statement, and is in the next run', async () => {
  const { page: admin, context: office } = await openVisitor({ baseURL: portal.origin })
  await logInAsAdmin(office.request)
  const returned = await openEarner(office.request, 'Bo')
  const { name: paid } = await openEarner(office.request, 'Cy')
  await waitOneMonth()
  const post = async (path: string, data: object = {}) => {
    const answer = await office.request.post(path, { data })
    expect(answer.ok()).toBe(true)
    return answer.json()
  }
  const runs = '/api/admin/payout-runs'
  await post('/api/reauthenticate', { password: testAdmin.password })
  const { id } = await post(runs)
  const draft = await (await office.request.get(`${runs}/${id}`)).json()
  await post(`${runs}/${id}/approve`, readyTotal(draft))

  await admin.goto('/admin/payouts')
  await admin.getByRole('button', { name: `Mark the payout to ${paid} as paid` }).click()
  await admin.getByLabel('Reference').fill('BANK-78')
  await admin.getByRole('button', { name: 'Mark as Paid', exact: true }).click()
  await seeToast(admin, 'Marked as paid')
  await admin.getByRole('button', { name: `Mark the payout to ${returned.name} as failed` }).click()
  await admin.getByLabel('Why did it fail?').fill('The account is closed')
  await admin.getByRole('button', { name: 'Mark as Failed', exact: true }).click()
  await seeToast(admin, 'Marked as failed', 'The amount is back in the balance.')
  const failed = admin.getByRole('region', { name: 'Failed' })
  await failed
    .getByRole('row')
    .filter({ hasText: returned.name })
    .getByText('The account is closed')
    .waitFor()
  await admin.getByText('Every payout in this run was paid or went back to the balance.').waitFor()

  const { desk } = returned
  await desk.goto('/dashboard')
  await expectAmounts(desk, { 'Owed to you': '$500.00', Paid: '$0.00' })
  expect(await saveStatement(desk)).toMatch(
    /,Payout,,[^\r]*,-500\r\n.*,Payout returned,,[^\r]*,500\r\n/,
  )

  await waitOneMonth()
  await admin.reload()
  await admin.getByRole('button', { name: 'Prepare Run Now' }).click()
  await seeToast(admin, 'Payout run prepared')
  const ready = admin.getByRole('region', { name: 'Ready' })
  await ready.getByRole('row').filter({ hasText: returned.name }).getByText('$500.00').waitFor()
  expect(await ready.getByRole('row').filter({ hasText: paid }).count()).toBe(0)
})
