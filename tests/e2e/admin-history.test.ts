import { once } from 'node:events'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fullName, logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { answerBrowser, checkPhoneLook, rowWith } from '@tests/support/client/journey-steps'
import { samples } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

/** Someone whose document was approved and then sent again, and the administrator. */
async function openReviewed(viewport = { width: 1440, height: 900 }) {
  const person = newApplicant({ firstName: 'Ada' })
  const owner = await openSession()
  await signUp(owner, person, {
    ...samples.pdf({ text: 'first' }),
    name: 'first.pdf',
  })
  const [own] = await (await owner.get('/api/files')).json()
  const { page, context } = await openVisitor({ viewport })
  await logInAsAdmin(context.request)
  const data = { status: 'approved' }
  await context.request.patch(`/api/admin/files/${own.id}/status`, { data })
  const second = samples.png({ text: 'second' })
  const file = { name: 'second.png', mimeType: second.type, buffer: second.bytes }
  const sent = await owner.post(`/api/reupload/${own.id}`, { multipart: { file } })
  expect(sent.status()).toBe(200)
  return { person, fileId: own.id, userId: own.userId, page, context }
}

test('the administrator reads what happened in words and names, and narrows it', async () => {
  const { person, page } = await openReviewed()
  const name = fullName(person)
  await page.goto('/admin/audit')
  await page.getByLabel('Search by person or document').fill(name)
  await rowWith(page, `Approved second.png (${name})`).waitFor()
  await rowWith(page, 'Re-uploaded second.png').getByText(name).waitFor()
  await page.getByLabel('What').selectOption('Decisions')
  await page.getByText('1 event', { exact: true }).waitFor()
  const row = rowWith(page, 'Approved second.png')
  await row.getByText('Show', { exact: true }).click()
  await row.getByText('status: approved').waitFor()

  await row.getByRole('link', { name }).click()
  await page.getByText(`Everything that happened to ${name}`).waitFor()
  await rowWith(page, 'Registered').waitFor()
  const address = page.url()
  await page.getByLabel('Who').selectOption('You')
  await page.getByText('1 event', { exact: true }).waitFor()
  await page.goBack()
  expect(page.url()).toBe(address)
  await rowWith(page, 'Registered').waitFor()
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('the trail and its filters fit a phone', async () => {
  const { person, page } = await openReviewed({ width: 360, height: 740 })
  await page.goto('/admin/audit')
  await page.getByLabel('Search by person or document').fill(fullName(person))
  await rowWith(page, `Approved second.png (${fullName(person)})`).waitFor()
  await checkPhoneLook(page)
})

test('the administrator finds a person’s history in their panel', async () => {
  const { person, userId, page } = await openReviewed()
  await page.goto(`/admin/users?open=${userId}`)
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Approved second.png').waitFor()
  await history.getByRole('link', { name: 'Show in Audit Trail' }).click()
  await page.getByText(`Everything that happened to ${fullName(person)}`).waitFor()
})

/** Lets no picture of a document arrive until the function that it answers is called. */
async function holdPictures(page: Page): Promise<() => void> {
  const controller = new AbortController()
  const released = once(controller.signal, 'abort')
  await page.route('**/uploads/**', async (route) => {
    if (route.request().method() === 'GET') await released
    await route.continue()
  })
  return () => controller.abort()
}

const topOf = async (part: Locator) => (await part.boundingBox())?.y

test('the administrator goes back to an earlier version of a document', async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    const { page, fileId } = await openReviewed(viewport)
    const showPicture = await holdPictures(page)
    await page.goto(`/admin/reports?open=${fileId}`)
    // What is below the document stays where it is while that loads.
    const versionsButton = page.getByText('Versions', { exact: true })
    await versionsButton.waitFor()
    const top = await topOf(versionsButton)
    showPicture()
    await page.getByRole('img', { name: 'Preview of second.png' }).waitFor()
    await page.locator('[data-preview-loading]').waitFor({ state: 'detached' })
    expect(await topOf(versionsButton)).toBe(top)
    await versionsButton.click()
    const versions = page.getByRole('list', { name: 'Versions of second.png' })
    const items = versions.getByRole('listitem')
    await items.first().getByText('Current').waitFor()
    expect(await items.count()).toBe(2)
    await items.nth(1).getByText('Uploaded before signing up').waitFor()
    if (viewport.width === 360) await checkPhoneLook(page)
    const restore = items.nth(1).getByRole('button', { name: /^Restore the version of/ })
    const question = await answerBrowser(page, 'accept', () => restore.click())
    expect(question).toMatch(/^Are you sure you want to restore the version of .+\?/)
    const restored = page.getByRole('list', { name: 'Versions of first.pdf' })
    await restored.getByText(/^Restored by .+, administrator$/).waitFor()
    expect(await restored.getByRole('listitem').count()).toBe(3)
    await page
      .getByRole('img', { name: /first\.pdf/ })
      .or(page.getByLabel(/first\.pdf/))
      .first()
      .waitFor()
  }
})
