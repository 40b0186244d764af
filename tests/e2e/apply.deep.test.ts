import { expect, test } from 'vitest'
import { phone } from '@tests/support/client/admin-window'
import {
  checkLook,
  chooseFile,
  fillAccountFields,
  isInView,
  open,
  rowWith,
} from '@tests/support/client/journey-steps'
import { newApplicant, signUp } from '@tests/support/client/people'
import { setUpVisitors } from '@tests/support/client/visitor'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
const done = 'Document Submitted & Account Created!'

test('an applicant on a phone whose page is loaded again goes on there, and sees each mistake where it is', async () => {
  const { page, allow } = await openVisitor(phone)
  allow(/415|Request failed/)
  const applicant = newApplicant()
  await open(page, '/onboarding')
  await page.getByRole('tab', { name: 'Share Login Details' }).tap()
  await page.getByLabel('Service name').fill('Score Watch')
  await page.getByLabel('Service password').fill('marker-of-the-service')
  await page.getByLabel('Notes').fill('marker-of-the-notes')
  await fillAccountFields(page, applicant)

  await page.reload()
  await page.getByRole('tab', { name: 'Share Login Details', selected: true }).waitFor()
  expect(await page.getByLabel('Service name').inputValue()).toBe('Score Watch')
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(applicant.email)
  expect(await page.getByLabel('I agree to the').isChecked()).toBe(true)
  expect(await page.getByLabel('Service password').inputValue()).toBe('')
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
  expect(await kept()).not.toContain('marker')
  expect(await kept()).not.toContain(applicant.password)

  await page.getByRole('tab', { name: 'Upload Credit Report' }).tap()
  const renamed = { ...samples.pdf(), bytes: Buffer.from('<html>no pdf</html>') }
  await chooseFile(page, renamed)
  await fillAccountFields(page, applicant)
  const name = page.getByLabel('First name')
  await name.fill('')
  // Just below the header, which then hides the label; the browser scrolls no further than it must.
  await name.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().top - 70))
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await submit.evaluate((button: HTMLElement) => button.click())
  await page.getByText('First name is required.').waitFor()
  const label = page.getByText('First name', { exact: true })
  await expect.poll(() => isInView(label)).toBe(true)

  await name.fill(applicant.firstName)
  await submit.tap()
  const reason = page.getByRole('main').getByText('Invalid file type:')
  await reason.waitFor()
  await expect.poll(() => isInView(reason)).toBe(true)
  await checkLook(page)
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(applicant.email)
  await chooseFile(page, samples.png())
  await submit.tap()
  await page.getByText(done).waitFor()
  expect(await kept()).not.toContain(applicant.email)
})

test('who has applied finds the dashboard from every page of a phone, and no second application', async () => {
  const { page, context } = await openVisitor(phone)
  await signUp(context.request, newApplicant())
  await open(page, '/dashboard')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open(page, '/support')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  const menu = page.locator('#mobile-menu')
  await menu.getByRole('button', { name: 'Logout' }).waitFor()
  expect(await menu.getByRole('link').allTextContents()).toEqual(['Home', 'Dashboard'])
  await checkLook(page)
  await menu.getByRole('link', { name: 'Dashboard' }).tap()
  await page.getByRole('heading', { name: 'Application Under Review' }).waitFor()
  expect(asked.filter((path) => path === '/api/user').length).toBeLessThanOrEqual(1)

  await open(page, '/onboarding')
  await page.getByRole('heading', { name: 'You already have an account' }).waitFor()
  expect(await page.getByRole('tab').count()).toBe(0)
  await checkLook(page)
  await page.getByRole('link', { name: 'Go to Your Dashboard' }).tap()
  await page.waitForURL('**/dashboard')
  // On one line, or two: not a letter a line beside its button.
  const link = page.getByRole('region', { name: 'Refer Someone' }).getByText(/\/r\//)
  expect((await link.boundingBox())?.height).toBeLessThan(60)
})

test('on the thank-you page a partner adds a document, and is led to the dashboard', async () => {
  const { page, context } = await openVisitor()
  await signUp(context.request, newApplicant())
  await open(page, '/confirmation')
  await chooseFile(page, samples.docx())
  await page.getByRole('button', { name: 'Upload Document' }).click()
  await page.getByText('Document Submitted Successfully!').waitFor()
  await page.waitForURL('**/dashboard')
  await rowWith(page, samples.docx().name, 'Pending').waitFor()
})
