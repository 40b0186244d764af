import { describe, expect, test } from 'vitest'
import { desk, phone, setUpAdmin } from '@tests/support/client/admin-window'
import { fullName, logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import {
  checkLook,
  checkPhoneLook,
  chooseFile,
  confirmWith,
  fillAccountFields,
  logInAt,
  open,
  rowWith,
  seeToast,
} from '@tests/support/client/journey-steps'
import { startPortalWithMailbox } from '@tests/support/portal/portal-with-mailbox'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
const { portal, mailbox, mailTo } = await startPortalWithMailbox()
const openPortal = () => openVisitor({ baseURL: portal.origin })
const openAdmin = setUpAdmin(openVisitor, { ...desk, baseURL: portal.origin })
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
  await page.getByText(`Hi Zoë & Co ${applicant.lastName},`).waitFor()
  expect(await page.getByRole('listitem').count()).toBe(2)
  await page.getByRole('link', { name: 'Log In', exact: true }).waitFor()
  const link = page.getByRole('link', { name: `${portal.origin}/login` })
  expect(await link.getAttribute('href')).toBe(`${portal.origin}/login`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
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
  await checkPhoneLook(page)

  await page.goto(linkIn(await mailTo(newEmail, /^Confirm your new email$/)))
  await checkPhoneLook(page)
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

describe.each([
  ['at a desk', desk, 'complementary'],
  ['on a phone', phone, 'dialog'],
] as const)('%s', (_where, options, panel) => {
  const { width } = options.viewport

  test('an email typed wrong is seen, corrected once, and after it bounced the administrator calls', async () => {
    mailbox.behave('refused recipient')
    const applicant = newApplicant()
    const [name = ''] = applicant.email.split('@')
    const { page } = await openVisitor({ ...options, baseURL: portal.origin })
    await open(page, '/onboarding')
    await chooseFile(page, samples.png())
    await fillAccountFields(page, { ...applicant, email: `${name}@gmial.com` })
    const suggestion = page.getByRole('button', { name: `${name}@gmail.com`, exact: true })
    await suggestion.waitFor()
    await checkLook(page, width)
    await suggestion.click()
    const typed = page.getByRole('textbox', { name: 'Email' })
    expect(await typed.inputValue()).toBe(`${name}@gmail.com`)
    await suggestion.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Submit Application' }).click()

    // The panel leads on after three seconds, unless the address is being corrected.
    await page.getByRole('button', { name: 'Correct your email' }).click()
    const line = page.getByText('We’ll email you at ').locator('..')
    await line.getByText(`${name}@gmail.com`, { exact: true }).waitFor()
    const form = page.getByRole('form', { name: 'Correct your email' })
    await form.getByLabel('Your email').fill(applicant.email)
    await checkLook(page, width)
    await form.getByRole('button', { name: 'Save Email' }).click()
    await seeToast(page, 'Your email was corrected')
    await page.waitForURL('**/dashboard')
    await page.getByText(applicant.email).first().waitFor()
    expect(await page.getByRole('button', { name: 'Correct your email' }).count()).toBe(0)
    await checkLook(page, width)

    const office = await openSession(portal.origin)
    await logInAsAdmin(office)
    const found = `/api/admin/users?email=bounced&search=${applicant.email}`
    await expect.poll(async () => (await office.get(found)).json()).toHaveLength(1)
    const { page: host } = await openAdmin('/admin', { ...options, baseURL: portal.origin })
    await checkLook(host, width)
    const bounced = host.getByRole('link', { name: /^\d+ (person|people) whose email bounced$/ })
    await bounced.click()
    const call = `Email bounced. Call ${applicant.phoneNumber}`
    await rowWith(host, fullName(applicant)).getByTitle(call).waitFor()
    await checkLook(host, width)
    await host.getByRole('button', { name: fullName(applicant), exact: true }).click()
    const details = host.getByRole(panel, { name: fullName(applicant) })
    await details.getByText(call).waitFor()
    const numbers = details.getByRole('link', { name: applicant.phoneNumber })
    expect(await numbers.first().getAttribute('href')).toMatch(/^tel:/)
    await checkLook(host, width)
  })
})
