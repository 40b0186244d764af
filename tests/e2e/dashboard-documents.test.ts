import { expect, test } from 'vitest'
import { maxFileBytes } from '@shared/file-kinds'
import { addDocument, fullName, newApplicant, signUp } from '@tests/support/client/people'
import { chooseFile, rowWith, saveFile, seeToast } from '@tests/support/client/journey-steps'
import { samples } from '@tests/support/samples/samples'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const picker = 'Your document'
const addButton = { name: 'Upload Additional File' }
const uploadButton = { name: 'Upload', exact: true }

/** A partner with one PDF, on the dashboard; `sent` are the changes asked of the server. */
async function openDashboard() {
  const partner = newApplicant()
  const { page, context, allow } = await openVisitor()
  await signUp(context.request, partner)
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') sent.push(pathname.split('/').slice(0, 3).join('/'))
  })
  await page.goto('/dashboard')
  await rowWith(page, samples.pdf().name).waitFor()
  return { page, context, allow, partner, sent }
}

test('a partner sees who is logged in, how the review stands and each document', async () => {
  const { page, partner } = await openDashboard()
  await page.getByRole('heading', { level: 1, name: 'Credit Partner Portal' }).waitFor()
  const header = page.locator('header').first()
  await header.getByText(fullName(partner), { exact: true }).waitFor()
  await header.getByText(partner.email, { exact: true }).waitFor()
  await header.getByText('Pending', { exact: true }).waitFor()
  await page.getByRole('heading', { name: `Welcome, ${partner.firstName}` }).waitFor()
  await page.getByRole('heading', { name: 'Application Under Review' }).waitFor()

  const documents = page.locator('table', { hasText: samples.pdf().name })
  expect(await documents.getByRole('columnheader').allTextContents()).toEqual([
    'File name',
    'Size',
    'Status',
    'Uploaded',
    'Actions',
  ])
  const row = rowWith(page, samples.pdf().name, 'Pending')
  expect(await row.textContent()).toMatch(
    /\d+ (bytes|KB).*[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M/,
  )
})

test('a partner is told what is wrong with a file, and adds two more until there are three', async () => {
  const { page, sent } = await openDashboard()
  await page.getByRole('button', addButton).click()

  const text = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('hello') }
  await chooseFile(page, text, picker)
  const types = 'Please upload a PDF, Word document, JPG, or PNG file.'
  await seeToast(page, 'Invalid file type', types)
  await chooseFile(page, samples.pdf({ size: maxFileBytes + 1 }), picker)
  await seeToast(page, 'File too large', 'File size must be less than 10MB.')
  await page.getByRole('button', uploadButton).click()
  await seeToast(page, 'No file selected', 'Please select a file to upload.')
  expect(sent).toEqual([])

  await chooseFile(page, samples.docx(), picker)
  await page.getByRole('button', uploadButton).dblclick()
  await seeToast(page, 'File uploaded successfully')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await rowWith(page, samples.docx().name, 'Pending').waitFor()
  expect(sent).toEqual(['/api/upload', '/api/link-file'])

  await page.getByRole('button', addButton).click()
  await chooseFile(page, samples.jpeg({ size: maxFileBytes }), picker)
  await page.getByRole('button', uploadButton).click()
  await rowWith(page, samples.jpeg().name, '10 MB').waitFor()
  await page.getByRole('button', addButton).waitFor({ state: 'detached' })
  const documents = page.locator('table', { hasText: samples.docx().name })
  expect(await documents.locator('tbody tr').count()).toBe(3)
})

test('a partner who filled the third place in another window meanwhile is told so', async () => {
  const { page, context, sent } = await openDashboard()
  await addDocument(context.request, samples.png())
  await page.getByRole('button', addButton).click()
  await chooseFile(page, samples.docx(), picker)
  await addDocument(context.request, samples.doc())
  await page.getByRole('button', uploadButton).click()
  await seeToast(page, 'Maximum files reached', 'You can upload a maximum of 3 files.')
  expect(sent).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await rowWith(page, samples.doc().name).waitFor()
  expect(await page.getByRole('button', addButton).count()).toBe(0)
})

test('a partner views a picture in a new tab, and saves documents byte for byte', async () => {
  const { page, context, allow } = await openDashboard()
  // The viewer of the browser itself, and these tests' own script, in a sandbox that runs neither.
  allow(/Applying inline style|Blocked script execution|origin-keyed/)
  const [picture, document] = [samples.png(), samples.docx({ text: 'Score 742' })]
  await addDocument(context.request, picture)
  await addDocument(context.request, document)
  await page.reload()

  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: `View ${picture.name}` }).click(),
  ])
  await tab.waitForURL(/\/uploads\/[\w-]{43}\/score-screenshot\.png$/)
  expect(await tab.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0)
  expect(await tab.evaluate(() => window.opener === null)).toBe(true)

  const report = samples.pdf()
  const saved = await saveFile(page, () =>
    page.getByRole('button', { name: `Download ${report.name}` }).click(),
  )
  expect(saved).toEqual({ name: report.name, bytes: report.bytes })
  // Browsers show no Word documents: viewing one saves it.
  const viewed = await saveFile(page, () =>
    page.getByRole('button', { name: `View ${document.name}` }).click(),
  )
  expect(viewed).toEqual({ name: document.name, bytes: document.bytes })
})

test('a partner without a connection keeps the chosen file, and Retry sends it', async () => {
  const { page, context, allow, sent } = await openDashboard()
  await page.getByRole('button', addButton).click()
  await chooseFile(page, samples.png(), picker)
  await context.setOffline(true)
  await page.getByRole('button', uploadButton).click()
  const lost = 'The connection was lost. Please check your internet connection and try again.'
  await seeToast(page, 'Error uploading file', lost)
  allow(/ERR_INTERNET_DISCONNECTED|Request failed/)
  await page.getByText(samples.png().name).first().waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await seeToast(page, 'File uploaded successfully')
  await rowWith(page, samples.png().name).waitFor()
  expect(sent).toEqual(['/api/upload', '/api/link-file'])
})
