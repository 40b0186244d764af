import { expect, test } from 'vitest'
import { phone } from '@tests/support/client/admin-window'
import {
  checkLook,
  chooseFile,
  rowWith,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import {
  addDocument,
  fullName,
  logInAsAdmin,
  newApplicant,
  signUp,
} from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
/** What people sign up with here. */
const first = samples.png()
const picker = 'Your document'
const addButton = { name: 'Upload Additional File' }
const uploadButton = { name: 'Upload', exact: true }

test('a partner adds documents until there are three, views them and saves them byte for byte', async () => {
  const partner = newApplicant()
  const { page, context, allow } = await openVisitor()
  // The viewer of the browser itself, and these tests' own script, in a sandbox that runs neither.
  allow(/Applying inline style|Blocked script execution|origin-keyed/)
  await signUp(context.request, partner)
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') sent.push(pathname.split('/').slice(0, 3).join('/'))
  })
  await page.goto('/dashboard')
  const header = page.locator('header').first()
  await header.getByText(fullName(partner), { exact: true }).waitFor()
  await header.getByText(partner.email, { exact: true }).waitFor()
  await header.getByText('Pending', { exact: true }).waitFor()
  const documents = page.locator('table', { hasText: first.name })
  await rowWith(page, first.name).waitFor()
  const columns = await documents.getByRole('columnheader').allTextContents()
  expect(columns).toEqual(['File name', 'Size', 'Status', 'Uploaded', 'Actions'])
  expect(await rowWith(page, first.name, 'Pending').textContent()).toMatch(
    /\d+ (bytes|KB).*[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M/,
  )

  const [text, photo] = [samples.docx(), samples.jpeg()]
  await page.getByRole('button', addButton).click()
  await chooseFile(page, text, picker)
  await page.getByRole('button', uploadButton).dblclick()
  await seeToast(page, 'File uploaded successfully')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await rowWith(page, text.name, 'Pending').waitFor()
  expect(sent).toEqual(['/api/upload', '/api/link-file'])
  await page.getByRole('button', addButton).click()
  await chooseFile(page, photo, picker)
  await page.getByRole('button', uploadButton).click()
  await rowWith(page, photo.name, 'Pending').waitFor()
  await page.getByRole('button', addButton).waitFor({ state: 'detached' })
  expect(await documents.locator('tbody tr').count()).toBe(3)

  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: `View ${first.name}` }).click(),
  ])
  await tab.waitForURL(new RegExp(`/uploads/[\\w-]{43}/${first.name}$`))
  expect(await tab.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0)
  expect(await tab.evaluate(() => window.opener === null)).toBe(true)
  // Browsers show no Word documents: viewing one saves it.
  for (const [name, file] of [
    [`Download ${photo.name}`, photo],
    [`View ${text.name}`, text],
  ] as const) {
    const saved = await saveFile(page, () => page.getByRole('button', { name }).click())
    expect(saved).toEqual({ name: file.name, bytes: file.bytes })
  }
})

async function openAdminSession() {
  const admin = await openSession()
  await logInAsAdmin(admin)
  return admin
}

test('a partner reads what happens when, and replaces a rejected document where the page begins', async () => {
  const { page, context } = await openVisitor(phone)
  await signUp(context.request, newApplicant())
  await page.goto('/dashboard')
  const status = page.getByRole('region', { name: 'Application Status' })
  await status.getByText('In the queue').waitFor()
  await status.getByText(/Decision by (Mon|Tue|Wed|Thu|Fri), [A-Z][a-z]{2} \d+$/).waitFor()

  const other = samples.doc()
  await addDocument(context.request, other)
  const reason = 'Pages are missing. Please send the whole report.'
  const decisions: Record<string, object> = {
    [other.name]: { status: 'approved' },
    [first.name]: { status: 'rejected', reason },
  }
  const admin = await openAdminSession()
  for (const { id, fileName } of await (await context.request.get('/api/files')).json()) {
    const data = decisions[fileName]
    expect((await admin.patch(`/api/admin/files/${id}/status`, { data })).status()).toBe(200)
  }

  await page.reload()
  const needed = page.getByRole('region', { name: 'We need a new document from you' })
  await needed.getByText(reason).waitFor()
  await status.getByText('Waiting for a new document').waitFor()
  const [lead, panel] = [await needed.boundingBox(), await status.boundingBox()]
  expect(lead?.y).toBeLessThan(panel?.y ?? 0)
  await checkLook(page)
  const colorOf = (name: string, word: string) =>
    rowWith(page, name)
      .getByText(word, { exact: true })
      .locator('..')
      .evaluate((badge) => getComputedStyle(badge).backgroundColor)
  expect(await colorOf(other.name, 'Approved')).toBe('rgb(221, 240, 228)')
  expect(await colorOf(first.name, 'Rejected')).toBe('rgb(251, 227, 224)')

  await needed.getByRole('button', { name: `Replace This Document: ${first.name}` }).tap()
  await page.getByRole('dialog').getByText(first.name, { exact: true }).waitFor()
  const better = samples.jpeg({ text: 'All pages' })
  await chooseFile(page, better, 'The new document')
  await page.getByRole('button', { name: 'Re-upload', exact: true }).dblclick()
  await seeToast(page, 'File re-uploaded successfully')
  await rowWith(page, better.name, 'Pending').waitFor()
  await needed.waitFor({ state: 'detached' })
  expect(await colorOf(better.name, 'Pending')).toBe('rgb(251, 240, 207)')
  expect(await page.locator('tbody tr').filter({ hasText: 'Re-upload' }).count()).toBe(2)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('status-title')
  const download = page.getByRole('button', { name: `Download ${better.name}` })
  const saved = await saveFile(page, () => download.tap())
  expect(saved).toEqual({ name: better.name, bytes: better.bytes })
})
