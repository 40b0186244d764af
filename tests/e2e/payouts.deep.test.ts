import type { APIRequestContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, setUpAdmin } from '@tests/support/client/admin-window'
import { answerBrowser, rowWith, saveFile, seeToast } from '@tests/support/client/journey-steps'
import {
  fullName,
  logInAsAdmin,
  newApplicant,
  ownPicture,
  readOwnLink,
  signUp,
  type Applicant,
} from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { testAdmin } from '@tests/support/portal/portal-process'
import { runAs } from '@tests/support/portal/postgres'
import { startSharedPortal } from '@tests/support/portal/shared-portal'

// Everyone who is owed something is in a run, and time is moved.
const portal = await startSharedPortal({ TRUST_PROXY: 'loopback' })
const baseURL = portal.origin
const openVisitor = setUpVisitors()
const openAdmin = setUpAdmin(openVisitor, { ...desk, baseURL })

const account = {
  method: 'ach',
  routingNumber: '021000021',
  accountType: 'checking',
}

/** As if all that is in the ledger, the runs, and the payment settings, were a month older. */
const waitOneMonth = () =>
  runAs(
    portal.env['DATABASE_URL'] ?? '',
    `alter table ledger_transactions disable trigger user;
      update ledger_transactions set at = at - interval '1 month', month = month - interval '1 month';
      alter table ledger_transactions enable trigger user;
      update payout_runs set period = 'of an earlier month, ' || id;
      update payment_settings set changed_at = changed_at - interval '1 month'`,
  )

async function openOffice(): Promise<APIRequestContext> {
  const office = await openSession(baseURL)
  await logInAsAdmin(office)
  return office
}

async function decide(office: APIRequestContext, id: number, status: string): Promise<void> {
  const answer = await office.patch(`/api/admin/users/${id}/status`, { data: { status } })
  expect(answer.status()).toBe(200)
}

// A program that only looks at a link is no visitor.
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** Opens the link in a browser that knows nothing yet, and signs up. Returns the account's id. */
async function signUpByLink(link: string, friend: Applicant): Promise<number> {
  const session = await openSession(baseURL)
  const opened = await session.get(link, { headers: { 'User-Agent': browser } })
  expect(opened.status()).toBe(200)
  await signUp(session, friend, ownPicture(friend))
  return (await (await session.get('/api/user')).json()).id
}

/** Someone paid by ACH, who is owed for a friend they referred. */
async function openEarner(office: APIRequestContext, firstName: string) {
  const referrer = newApplicant({ firstName })
  const { page, context } = await openVisitor({ baseURL })
  await signUp(context.request, referrer, ownPicture(referrer))
  const accountNumber = referrer.phoneNumber.replace(/\D/g, '')
  const settings = { ...account, accountNumber, currentPassword: referrer.password }
  const saved = await context.request.put('/api/payment-settings', { data: settings })
  expect(saved.status()).toBe(200)
  const link = await readOwnLink(context.request)
  const friend = newApplicant({ firstName: 'Noor', lastName: 'Hassan' })
  const friendId = await signUpByLink(link, friend)
  await decide(office, friendId, 'approved')
  return { name: fullName(referrer), accountNumber, page, friendId }
}

/** What the dashboard says of someone's money, once it is there. */
async function seeAmounts(page: Page, amounts: Record<string, string>): Promise<void> {
  const terms = page.getByRole('region', { name: 'Your Earnings' }).locator('dt')
  for (const [name, amount] of Object.entries(amounts)) {
    const value = terms.filter({ hasText: name }).locator('+ dd')
    await expect.poll(() => value.textContent(), { message: name }).toBe(amount)
  }
}

async function readStatement(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: /^CSV statement for / })
  const { bytes } = await saveFile(page, () => link.first().click())
  return bytes.toString()
}

async function prepareRun(admin: Page) {
  await waitOneMonth()
  await admin.reload()
  await admin.getByRole('button', { name: 'Prepare Run Now' }).click()
  await seeToast(admin, 'Payout run prepared')
  const ready = admin.getByRole('region', { name: 'Ready' }).getByRole('row')
  return (name: string) => ready.filter({ hasText: name })
}

