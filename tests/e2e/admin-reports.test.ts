import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page, Route } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { phone, setUpAdmin } from '@tests/support/client/admin-window'
import {
  answerBrowser,
  chooseFile,
  expectToFit,
  findToast,
  giveReason,
  rowWith,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import { newApplicant, signUp } from '@tests/support/client/people'
import { jpeg2000Pdf } from '@tests/support/samples/pdf-variants'
import { samples, type Sample } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openAdmin = setUpAdmin(setUpVisitors())
const updated = 'Status updated successfully'
const reuploaded = 'File re-uploaded successfully'

/** A partner with one document of a name that no other has. */
async function buildReport(sample: Sample = samples.png()) {
  const owner = newApplicant()
  const report = { ...sample, name: `${owner.email.replace(/\W/g, '-')}-${sample.name}` }
  const request = await openSession()
  const uploadKey = await signUp(request, owner, report)
  return { owner, report, request, uploadKey }
}

const listOf = ({ name }: Sample) => `/admin/reports?search=${name}`

/** Opens the menu of a document in the list. */
async function openMenu(page: Page, { name }: Sample): Promise<Locator> {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click()
  return page.getByRole('menu')
}

const choose = async (page: Page, action: string, report: Sample) =>
  (await openMenu(page, report)).getByRole('menuitem', { name: `${action} ${report.name}` }).click()

/** Saves a document from the list, and expects it to be what was sent. */
async function expectSaved(page: Page, report: Sample): Promise<void> {
  const { name, bytes } = report
  const saved = await saveFile(page, () => choose(page, 'Download', report))
  expect(saved.name).toBe(name)
  expect(saved.bytes.equals(bytes)).toBe(true)
}

/** Whether anything is drawn on the page of the document that is shown. */
const isDrawn = (page: Page) =>
  page.locator('canvas').evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement) || canvas.width < 600) return false
    const picture = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
    return picture?.data.some((value, index) => index % 4 < 3 && value < 128) ?? false
  })

/** What the policy of the page says to WebAssembly. */
const compile = () =>
  new Promise<string>((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.blockedURI))
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).catch(() => undefined)
  })

async function expectInSight(page: Page, part: Locator): Promise<void> {
  const box = await part.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  expect(box && box.y >= 0 && box.y + box.height <= height).toBe(true)
}

test('the administrator finds a report, reads it beside the list, page by page, and decides by key', async () => {
  const { owner, report } = await buildReport(
    samples.pdf({ pages: ['Score 742', 'Nothing overdue'] }),
  )
  const { page } = await openAdmin('/admin/reports')
  await page.getByLabel('Search by file, person, or phone').fill(owner.phoneNumber)
  await page.getByText('1 report', { exact: true }).waitFor()
  await rowWith(page, report.name, owner.lastName, owner.email, 'Pending').waitFor()
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: report.name })
  await details.getByText('Page 1 of 2').waitFor()
  await expect.poll(() => isDrawn(page)).toBe(true)
  await details.getByText('Score 742').waitFor({ state: 'attached' })
  await details.getByRole('button', { name: 'Next Page' }).click()
  await details.getByText('Nothing overdue').waitFor({ state: 'attached' })
  await details.getByRole('button', { name: 'Enlarge' }).click()
  await details.getByRole('button', { name: 'Fit the width' }).waitFor()
  const region = details.getByRole('region', { name: `Preview of ${report.name}` })
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => region.evaluate((node) => node.scrollTop)).toBeGreaterThan(0)
  await page.keyboard.press('ArrowLeft')
  await details.getByText('Page 1 of 2').waitFor()
  for (const decision of ['Approve', 'Reject'])
    await expectInSight(page, details.getByRole('button', { name: `${decision} ${report.name}` }))
  await page.keyboard.press('a')
  await seeToast(page, updated, `Approved ${report.name}`)
  await details.getByText('Approved', { exact: true }).first().waitFor()
})

test('a scan in JPEG 2000 is drawn by WebAssembly, which runs in the worker alone', async () => {
  const { report } = await buildReport({ ...samples.pdf(), bytes: jpeg2000Pdf() })
  const { page, context, allow } = await openAdmin(listOf(report))
  allow(/WebAssembly|wasm-eval/)
  const decoders: string[] = []
  context.on('request', (request) => decoders.push(...request.url().split('/wasm/').slice(1)))
  await rowWith(page, report.name).waitFor()
  await page.getByLabel('Search by file, person, or phone').press('Enter')
  await expect.poll(() => isDrawn(page)).toBe(true)
  expect(decoders).toEqual(['openjpeg.wasm'])
  expect(await page.evaluate(compile)).toBe('wasm-eval')
})

test('the administrator opens what a partner sent, which opens for no one else', async () => {
  const { report } = await buildReport()
  const { page, context, allow } = await openAdmin(listOf(report))
  // The viewer of the browser itself, and these tests' own script, in a sandbox that runs neither.
  allow(/Applying inline style|Blocked script execution|origin-keyed/)
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: `View ${report.name}` }).click(),
  ])
  await tab.waitForURL(/\/uploads\/[\w-]{43}\/[^/]+\.png\?token=[\w-]{43}$/)
  expect(await tab.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0)

  const { request: stranger } = await buildReport()
  expect((await stranger.get(tab.url())).status()).toBe(404)
})

