import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { startPortalWithMailbox } from '@tests/support/portal/portal-with-mailbox'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const { portal, mailbox, mailTo } = await startPortalWithMailbox({ SMTP_ALLOW_LOOPBACK: 'on' })
const openPortal = () => openVisitor({ baseURL: portal.origin })
const settingsPath = '/api/admin/settings/email'

async function sendTestMail(page: Page, to: string) {
  await page.getByLabel('Recipient').fill(to)
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await page.getByText(`Test email sent successfully to ${to}!`).waitFor()
  return mailTo(to, /^Test email/)
}

test('the administrator uses the default mailbox, tests it, and a test email arrives', async () => {
  const { page, context } = await openPortal()
  await logInAsAdmin(context.request)
  await page.goto('/admin/settings')
  await page.getByText('The portal sends from the server’s mailbox').waitFor()
  await page.getByText(`through 127.0.0.1, port ${mailbox.port}`).waitFor()
  await page.getByLabel('Email Address').fill('office@mail.example')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByText('Settings saved').first().waitFor()
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await page.getByText('Connection Successful').waitFor()
  const mail = await sendTestMail(page, 'someone@mail.example')
  expect(mail.from).toContain('portal@mail.example')
  expect(mail.text).toContain('If you’re reading it, the portal can send email.')
})

test('the administrator enters a mailbox with its app password, and gives it up again', async () => {
  const { page, context } = await openPortal()
  await logInAsAdmin(context.request)
  // The screen shows host and port and leaves them alone; another one than Gmail's is set like this.
  const { port } = mailbox
  const data = { email: 'old@mail.example', host: '127.0.0.1', port, secure: false }
  expect((await context.request.post(settingsPath, { data })).status()).toBe(200)

  await page.goto('/admin/settings')
  await page.getByLabel('Email Address').fill('office@mail.example')
  await page.getByLabel('App Password').fill('abcd efgh ijkl mnop')
  mailbox.behave('wrong password')
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await page.getByText('Connection Failed').waitFor()
  await page.getByText('didn’t accept the email address and app password').waitFor()
  mailbox.behave('working')
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await page.getByText('Connection Successful').waitFor()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByText('Password updated').first().waitFor()
  await page.getByText('The portal sends from this mailbox').waitFor()

  await page.reload()
  expect(await page.getByLabel('App Password').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByText('Password unchanged').first().waitFor()
  const own = await sendTestMail(page, 'first@mail.example')
  expect(own.from).toContain('office@mail.example')
  const login = { user: 'office@mail.example', password: 'abcd efgh ijkl mnop' }
  expect(mailbox.logins.at(-1)).toEqual(login)

  page.once('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Use Default Mailbox' }).click()
  await page.getByText('The portal sends from the server’s mailbox').waitFor()
  const fallback = await sendTestMail(page, 'second@mail.example')
  expect(fallback.from).toContain('portal@mail.example')
})

test('the administrator edits a template, writes to a partner with it, and resets it', async () => {
  const partner = newApplicant({ firstName: 'Zoë' })
  await signUp(await openSession(portal.origin), partner)
  const { page, context, allow } = await openPortal()
  allow(/status of 400|No account has this address/)
  await logInAsAdmin(context.request)
  await page.goto('/admin/email?tab=templates')
  await page.getByRole('button', { name: 'Edit Application Approved' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Application Approved' })
  await editor.getByLabel('Subject').fill('For {{firstName}}')
  await editor.getByLabel('Message').fill('Good news from {{planet}}')
  await editor.getByRole('button', { name: 'Save Template' }).click()
  await editor.getByText('Unknown placeholder: {{planet}}').waitFor()
  await editor.getByLabel('Message').fill('Good news, {{firstName}} {{lastName}}')
  await editor
    .getByRole('region', { name: 'Preview' })
    .getByText('Good news, Jordan Avery')
    .waitFor()
  await editor.getByRole('button', { name: 'Save Template' }).click()
  await editor.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Use This Template: Application Approved' }).click()
  await page.getByLabel('Recipient Email').fill('nobody@partner.example')
  await page.getByRole('button', { name: 'Send Email' }).click()
  await page.getByText('No account has this address').first().waitFor()
  await page.getByLabel('Recipient Email').fill(partner.email)
  await page.getByRole('button', { name: 'Send Email' }).click()
  await page.getByText('Email queued').first().waitFor()
  const mail = await mailTo(partner.email, /^For Zoë$/)
  expect(mail.text).toBe(`Good news, Zoë ${partner.lastName}`)

  await page.getByRole('tab', { name: 'Email Templates' }).click()
  page.once('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Reset Application Approved' }).click()
  await page.getByText('Subject: Your Credit Partner application is approved').waitFor()
})