test('approved referrals are paid; what fails is in the next run, and an approval taken back is owed back', async () => {
  const office = await openOffice()
  const paid = await openEarner(office, 'Ada')
  const failed = await openEarner(office, 'Bo')
  await paid.page.goto('/dashboard')
  await rowWith(paid.page, 'Noor H.', 'Approved', '$500.00').waitFor()
  await seeAmounts(paid.page, { Balance: '$500.00', Paid: '$0.00' })

  const { page: admin, allow } = await openAdmin('/admin/payouts')
  // Until the password was asked for again.
  allow(/status of 403/)
  const lineOf = await prepareRun(admin)
  for (const { name, accountNumber } of [paid, failed])
    await lineOf(name)
      .getByText(`••${accountNumber.slice(-4)}`)
      .waitFor()
  const question = await answerBrowser(admin, 'accept', () =>
    admin.getByRole('button', { name: 'Approve Run' }).click(),
  )
  expect(question).toContain('2 payouts, $1,000.00 in all')
  await admin.getByRole('dialog', { name: 'Confirm It’s You' }).waitFor()
  await admin.getByLabel('Your password').fill(testAdmin.password)
  await admin.getByRole('button', { name: 'Continue' }).click()
  await seeToast(admin, 'Payout run approved')

  const file = await saveFile(admin, () =>
    admin.getByRole('button', { name: 'Download CSV for bank transfer (ACH)' }).click(),
  )
  expect(file.name).toMatch(/^payouts-\d{4}-\d\d-ach\.csv$/)
  const { routingNumber, accountType } = account
  const payee = paid.name.toUpperCase()
  const line = [payee, routingNumber, paid.accountNumber, accountType, '500.00', 'payout-']
  expect(file.bytes.toString()).toContain(line.join(','))
  await admin.getByRole('button', { name: `Paid: payout to ${paid.name}` }).click()
  await admin.getByLabel('Reference').fill('BANK-77')
  await admin.getByRole('button', { name: 'Mark as Paid', exact: true }).click()
  await seeToast(admin, 'Marked as paid')
  await rowWith(admin, paid.name, 'Reference BANK-77').waitFor()
  await admin.getByRole('button', { name: `Failed: payout to ${failed.name}` }).click()
  await admin.getByLabel('Why did it fail?').fill('The account is closed')
  await admin.getByRole('button', { name: 'Mark as Failed', exact: true }).click()
  await seeToast(admin, 'Marked as failed', 'The amount is back in the balance.')
  await rowWith(admin, failed.name, 'The account is closed').waitFor()
  await admin.getByText('Every payout in this run was paid or went back to the balance.').waitFor()

  await paid.page.reload()
  await seeAmounts(paid.page, { Balance: '$0.00', Paid: '$500.00' })
  await paid.page.getByText('Earned $0.00, paid $500.00, balance $0.00').waitFor()
  expect(await readStatement(paid.page)).toMatch(
    /,Payout,,"by bank transfer \(ACH\), .*, reference BANK-77",-500\r\n/,
  )
  await failed.page.goto('/dashboard')
  await seeAmounts(failed.page, { Balance: '$500.00', Paid: '$0.00' })
  expect(await readStatement(failed.page)).toMatch(
    /,Payout,,[^\r]*,-500\r\n.*,Payout returned,,[^\r]*,500\r\n/,
  )

  const nextLineOf = await prepareRun(admin)
  await nextLineOf(failed.name).getByText('$500.00').waitFor()
  expect(await nextLineOf(paid.name).count()).toBe(0)

  await decide(office, paid.friendId, 'rejected')
  await paid.page.reload()
  await seeAmounts(paid.page, { Balance: '-$500.00', Paid: '$500.00' })
  await paid.page.getByText('You’ve been paid $500.00 more than you’ve earned.').waitFor()
})

test('somebody who refers themself earns nothing until the administrator says who that was', async () => {
  const ada = newApplicant({ firstName: 'Ada' })
  const { page, context } = await openVisitor({ baseURL })
  await signUp(context.request, ada, ownPicture(ada))
  const link = await readOwnLink(context.request)
  const herself = newApplicant({ firstName: 'Adele', email: ada.email.replace('@', '+again@') })
  const sister = newApplicant({ firstName: 'Grace', phoneNumber: ada.phoneNumber })
  const office = await openOffice()
  for (const friend of [herself, sister])
    await decide(office, await signUpByLink(link, friend), 'approved')

  await page.goto('/dashboard')
  const sameEmail = 'Your accounts use the same email.'
  const samePhone = 'Your accounts have the same phone number.'
  await rowWith(page, 'Adele D.', `On hold${sameEmail} We’re looking at it.`, '$0.00').waitFor()
  await rowWith(page, 'Grace D.', `On hold${samePhone} We’re looking at it.`, '$0.00').waitFor()

  const { page: admin } = await openAdmin('/admin/referrals?status=held')
  async function settle(person: Applicant, reason: string, words: Record<string, string>) {
    await admin.getByRole('button', { name: fullName(person) }).click()
    const panel = admin.getByRole('dialog', { name: fullName(person) })
    await panel.getByText(reason).waitFor()
    await panel.getByRole('button', { name: words['choose'], exact: true }).click()
    await panel.getByRole('textbox').fill(words['note'] ?? '')
    await panel.getByRole('button', { name: words['confirm'] }).click()
    await seeToast(admin, words['done'] ?? '')
    // The toast, then the panel.
    await admin.keyboard.press('Escape')
    await admin.locator('[data-toasts] li').waitFor({ state: 'detached' })
    await admin.keyboard.press('Escape')
  }
  await settle(herself, 'Same mailbox as the referrer', {
    choose: 'Void',
    note: 'The same person',
    confirm: 'Void the Reward',
    done: 'Reward voided',
  })
  await settle(sister, 'Same phone as the referrer', {
    choose: 'Release',
    note: 'Sisters, one household',
    confirm: 'Release the Reward',
    done: 'Hold released',
  })
  await admin.getByText('No referrals match').waitFor()

  await page.reload()
  await rowWith(page, 'Adele D.', `No reward${sameEmail}`, '$0.00').waitFor()
  await rowWith(page, 'Grace D.', 'Approved', '$500.00').waitFor()
  const { rewards } = await (await context.request.get('/api/referral-desk')).json()
  expect(rewards).toMatchObject({ earnedCents: 50_000, payableCents: 50_000, heldCents: 0 })
})