test('the administrator decides by the dropdown, which waits while a decision is under way', async () => {
  const { report } = await buildReport()
  const { page, context, allow } = await openAdmin(listOf(report))
  allow(/ERR_FAILED|Request failed/)
  const dropdown = page.getByLabel(`Status of ${report.name}`)
  const held: Route[] = []
  await context.route('**/api/admin/files/*/status', (route) => void held.push(route))
  page.once('dialog', (dialog) => void dialog.accept())
  await dropdown.selectOption('Approved')
  await expect.poll(() => dropdown.isDisabled()).toBe(true)
  const menu = await openMenu(page, report)
  const waiting = menu.locator('[aria-disabled=true]')
  expect(await waiting.allTextContents()).toEqual(['Re-upload', 'Restore', 'Delete'])
  await page.keyboard.press('Escape')
  for (const route of held) await route.continue()
  await seeToast(page, updated, `Approved ${report.name}`)
  await expect.poll(() => dropdown.isEnabled()).toBe(true)
  await context.unroute('**/api/admin/files/*/status')

  await dropdown.selectOption('Pending')
  await seeToast(page, updated, `Set ${report.name} to pending`)
  await context.route('**/api/admin/files/*/status', (route) => route.abort())
  await dropdown.selectOption('Rejected')
  await giveReason(page)
  const lost = 'The connection was lost. Please check your internet connection and try again.'
  await seeToast(page, 'Error updating status', lost)
  await expect.poll(() => dropdown.inputValue()).toBe('pending')
})

test('on a phone, the administrator replaces a report, restores the one before it, and deletes it', async () => {
  const { owner, report, request, uploadKey } = await buildReport()
  const better = { ...samples.docx(), name: `${'better-report-'.repeat(8)}${owner.email}.docx` }
  const { page } = await openAdmin(`/admin/reports?search=${owner.email}`, phone)
  const card = rowWith(page, 'Submitted by')
  await choose(page, 'Re-upload', report)
  await chooseFile(page, better, 'The new document')
  await page.getByRole('button', { name: 'Re-upload', exact: true }).tap()
  await seeToast(page, reuploaded)
  expect(await card.getByRole('button').allTextContents()).toEqual([
    expect.stringContaining(better.name),
    'View',
    '',
  ])
  const menu = await openMenu(page, better)
  expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
    'Download',
    'Re-upload',
    'Restore',
    'Delete',
  ])
  for (const item of await menu.getByRole('menuitem').all())
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.keyboard.press('Escape')
  await expectToFit(page)
  await page.getByLabel(`Status of ${better.name}`).selectOption('Rejected')
  await giveReason(page, 'Page 2 is missing.')
  await seeToast(page, updated, `Rejected ${better.name}: Page 2 is missing.`)

  const question =
    'Are you sure you want to restore this file from backup? This will replace the current file with the most recent backup.'
  expect(await answerBrowser(page, 'dismiss', () => choose(page, 'Restore', better))).toBe(question)
  await rowWith(page, better.name, 'Rejected').waitFor()
  await answerBrowser(page, 'accept', () => choose(page, 'Restore', better))
  await seeToast(page, 'File restored successfully')
  await expect.poll(() => page.getByLabel(`Status of ${report.name}`).inputValue()).toBe('pending')
  await expectSaved(page, report)

  const removal = `Are you sure you want to delete file ${report.name}?`
  expect(await answerBrowser(page, 'dismiss', () => choose(page, 'Delete', report))).toBe(removal)
  await page.reload()
  await rowWith(page, report.name).waitFor()
  await answerBrowser(page, 'accept', () => choose(page, 'Delete', report))
  await seeToast(page, 'File deleted')
  await page.getByText('No reports found.', { exact: true }).waitFor()
  expect((await request.get(`/uploads/${uploadKey}/${report.name}`)).status()).toBe(404)
  expect(await (await request.get('/api/files')).json()).toEqual([])
})

test('the administrator fixes a lost report by the backup, and without one by sending it again', async () => {
  const { report, uploadKey } = await buildReport()
  const uploads = inject('uploadsDir')
  await rm(join(uploads, uploadKey), { recursive: true })
  const { page, context } = await openAdmin(listOf(report))
  const choice = page.getByRole('dialog', { name: 'Fix a Missing File' })
  const fixIt = async (how: string) => {
    await findToast(page).getByRole('button', { name: 'Fix It' }).click()
    await choice.getByText(report.name).first().waitFor()
    await choice.getByRole('button', { name: how }).waitFor()
    return () => choice.getByRole('button', { name: how }).click()
  }
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByLabel(`Status of ${report.name}`).selectOption('Approved')
  await seeToast(page, updated, `Approved ${report.name}`)
  await page.getByRole('button', { name: `View ${report.name}` }).click()
  await seeToast(page, 'File Missing', 'The original file was not found on the server.')
  await expect.poll(() => context.pages().length).toBe(1)
  await answerBrowser(page, 'accept', await fixIt('Try Restore'))
  await seeToast(page, 'File restored successfully')
  await rowWith(page, report.name, 'Approved').waitFor()
  await expectSaved(page, report)

  await rm(join(uploads, uploadKey), { recursive: true })
  await rm(join(uploads, '.backups', uploadKey), { recursive: true })
  const missing = "The file could not be downloaded because it wasn't found on the server."
  const download = () => choose(page, 'Download', report)
  await download()
  await seeToast(page, 'File Missing', missing)
  await answerBrowser(page, 'accept', await fixIt('Try Restore'))
  await seeToast(page, 'Error restoring file', 'There is no backup of this file to restore.')
  await download()
  await seeToast(page, 'File Missing', missing)
  await (
    await fixIt('Re-upload')
  )()
  await chooseFile(page, report, 'The new document')
  await page.getByRole('button', { name: 'Re-upload', exact: true }).click()
  await seeToast(page, reuploaded)
  await expectSaved(page, report)
})
