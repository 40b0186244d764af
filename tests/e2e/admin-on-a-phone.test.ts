import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { nameMaxLength } from '@shared/accounts'
import {
  fullName,
  logInAsAdmin,
  newApplicant,
  shareLogin,
  signUp,
} from '@tests/support/client/people'
import {
  answerBrowser,
  chooseFile,
  rowWith,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import { samples } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

async function openAdmin(path: string) {
  const visitor = await openVisitor(phone)
  await logInAsAdmin(visitor.context.request)
  await visitor.page.goto(path)
  return visitor
}

const expectToFit = async (page: Page) =>
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBeLessThanOrEqual(0)

test('on a phone, the administrator reviews and deletes a person with a very long name', async () => {
  const long = 'Adlercreutz'.repeat(14).slice(0, nameMaxLength)
  const person = newApplicant({ firstName: long })
  const name = fullName(person)
  await signUp(await openSession(), person)
  const { page } = await openAdmin('/admin')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true }).tap()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  await page.getByRole('navigation').waitFor({ state: 'hidden' })
  await page.getByLabel('Search by name, email, or phone').fill(person.email)
  await page.getByText('1 user', { exact: true }).waitFor()

  const card = rowWith(page, name)
  for (const label of ['Email', 'Phone', 'Status', 'Registered'])
    await card.getByText(label, { exact: true }).waitFor()
  await expectToFit(page)
  const opener = card.getByRole('button', { name, exact: true })
  const twoLines = 48
  expect((await opener.boundingBox())?.height).toBeLessThanOrEqual(twoLines)
  await opener.tap()
  const panel = page.getByRole('dialog', { name })
  await panel.locator('dd').getByText(name, { exact: true }).waitFor()
  const trail = panel.getByRole('link', { name: 'Show in Audit Trail' })
  expect((await trail.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectToFit(page)
  await panel.getByRole('button', { name: 'Close' }).tap()
  await card.getByRole('button', { name: `Approve ${name}` }).tap()
  await card.getByText('Approved', { exact: true }).waitFor()
  // Two taps in the same place at this pace would be a double tap, which decides once.
  await page.getByLabel('Search by name, email, or phone').tap()
  await card.getByRole('button', { name: `Reject ${name}` }).tap()
  const why = page.getByRole('dialog', { name: `Reject ${name}` })
  await why.getByText('We couldn’t reach you to verify your application.').tap()
  await expectToFit(page)
  await why.getByRole('button', { name: 'Reject', exact: true }).tap()
  await card.getByText('Rejected', { exact: true }).waitFor()
  const question = await answerBrowser(page, 'accept', () =>
    card.getByRole('button', { name: `Delete ${name}` }).tap(),
  )
  expect(question.split('\n', 1)).toEqual([`Are you sure you want to delete user ${name}?`])
  await seeToast(page, 'User deleted')
  await page.getByText('No users match').waitFor()
})

test('on a phone, the administrator does with a report what a desk allows', async () => {
  const owner = newApplicant()
  const report = { ...samples.pdf(), name: `${'annual-report-'.repeat(8)}${owner.email}.pdf` }
  await signUp(await openSession(), owner, report)
  const { page } = await openAdmin(`/admin/reports?search=${encodeURIComponent(owner.email)}`)
  const card = rowWith(page, report.name)
  await card.getByText('Submitted by', { exact: true }).waitFor()
  expect(await card.getByRole('button').allTextContents()).toEqual([
    expect.stringContaining(report.name),
    'View',
    'Download',
    'Re-upload',
    'Restore',
    'Delete',
  ])
  await expectToFit(page)
  const saved = await saveFile(page, () =>
    card.getByRole('button', { name: `Download ${report.name}` }).tap(),
  )
  expect(saved).toEqual({ name: report.name, bytes: report.bytes })
  await page.getByLabel(`Status of ${report.name}`).selectOption('Approved')
  await card.getByText('Approved', { exact: true }).first().waitFor()

  await card.getByRole('button', { name: `Re-upload ${report.name}` }).tap()
  await chooseFile(page, samples.png(), 'The new document')
  await page.getByRole('button', { name: 'Re-upload', exact: true }).tap()
  const replaced = rowWith(page, samples.png().name)
  await replaced.getByText('Pending', { exact: true }).first().waitFor()
  await answerBrowser(page, 'accept', () =>
    replaced.getByRole('button', { name: `Delete ${samples.png().name}` }).tap(),
  )
  await seeToast(page, 'File deleted')
  await page.getByText('No reports found.', { exact: true }).waitFor()
})

test('on a phone, the administrator reads, decides about and deletes a shared login', async () => {
  const { email } = newApplicant()
  const login = {
    serviceName: `Watch of ${email}`,
    password: 'p'.repeat(200),
    notes: 'Call first.',
  }
  await shareLogin(await openSession(), login)
  const { page } = await openAdmin(`/admin/credentials?search=${encodeURIComponent(email)}`)
  const card = rowWith(page, login.serviceName)
  await card.getByText(login.password, { exact: true }).waitFor()
  await expectToFit(page)
  const notes = await answerBrowser(page, 'accept', () =>
    card.getByRole('button', { name: `Notes for ${login.serviceName}` }).tap(),
  )
  expect(notes).toBe(login.notes)
  await page.getByLabel(`Status of ${login.serviceName}`).selectOption('Approved')
  await card.getByText('Approved', { exact: true }).first().waitFor()
  await answerBrowser(page, 'accept', () =>
    card.getByRole('button', { name: `Delete credentials for ${login.serviceName}` }).tap(),
  )
  await seeToast(page, 'Credentials deleted')
})

test('on a phone, the administrator reads a question, sets it aside and takes it up again', async () => {
  const { email } = newApplicant()
  const question = { email, subject: `Question of ${email}`, message: 'When am I called?' }
  const visitor = await openSession()
  expect((await visitor.post('/api/messages', { data: question })).status()).toBe(201)
  const { page } = await openAdmin(`/admin/messages?search=${encodeURIComponent(email)}`)
  const card = rowWith(page, question.subject)
  await card.getByText('New', { exact: true }).waitFor()
  await card.getByRole('button', { name: question.subject }).tap()
  const panel = page.getByRole('dialog', { name: question.subject })
  await panel.getByText(question.message, { exact: true }).waitFor()
  await panel.getByText('Read', { exact: true }).waitFor()
  // Without a mail sender, the answer is written in one's own mail program.
  expect(await panel.getByRole('link', { name: 'Reply by Email' }).getAttribute('href')).toMatch(
    /^mailto:rosa\.\d+@partner\.example\?subject=Re%3A%20Question/,
  )
  await panel.getByRole('button', { name: 'Mark as Done' }).tap()
  await seeToast(page, 'Marked as done')
  await panel.getByRole('button', { name: 'Reopen' }).tap()
  await seeToast(page, 'Reopened')
  await panel.getByRole('button', { name: 'Close' }).first().tap()
  await card.getByText('Read', { exact: true }).waitFor()
})
