import { expect, test } from 'vitest'
import { addDocument, newApplicant, signUp } from '@tests/support/client/people'
import {
  checkPhoneLook,
  chooseFile,
  fillAccountFields,
  findToast,
  rowWith,
} from '@tests/support/client/journey-steps'
import { isInView } from '@tests/support/client/reading'
import { samples } from '@tests/support/samples/samples'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

test('an applicant on a phone sees that it worked, finds the dashboard from every page, and no second application', async () => {
  const { page } = await openVisitor(phone)
  await page.goto('/onboarding')
  await chooseFile(page, samples.pdf())
  await fillAccountFields(page, newApplicant())
  await page.getByRole('button', { name: 'Submit Application' }).tap()
  const done = page.getByText('Document Submitted & Account Created!')
  await done.waitFor()
  const box = await done.boundingBox()
  expect(box?.y).toBeGreaterThan(64)
  expect(box?.y).toBeLessThan(600)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(
    'Document Submitted & Account Created!',
  )
  await page.waitForURL('**/dashboard')

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/support')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  const menu = page.locator('#mobile-menu')
  await menu.getByRole('button', { name: 'Logout' }).waitFor()
  expect(await menu.getByRole('link').allTextContents()).toEqual(['Home', 'Dashboard'])
  await checkPhoneLook(page)
  await menu.getByRole('link', { name: 'Dashboard' }).tap()
  await page.getByRole('heading', { name: 'Application Under Review' }).waitFor()
  expect(asked.filter((path) => path === '/api/user').length).toBeLessThanOrEqual(1)

  await page.goto('/onboarding')
  await page.getByRole('heading', { name: 'You already have an account' }).waitFor()
  expect(await page.getByRole('tab').count()).toBe(0)
  await checkPhoneLook(page)
  await page.getByRole('link', { name: 'Go to Your Dashboard' }).tap()
  await page.waitForURL('**/dashboard')
})

test('an applicant on a slow phone sees how much of the document is sent, and can stop it there', async () => {
  const { page } = await openVisitor(phone)
  await page.goto('/onboarding')
  await chooseFile(page, samples.pdf({ size: 2_000_000 }))
  await fillAccountFields(page, newApplicant())
  const network = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 0, downloadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 200_000 })
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await submit.tap()
  const sending = page.getByText('Sending your document…')
  await sending.waitFor()
  expect(await isInView(sending)).toBe(true)
  const percent = async () => Number(/(\d+)%/.exec(await sending.locator('..').innerText())?.[1])
  const first = await percent()
  expect(first).toBeLessThan(90)
  await expect.poll(percent).toBeGreaterThan(first)
  const bar = page.getByRole('progressbar', { name: 'Sending credit-report.pdf' })
  const filled = Number(await bar.getAttribute('value'))
  expect(filled).toBeGreaterThan(0)
  expect(filled).toBeLessThan(100)
  await sending.locator('../..').getByRole('button', { name: 'Cancel' }).tap()
  await sending.waitFor({ state: 'detached' })

  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 })
  await submit.tap()
  await page.getByText('Document Submitted & Account Created!').waitFor()
})

test('an applicant on a phone whose page is loaded again in the middle goes on where they were', async () => {
  const { page } = await openVisitor(phone)
  const applicant = newApplicant()
  await page.goto('/onboarding')
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
  await chooseFile(page, samples.pdf())
  await fillAccountFields(page, applicant)
  await page.getByRole('button', { name: 'Submit Application' }).tap()
  await page.getByText('Document Submitted & Account Created!').waitFor()
  expect(await kept()).not.toContain(applicant.email)
})

test('an applicant on a phone sees at the document why it was refused, and sends another', async () => {
  const { page, allow } = await openVisitor(phone)
  allow(/415|Request failed/)
  await page.goto('/onboarding')
  const renamed = {
    name: 'report.pdf',
    type: 'application/pdf',
    bytes: Buffer.from('<html>no</html>'),
  }
  await chooseFile(page, renamed)
  await fillAccountFields(page, newApplicant())
  await page.getByRole('button', { name: 'Submit Application' }).tap()
  const reason = page.getByRole('main').getByText('Invalid file type:')
  await reason.waitFor()
  await expect.poll(async () => (await reason.boundingBox())?.y).toBeGreaterThan(64)
  expect((await reason.boundingBox())?.y).toBeLessThan(700)
  await checkPhoneLook(page)
  await chooseFile(page, samples.pdf())
  await page.getByRole('button', { name: 'Submit Application' }).tap()
  await page.getByText('Document Submitted & Account Created!').waitFor()
})

test('a toast on a phone leaves the dialog it is about in sight', async () => {
  const { page, context } = await openVisitor(phone)
  await signUp(context.request, newApplicant())
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Upload Additional File' }).tap()
  const text = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('hello') }
  await chooseFile(page, text, 'Your document')
  const toast = findToast(page)
  await toast.waitFor()
  const dialog = await page.getByRole('dialog').boundingBox()
  const bottomOf = async () => {
    const box = await toast.boundingBox()
    return box && box.y + box.height
  }
  expect(await bottomOf()).toBeLessThanOrEqual(dialog?.y ?? 0)
  await chooseFile(page, samples.png(), 'Your document')
  await toast.waitFor({ state: 'detached' })
})

test('a long file name keeps its ending in the partner’s list, at any width', async () => {
  const { page, context } = await openVisitor({ viewport: { width: 1440, height: 900 } })
  await signUp(context.request, newApplicant())
  const name = `Experian_Equifax_TransUnion_${'combined_'.repeat(10)}(final) v2.png`
  await addDocument(context.request, { ...samples.png(), name })
  await page.goto('/dashboard')
  const row = rowWith(page, name)
  await row.waitFor()
  for (const width of [360, 768, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await row.getByText('(final) v2.png', { exact: true }).waitFor()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `at ${width}`).toBeLessThanOrEqual(0)
  }
})
