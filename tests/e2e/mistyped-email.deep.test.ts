import { describe, expect, test } from 'vitest'
import { currentTexts } from '@shared/consents'
import { desk, screens, setUpAdmin } from '@tests/support/client/admin-window'
import {
  checkLook,
  chooseFile,
  fillAccountFields,
  open,
  rowWith,
  seeToast,
} from '@tests/support/client/journey-steps'
import { fullName, logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { startPortalWithMailbox } from '@tests/support/portal/portal-with-mailbox'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
const { portal, mailbox } = await startPortalWithMailbox()
const baseURL = portal.origin
const openAdmin = setUpAdmin(openVisitor, { ...desk, baseURL })

describe.each(screens)('%s', (_, screen) => {
  const panel = screen === desk ? 'complementary' : 'dialog'

  test('an email typed wrong is seen, and corrected once', async () => {
    const applicant = newApplicant()
    const [name = ''] = applicant.email.split('@')
    const { page } = await openVisitor({ ...screen, baseURL })
    await open(page, '/onboarding')
    await chooseFile(page, samples.png())
    await fillAccountFields(page, { ...applicant, email: `${name}@gmial.com` })
    const suggestion = page.getByRole('button', { name: `${name}@gmail.com`, exact: true })
    await suggestion.waitFor()
    await checkLook(page)
    await suggestion.click()
    const typed = page.getByRole('textbox', { name: 'Email' })
    expect(await typed.inputValue()).toBe(`${name}@gmail.com`)
    await suggestion.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Submit Application' }).click()

    // The panel leads on after three seconds, unless someone does anything there.
    await page.getByRole('button', { name: 'Correct your email' }).click()
    const line = page.getByText('We’ll email you at ').locator('..')
    await line.getByText(`${name}@gmail.com`, { exact: true }).waitFor()
    const form = page.getByRole('form', { name: 'Correct your email' })
    await form.getByLabel('Your email').fill(applicant.email)
    await checkLook(page)
    await form.getByRole('button', { name: 'Save Email' }).click()
    await seeToast(page, 'Your email was corrected')
    await page.getByRole('link', { name: 'your dashboard' }).click()
    await page.waitForURL('**/dashboard')
    await page.getByText(applicant.email).first().waitFor()
    expect(await page.getByRole('button', { name: 'Correct your email' }).count()).toBe(0)
    await checkLook(page)
  })

  test('after an email bounced, the administrator calls', async () => {
    mailbox.behave('refused recipient')
    const applicant = newApplicant()
    const session = await openSession(baseURL)
    await signUp(session, applicant)
    const data = { isGiven: true, textVersion: currentTexts.calls }
    expect((await session.post('/api/consents/calls', { data })).status()).toBe(200)
    const office = await openSession(baseURL)
    await logInAsAdmin(office)
    const found = `/api/admin/users?email=bounced&search=${applicant.email}`
    await expect.poll(async () => (await office.get(found)).json()).toHaveLength(1)
    const { page: host } = await openAdmin('/admin', screen)
    await checkLook(host)
    const bounced = host.getByRole('link', { name: /^\d+ (person|people) whose email bounced$/ })
    await bounced.click()
    await rowWith(host, fullName(applicant)).getByTitle('Email bounced').waitFor()
    await checkLook(host)
    await host.getByRole('button', { name: fullName(applicant), exact: true }).click()
    const details = host.getByRole(panel, { name: fullName(applicant) })
    await details.getByText(`Email bounced. Call ${applicant.phoneNumber}`).waitFor()
    const numbers = details.getByRole('link', { name: applicant.phoneNumber })
    expect(await numbers.first().getAttribute('href')).toMatch(/^tel:/)
    await checkLook(host)
  })
})
