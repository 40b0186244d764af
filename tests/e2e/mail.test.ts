import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { logInAsAdmin, newApplicant, signUp } from '../support/journey-steps'
import { startMailbox, type Mailbox } from '../support/mailbox'
import { startPortalProcess, type PortalProcess } from '../support/portal-process'
import { setUpVisitors } from '../support/visitor'

const openVisitor = setUpVisitors()
let mailbox: Mailbox
let portal: PortalProcess

beforeAll(async () => {
  mailbox = await startMailbox()
  portal = await startPortalProcess({
    SMTP_URL: mailbox.url,
    SMTP_FROM: 'Credit Partner Portal <portal@mail.example>',
  })
})
afterAll(async () => {
  await portal.stop()
  await mailbox.close()
})
beforeEach(() => {
  mailbox.mails.length = 0
})

const openPortal = () => openVisitor({ baseURL: portal.origin })
const mailTo = (address: string, subject: RegExp) =>
  mailbox.waitForMail((mail) => mail.to.includes(address) && subject.test(mail.subject))

test('the administrator uses the default mailbox, tests it, and a test email arrives', async () => {
  const { page, context } = await openPortal()
  await logInAsAdmin(context.request)
  await page.goto('/admin/settings')
  await page.getByText('The server’s environment is in force').waitFor()
  await page.getByLabel('Email Address').fill('office@mail.example')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByText('Settings saved').first().waitFor()
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await page.getByText('Connection Successful').waitFor()
  await page.getByLabel('Recipient').fill('someone@mail.example')
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await page.getByText('Test email sent successfully to someone@mail.example!').waitFor()
  await mailTo('someone@mail.example', /^Test email/)
})

test('an applicant is welcomed by email, and hears of the approval', async () => {
  const applicant = newApplicant({ firstName: 'Zoë & Co' })
  await signUp((await openPortal()).context.request, applicant)
  const welcome = await mailTo(applicant.email, /^Welcome/)
  expect(welcome.text).toContain('650+')

  const { page, context } = await openPortal()
  await logInAsAdmin(context.request)
  await page.goto('/admin/users')
  const name = `${applicant.firstName} ${applicant.lastName}`
  await page.getByRole('button', { name: `Approve ${name}` }).click()
  await page.getByText('Status updated successfully').first().waitFor()
  const approval = await mailTo(applicant.email, /approved$/)
  expect(approval.text).toContain('within 2 business days')
  expect(approval.html).toContain('Zoë &amp; Co')

  await page.goto('/admin/email?tab=outbox')
  const row = page.getByRole('row').filter({ hasText: applicant.email }).first()
  await row.getByText('Sent').waitFor()
})

test('a person who forgot the password gets in again by the mailed link', async () => {
  const person = newApplicant()
  await signUp((await openPortal()).context.request, person)
  const { page } = await openPortal()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await page.waitForURL('**/reset-password')
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await page.getByText('Check your inbox').waitFor()

  const { text } = await mailTo(person.email, /^Reset your password$/)
  const [link = ''] = /http\S+#token=\S+/.exec(text) ?? []
  await page.goto(link)
  const password = 'nine quiet lighthouses'
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.waitForURL('**/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dashboard')
  await mailTo(person.email, /^Your password was changed$/)
})

test('a question to support is answered from the inbox', async () => {
  const { email } = newApplicant()
  const { page: visitor } = await openPortal()
  await visitor.goto('/support')
  await visitor.getByRole('textbox', { name: 'Email' }).fill(email)
  await visitor.getByLabel('Subject').fill('Where is my report?')
  await visitor.getByLabel('Message').fill('I sent it on Monday.')
  await visitor.getByRole('button', { name: 'Send Message' }).click()
  await visitor.getByText(email).first().waitFor()

  const { page, context } = await openPortal()
  await logInAsAdmin(context.request)
  await page.goto('/admin/messages')
  await page.getByRole('button', { name: 'Where is my report?' }).click()
  await page.getByRole('button', { name: 'Reply by email' }).click()
  await page
    .getByRole('form', { name: 'Reply' })
    .getByRole('textbox')
    .fill('We have it. Thank you!')
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await page.getByText('Reply queued').first().waitFor()
  const answer = await mailTo(email, /^Re: Where is my report\?$/)
  expect(answer.text).toContain('We have it. Thank you!')
  expect(answer.text).toContain('> I sent it on Monday.')
})
