import { expect, test } from 'vitest'
import { logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { checkLook, confirmWith, logInAt } from '@tests/support/client/journey-steps'
import { startPortalWithMailbox } from '@tests/support/portal/portal-with-mailbox'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const { portal, mailTo } = await startPortalWithMailbox()
const openPortal = () => openVisitor({ baseURL: portal.origin })
const supportMailbox = 'support@creditpartner.example'

/** The address in a mail that holds a token. */
const linkIn = ({ text }: { text: string }) => /http\S+#token=\S+/.exec(text)?.[0] ?? ''

// The first event of this portal, so the support mailbox is notified right away.
test('a question to support is notified, read and answered from the inbox', async () => {
  const { email } = newApplicant()
  const { page: visitor } = await openPortal()
  await visitor.goto('/support')
  await visitor.getByRole('textbox', { name: 'Email' }).fill(email)
  await visitor.getByLabel('Subject').fill('Where is my report?')
  await visitor.getByLabel('Message').fill('I sent it on Monday.')
  await visitor.getByRole('button', { name: 'Send Message' }).click()
  await visitor.getByText(email).first().waitFor()
  const notice = await mailTo(supportMailbox, /^New support message from .+: Where is my report\?$/)
  expect(notice.text).toContain(`New support message from ${email}: Where is my report?`)
  const [link = ''] = /http\S+\/admin\/messages\S+/.exec(notice.text) ?? []

  const { page, context } = await openPortal()
  await logInAsAdmin(context.request)
  await page.goto(link)
  const panel = page.getByRole('dialog', { name: 'Where is my report?' })
  await panel.getByText('I sent it on Monday.').waitFor()
  await panel.getByRole('button', { name: 'Reply by Email' }).click()
  await panel.getByLabel(`Reply to ${email}`).fill('We have it. Thank you!')
  await panel.getByRole('button', { name: 'Send Reply' }).click()
  await page.getByText('Reply queued').first().waitFor()
  await panel.getByText('Done', { exact: true }).waitFor()
  const answer = await mailTo(email, /^Re: Where is my report\?$/)
  expect(answer.replyTo).toContain(supportMailbox)
  expect(answer.text).toContain('We have it. Thank you!')
  expect(answer.text).toContain('> I sent it on Monday.')
})

test('an applicant is welcomed by email, which reads well on a phone', async () => {
  const applicant = newApplicant({ firstName: 'Zoë & Co' })
  await signUp(await openSession(portal.origin), applicant)
  const welcome = await mailTo(applicant.email, /^Welcome/)
  const { page } = await openVisitor({ viewport: { width: 360, height: 740 } })
  await page.setContent(welcome.html)
  await page.getByText('Hi Zoë & Co,').waitFor()
  expect(await page.getByRole('listitem').count()).toBe(2)
  const link = page.getByRole('link', { name: 'Log In', exact: true })
  expect(await link.getAttribute('href')).toBe(`${portal.origin}/login`)
  await page.getByText(`${portal.origin}/login`).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  const confirm = page.getByRole('link', { name: 'Confirm My Email' })
  await page.goto((await confirm.getAttribute('href')) ?? '')
  await page.getByRole('button', { name: 'Confirm My Email' }).click()
  await page.getByText('Your email is confirmed').waitFor()
})

test('a person who forgot the password gets in again by the mailed link', async () => {
  const person = newApplicant()
  const { page: otherWindow, context } = await openPortal()
  await signUp(context.request, person)
  const { page } = await openPortal()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await page.waitForURL('**/reset-password')
  await page.getByRole('heading', { name: 'Reset Your Password' }).waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await page.getByText('Check your inbox').waitFor()

  await page.goto(linkIn(await mailTo(person.email, /^Reset your password$/)))
  const password = 'nine quiet lighthouses'
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.waitForURL('**/login')
  await logInAt(page, '/login', { ...person, password })
  await page.waitForURL('**/dashboard')
  await mailTo(person.email, /^Your password was changed$/)
  await otherWindow.goto('/dashboard')
  await otherWindow.waitForURL('**/login')
})

test('a person changes their email by the link to the new one, and may take it back', async () => {
  const person = newApplicant()
  const newEmail = `new.${person.email}`
  const { page, context, allow } = await openVisitor({
    baseURL: portal.origin,
    viewport: { width: 360, height: 740 },
  })
  allow(/status of 403/)
  await signUp(context.request, person)
  await page.goto('/account')
  const form = page.getByRole('form', { name: 'Change email' })
  await form.getByLabel('New email').fill(newEmail)
  await form.getByRole('button', { name: 'Change Email' }).click()
  await confirmWith(page, person.password)
  await page.getByText('Check your new inbox').waitFor()
  await checkLook(page)

  await page.goto(linkIn(await mailTo(newEmail, /^Confirm your new email$/)))
  await checkLook(page)
  await page.getByRole('button', { name: 'Confirm This Email' }).click()
  await page.getByRole('link', { name: 'Back to your account' }).click()
  await page.getByText(`You log in with ${newEmail}.`).waitFor()
  await mailTo(person.email, /^Your email was changed$/)

  const { page: owner } = await openPortal()
  await owner.goto(linkIn(await mailTo(person.email, /^Your email is about to change$/)))
  await owner.getByRole('button', { name: 'Keep My Email' }).click()
  await owner.getByText('You’ve kept your email').waitFor()
  await owner.getByRole('link', { name: 'choose a new one' }).waitFor()
  await page.reload()
  await page.waitForURL('**/login')
  await logInAt(owner, '/login', person)
  await owner.waitForURL('**/dashboard')
})
