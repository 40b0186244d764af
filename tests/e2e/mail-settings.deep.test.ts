import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, setUpAdmin } from '@tests/support/client/admin-window'
import { answerBrowser } from '@tests/support/client/journey-steps'
import { newApplicant, ownPicture, signUp } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { startPortalWithMailbox } from '@tests/support/portal/portal-with-mailbox'

const { portal, mailbox, mailTo } = await startPortalWithMailbox({ SMTP_ALLOW_LOOPBACK: 'on' })
const baseURL = portal.origin
const openAdmin = setUpAdmin(setUpVisitors(), { ...desk, baseURL })

async function sendTestMail(page: Page, to: string) {
  await page.getByLabel('Recipient').fill(to)
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await page.getByText(`Test email sent successfully to ${to}!`).waitFor()
  return mailTo(to, /^Test email/)
}

const testConnection = (page: Page) => page.getByRole('button', { name: 'Test Connection' }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' }).click()

test('the administrator tests the default mailbox, enters another with its app password, and gives it up again', async () => {
  const { page, context } = await openAdmin('/admin/settings')
  await page.getByText('The portal sends from the server’s mailbox').waitFor()
  await page.getByText(`through 127.0.0.1, port ${mailbox.port}`).waitFor()
  await page.getByLabel('Email Address').fill('office@mail.example')
  await save(page)
  await page.getByText('Settings saved').first().waitFor()
  await testConnection(page)
  await page.getByText('Connection Successful').waitFor()

  // The screen shows host and port and leaves them alone; another one than Gmail's is set like this.
  const { port } = mailbox
  const data = { email: 'old@mail.example', host: '127.0.0.1', port, secure: false }
  const saved = await context.request.post('/api/admin/settings/email', { data })
  expect(saved.status()).toBe(200)
  await page.reload()
  await page.getByLabel('Email Address').fill('office@mail.example')
  await page.getByLabel('App Password').fill('abcd efgh ijkl mnop')
  mailbox.behave('wrong password')
  await testConnection(page)
  await page.getByText('Connection Failed').waitFor()
  await page.getByText('didn’t accept the email address and app password').waitFor()
  mailbox.behave('working')
  await testConnection(page)
  await page.getByText('Connection Successful').waitFor()
  await save(page)
  await page.getByText('Password updated').first().waitFor()
  await page.getByText('The portal sends from this mailbox').waitFor()

  await page.reload()
  expect(await page.getByLabel('App Password').inputValue()).toBe('')
  await save(page)
  await page.getByText('Password unchanged').first().waitFor()
  const own = await sendTestMail(page, 'first@mail.example')
  expect(own.from).toContain('office@mail.example')
  expect(own.text).toContain('If you’re reading it, the portal can send email.')
  const login = { user: 'office@mail.example', password: 'abcd efgh ijkl mnop' }
  expect(mailbox.logins.at(-1)).toEqual(login)

  await answerBrowser(page, 'accept', () =>
    page.getByRole('button', { name: 'Use Default Mailbox' }).click(),
  )
  await page.getByText('The portal sends from the server’s mailbox').waitFor()
  const fallback = await sendTestMail(page, 'second@mail.example')
  expect(fallback.from).toContain('portal@mail.example')
})

test('the administrator edits a template, writes to a partner with it, and resets it', async () => {
  const partner = newApplicant({ firstName: 'Zoë' })
  await signUp(await openSession(baseURL), partner, ownPicture(partner))
  const { page } = await openAdmin('/admin/email?tab=templates')
  await page.getByRole('button', { name: 'Edit Welcome' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Welcome' })
  await editor.getByLabel('Subject').fill('For {{firstName}}')
  await editor.getByLabel('Message').fill('Good news, {{firstName}} {{lastName}}')
  await editor
    .getByRole('region', { name: 'Preview' })
    .getByText('Good news, Jordan Avery')
    .waitFor()
  await editor.getByRole('button', { name: 'Save Template' }).click()
  await editor.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Use This Template: Welcome' }).click()
  await page.getByLabel('Recipient Email').fill('nobody@partner.example')
  await page.getByText('“Welcome” doesn’t fit: this address has no application.').first().waitFor()
  await page.getByLabel('Recipient Email').fill(partner.email)
  await page.getByRole('button', { name: 'Send Email' }).click()
  await page.getByText('Email queued').first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Email canceled').first().waitFor()
  await page.getByRole('tab', { name: 'Outbox' }).click()
  await page
    .getByRole('button', { name: /^Resend/ })
    .first()
    .click()
  const mail = await mailTo(partner.email, /^For Zoë$/)
  expect(mail.text.split('\n\n')[0]).toBe(`Good news, Zoë ${partner.lastName}`)

  await page.getByRole('tab', { name: 'Email Templates' }).click()
  await answerBrowser(page, 'accept', () =>
    page.getByRole('button', { name: 'Reset Welcome' }).click(),
  )
  await page.getByText('Subject: Welcome to the Credit Partner Program').waitFor()
})
