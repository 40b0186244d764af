import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { phone, setUpAdmin } from '@tests/support/client/admin-window'
import {
  chooseFile,
  fillAccountFields,
  giveReason,
  isInView,
  open,
  openRow,
  rowWith,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import { fullName, newApplicant, signUp, type Applicant } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
const openAdmin = setUpAdmin(openVisitor)
const submit = { name: 'Submit Application' }
const done = 'Document Submitted & Account Created!'

const usersWith = ({ phoneNumber }: Applicant) =>
  `/admin/users?search=${encodeURIComponent(phoneNumber)}`

async function decide(page: Page, decision: 'Approve' | 'Reject', person: Applicant) {
  // What speaks against an approval is asked about once.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: `${decision} ${fullName(person)}` }).click()
  if (decision === 'Reject') await giveReason(page, 'Your report shows a score of 655.')
  await page.getByText('Status updated successfully').first().waitFor()
}

test('a person signs up with a credit report, the administrator reads it and approves, the person reads the decision', async () => {
  const [taken, applicant] = [newApplicant(), newApplicant()]
  await signUp(await openSession(), taken)
  const report = samples.pdf({ text: 'Credit score 742' })
  const { page: partner, allow } = await openVisitor()
  allow(/409|Request failed/)
  const sent: string[] = []
  partner.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })

  await open(partner, '/')
  await partner.getByRole('link', { name: 'Sign Up' }).first().click()
  await partner.getByRole('heading', { name: 'Credit Partner Application' }).waitFor()
  // Pressed too early, the form says once what is missing, and leads to each of it.
  await partner.getByRole('button', submit).press('Enter')
  const summary = partner.getByRole('group', { name: '7 answers need you' })
  await summary.waitFor()
  expect(await summary.evaluate((node) => node === document.activeElement)).toBe(true)
  expect(await isInView(summary)).toBe(true)
  expect(await partner.title()).toMatch(/^Error: Credit Partner Application/)
  await summary.getByRole('link', { name: 'Phone number' }).press('Enter')
  const phoneNumber = partner.getByLabel('Phone number')
  expect(await phoneNumber.evaluate((node) => node === document.activeElement)).toBe(true)
  expect(await isInView(phoneNumber)).toBe(true)
  expect(sent).toEqual([])
  await chooseFile(partner, report)
  await fillAccountFields(partner, { ...applicant, email: taken.email })
  await partner.getByRole('button', submit).click()
  await partner
    .getByText('An account with this email already exists. Please log in.')
    .first()
    .waitFor()
  // Only what failed is sent again, and once.
  await partner.getByRole('textbox', { name: 'Email' }).fill(applicant.email)
  await partner.getByRole('button', submit).dblclick()
  await partner.getByText(done).waitFor()
  await seeToast(partner, 'Document uploaded and account created!')
  expect(sent).toEqual(['/api/upload', '/api/register', '/api/register'])
  await partner.waitForURL('**/dashboard')
  await partner.getByText('Application Under Review').waitFor()
  await rowWith(partner, report.name, 'Pending').waitFor()

  const { page: admin, context } = await openAdmin(usersWith(applicant))
  await openRow(admin, fullName(applicant))
  const panel = admin.getByRole('complementary', { name: fullName(applicant) })

  // A browser with a PDF viewer shows the file in the new tab, one without saves it.
  const opened = context.waitForEvent(
    'response',
    (response) =>
      new URL(response.url()).pathname.startsWith('/uploads/') &&
      response.request().method() === 'GET',
  )
  await panel.getByRole('button', { name: `View ${report.name}` }).click()
  const answer = await opened
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect(answer.headers()['content-disposition']).toMatch(/^inline/)
  const download = panel.getByRole('button', { name: `Download ${report.name}` })
  const saved = await saveFile(admin, () => download.click())
  expect(saved).toEqual({ name: report.name, bytes: report.bytes })
  await panel.getByRole('button', { name: 'Close' }).first().click()
  await decide(admin, 'Approve', applicant)

  await partner.reload()
  await partner.getByText('Application Approved').waitFor()
})

test('a person signs up by sharing a login, the administrator rejects, the person reads the decision', async () => {
  const applicant = newApplicant()
  const { page: partner } = await openVisitor()
  const loaded: string[] = []
  partner.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const checkers = () => loaded.filter((path) => path.startsWith('/assets/password-verdict-'))
  await open(partner, '/onboarding')
  await partner.getByRole('tab', { name: 'Share Login Details' }).click()
  await partner.getByLabel('Service name').fill('Score Watch')
  await partner.getByLabel('Service URL').fill('https://score-watch.example/login')
  await partner.getByLabel('Username').fill(applicant.email)
  await partner.getByLabel('Service password').fill('swordfish')
  // The list of common passwords is long: it comes for anyone who is about to choose one.
  expect(checkers()).toEqual([])
  await partner.getByLabel('Password', { exact: true }).fill('Summer2025!')
  await partner.getByText('This password is too common. Please choose another.').waitFor()
  expect(checkers()).toHaveLength(1)
  await fillAccountFields(partner, applicant)
  await partner.getByRole('button', submit).click()
  await partner.getByText('Credentials shared and account created!').first().waitFor()
  await partner.waitForURL('**/dashboard')
  await partner.getByText('Application Under Review').waitFor()

  const { page: admin } = await openAdmin(usersWith(applicant))
  await decide(admin, 'Reject', applicant)
  await partner.reload()
  await partner.getByText('Application Not Approved').waitFor()
  await partner.getByText('Your report shows a score of 655.').first().waitFor()
  await partner.getByText('contact support').first().waitFor()
})

test('an applicant on a slow phone sees how much is sent, stops it, loses the connection, and sees that it worked', async () => {
  const { page, context, allow } = await openVisitor(phone)
  allow(/ERR_INTERNET_DISCONNECTED|Request failed/)
  await open(page, '/onboarding')
  await chooseFile(page, samples.jpeg({ size: 2_000_000 }))
  await fillAccountFields(page, newApplicant())
  const network = await context.newCDPSession(page)
  const setLine = async (line: { offline?: boolean; uploadThroughput?: number }) => {
    const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
    await network.send('Network.emulateNetworkConditions', { ...fast, ...line })
  }
  await setLine({ uploadThroughput: 200_000 })
  await page.getByRole('button', submit).tap()
  const sending = page.getByText('Sending your document…')
  await sending.waitFor()
  expect(await isInView(sending)).toBe(true)
  const percent = async () => Number(/(\d+)%/.exec(await sending.locator('..').innerText())?.[1])
  const first = await percent()
  expect(first).toBeLessThan(90)
  await expect.poll(percent).toBeGreaterThan(first)
  const bar = page.getByRole('progressbar', { name: 'Sending score-photo.jpg' })
  const filled = Number(await bar.getAttribute('value'))
  expect(filled).toBeGreaterThan(0)
  expect(filled).toBeLessThan(100)
  await sending.locator('../..').getByRole('button', { name: 'Cancel' }).tap()
  await sending.waitFor({ state: 'detached' })

  await setLine({ offline: true })
  await page.getByRole('button', submit).tap()
  await page.getByRole('main').getByText('The connection was lost.').waitFor()
  await setLine({})
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).tap()
  const said = page.getByText(done)
  await said.waitFor()
  expect(await isInView(said)).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(done)
  await page.waitForURL('**/dashboard')
})
