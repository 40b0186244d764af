import { expect, test } from 'vitest'
import { newApplicant, signUp } from '@tests/support/client/people'
import { chooseFile, fillAccountFields } from '@tests/support/client/journey-steps'
import { samples } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const submit = { name: 'Submit Application' }

test('an empty application says what is missing, field by field, and focuses the first', async () => {
  const { page } = await openVisitor()
  await page.goto('/onboarding')
  expect(await page.getByRole('button', submit).isDisabled()).toBe(true)

  await chooseFile(page, samples.pdf())
  await page.getByLabel('Confirm password').fill('something else')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', submit).click()
  for (const text of [
    'First name is required.',
    'Last name is required.',
    'Please enter a valid email address.',
    'Please enter a valid phone number.',
    'Password must be at least 8 characters.',
    "Passwords don't match",
    'You must agree to the Terms of Use and Privacy Policy.',
  ]) {
    await page.getByText(text, { exact: true }).waitFor()
  }
  expect(
    await page.getByLabel('First name').evaluate((node) => node === document.activeElement),
  ).toBe(true)
})

test('on a phone the first field that is wrong is shown with its label, below the header', async () => {
  const { page } = await openVisitor({ viewport: { width: 360, height: 640 } })
  await page.goto('/onboarding')
  await chooseFile(page, samples.pdf())
  await fillAccountFields(page, newApplicant())
  const name = page.getByLabel('First name')
  await name.fill('')
  // Just below the header, which then hides the label; the browser scrolls no further than it must.
  await name.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().top - 70))
  await page.getByRole('button', submit).evaluate((button: HTMLElement) => button.click())
  await page.getByText('First name is required.').waitFor()
  const header = await page.locator('header').first().boundingBox()
  const label = page.getByText('First name', { exact: true })
  const top = async () => (await label.boundingBox())?.y
  await expect.poll(top).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
})

test('a password is checked while it is typed, as it will be when it is sent', async () => {
  const { page, context } = await openVisitor()
  const loaded: string[] = []
  context.on('request', (request) => loaded.push(request.url()))
  const checkers = () => loaded.filter((url) => url.includes('/assets/password-verdict-'))
  await page.goto('/onboarding')
  await page.getByLabel('First name').fill('Noor')
  await page.getByLabel('Last name').fill('Haddad')
  expect(checkers()).toEqual([])

  const password = page.getByLabel('Password', { exact: true })
  await password.focus()
  await expect.poll(checkers).toHaveLength(1)
  const tooCommon = page.getByText('This password is too common. Please choose another.')
  for (const weak of ['password1', 'aaaaaaaa', 'Summer2025!', 'Haddad1988']) {
    await password.fill(weak)
    await tooCommon.waitFor()
  }
  await chooseFile(page, samples.pdf())
  await page.getByRole('button', submit).click()
  await page.getByText('Please enter a valid phone number.').waitFor()
  expect(await tooCommon.count()).toBe(1)
  await password.fill('vq7#mTz2')
  await page.getByText('Allowed. 15 or more characters are safer.').waitFor()
  expect(loaded.filter((url) => url.includes('/api/upload'))).toEqual([])
})

test('the login tab says what is missing in it, and keeps what was typed in the other', async () => {
  const { page } = await openVisitor()
  await page.goto('/onboarding')
  await page.getByLabel('First name').fill('Noor')
  await page.getByRole('tab', { name: 'Share Login Details' }).click()
  expect(await page.getByLabel('First name').inputValue()).toBe('Noor')
  await page.getByLabel('Service URL').fill('not an address')
  await page.getByRole('button', submit).click()
  for (const text of [
    'Service name is required',
    'Please enter a valid URL (including https://)',
    'Username is required',
    'Password is required',
    'Password must be at least 8 characters.',
  ]) {
    await page.getByText(text, { exact: true }).waitFor()
  }
})

test('a file of a wrong type or size is refused before it is sent', async () => {
  const { page } = await openVisitor()
  await page.goto('/onboarding')
  await chooseFile(page, { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('hello') })
  await page
    .getByText('Invalid file type: Please upload a PDF, Word document, JPG, JPEG, or PNG file.')
    .waitFor()
  await chooseFile(page, samples.pdf({ size: 10 * 1024 * 1024 + 1 }))
  await page.getByText('File too large: Please upload a file smaller than 10MB.').waitFor()
  expect(await page.getByRole('button', submit).isDisabled()).toBe(true)
})

test('a file that lies about its type is refused by the server, and nothing typed is lost', async () => {
  const { page, allow } = await openVisitor()
  const applicant = newApplicant()
  allow(/415|Request failed/)
  await page.goto('/onboarding')
  await chooseFile(page, {
    name: 'report.pdf',
    type: 'application/pdf',
    bytes: Buffer.from('<html>no pdf</html>'),
  })
  await fillAccountFields(page, applicant)
  await page.getByRole('button', submit).click()
  await page.getByText('Submission failed').first().waitFor()
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(applicant.email)
})

test('after a taken email only the registration is repeated, and a double click registers once', async () => {
  const taken = newApplicant()
  const { page, allow, context } = await openVisitor()
  await signUp(await openSession(), taken)
  allow(/409|Request failed/)
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })

  await page.goto('/onboarding')
  await chooseFile(page, samples.pdf())
  await fillAccountFields(page, taken)
  await page.getByRole('button', submit).click()
  await page
    .getByText('An account with this email already exists. Please log in.')
    .first()
    .waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(newApplicant().email)
  await page.getByRole('button', submit).dblclick()
  await page.getByText('Document Submitted & Account Created!').waitFor()
  expect(sent).toEqual(['/api/upload', '/api/register', '/api/register'])
  await page.waitForURL('**/dashboard')
})

test('a lost connection keeps everything, and the next try succeeds', async () => {
  const { page, context, allow } = await openVisitor()
  allow(/ERR_INTERNET_DISCONNECTED|Request failed/)
  await page.goto('/onboarding')
  await chooseFile(page, samples.jpeg())
  await fillAccountFields(page, newApplicant())
  await context.setOffline(true)
  await page.getByRole('button', submit).click()
  await page.getByText('Submission failed').first().waitFor()
  await context.setOffline(false)
  await page.getByRole('button', submit).click()
  await page.waitForURL('**/dashboard')
})
