import type { Locator, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  addDocument,
  fullName,
  logInAsAdmin,
  newApplicant,
  signUp,
  upload,
} from '@tests/support/client/people'
import {
  answerBrowser,
  chooseFile,
  giveReason,
  rowWith,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import { reportColumns } from '@tests/support/client/list-columns'
import { samples } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

/** A partner with one document of a name that no other has. */
async function buildReport() {
  const owner = newApplicant()
  const report = { ...samples.pdf(), name: `report-${owner.phoneNumber.replace(/\D/g, '')}.pdf` }
  const request = await openSession()
  await signUp(request, owner, report)
  return { owner, report, request }
}

async function openReports(search = '') {
  const visitor = await openVisitor()
  await logInAsAdmin(visitor.context.request)
  await visitor.page.goto(`/admin/reports${search && `?search=${encodeURIComponent(search)}`}`)
  await visitor.page.getByRole('heading', { level: 1, name: 'Credit Reports' }).waitFor()
  return visitor
}

const searchBox = (page: Page) => page.getByLabel('Search by file, owner, email, or phone')
const colorOf = (row: Locator) => row.evaluate((node) => getComputedStyle(node).backgroundColor)
const count = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

test('the administrator finds reports by file, owner, email or phone, counted and newest first', async () => {
  const { owner, report, request } = await buildReport()
  await addDocument(request, samples.png())
  const { page } = await openReports()
  await rowWith(page, report.name).waitFor()
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(reportColumns)

  for (const search of [fullName(owner), owner.email, owner.phoneNumber]) {
    await searchBox(page).fill(search)
    await count(page, '2 reports')
    await expect.poll(() => page.locator('tbody tr').first().textContent()).toContain('.png')
  }
  await searchBox(page).fill(report.name.toUpperCase())
  await count(page, '1 report')
  const row = rowWith(page, report.name)
  for (const fact of [fullName(owner), owner.email, owner.phoneNumber, 'Pending'])
    await row.getByText(fact, { exact: true }).first().waitFor()

  await page.getByLabel('Status', { exact: true }).selectOption('Approved')
  await page.getByText('No reports found.', { exact: true }).waitFor()
  await count(page, '0 reports')
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await rowWith(page, samples.png().name).first().waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('a report whose owner has no account stands out in red', async () => {
  const { report } = await buildReport()
  const name = `unclaimed-${report.name}`
  await upload(await openSession(), { ...report, name })
  const { page } = await openReports(report.name)
  const orphan = rowWith(page, name)
  await orphan.getByText('No User Account', { exact: true }).waitFor()
  await orphan.getByText('Orphaned', { exact: true }).waitFor()
  expect(await orphan.getByText('N/A', { exact: true }).count()).toBe(2)
  expect(await colorOf(orphan)).toBe('rgb(251, 227, 224)')
  const owned = page.locator('tbody tr').filter({ hasNotText: 'No User Account' })
  expect(await owned.count()).toBe(1)
  expect(await colorOf(owned)).not.toBe('rgb(251, 227, 224)')
})

test('the administrator opens and saves what a partner sent', async () => {
  const { report, request } = await buildReport()
  const picture = { ...samples.png({ text: report.name }), name: `${report.name}.png` }
  await addDocument(request, picture)
  const { page, context, allow } = await openReports(report.name)
  // The viewer of the browser itself, and these tests' own script, in a sandbox that runs neither.
  allow(/Applying inline style|Blocked script execution|origin-keyed/)

  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: `View ${picture.name}` }).click(),
  ])
  await tab.waitForURL(/\/uploads\/[\w-]{43}\/[^/]+\.png\?token=[\w-]{43}$/)
  expect(await tab.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0)
  const saved = await saveFile(page, () =>
    page.getByRole('button', { name: `Download ${report.name}`, exact: true }).click(),
  )
  expect(saved).toEqual({ name: report.name, bytes: report.bytes })

  // The address holds a token: it opens nothing for anyone else.
  const stranger = await openSession()
  await signUp(stranger, newApplicant())
  expect((await stranger.get(tab.url())).status()).toBe(404)
})

test('the administrator decides by the dropdown, which waits while a decision is under way', async () => {
  const { report } = await buildReport()
  const { page, context, allow } = await openReports(report.name)
  allow(/ERR_FAILED|Request failed/)
  const row = rowWith(page, report.name)
  const dropdown = page.getByLabel(`Status of ${report.name}`)
  const others = row.getByRole('button', { name: /^(Re-upload|Restore|Delete) / })
  const held: Route[] = []
  await context.route('**/api/admin/files/*/status', (route) => void held.push(route))
  await row.waitFor()
  expect(await dropdown.locator('option').allTextContents()).toEqual([
    'Pending',
    'Approved',
    'Rejected',
  ])
  await dropdown.selectOption('Approved')
  await expect.poll(() => dropdown.isDisabled()).toBe(true)
  expect(await others.count()).toBeGreaterThan(0)
  for (const button of await others.all()) expect(await button.isDisabled()).toBe(true)
  for (const route of held) await route.continue()
  await row.getByText('Approved', { exact: true }).first().waitFor()
  await seeToast(page, 'Status updated successfully', `Approved ${report.name}`)
  await expect.poll(() => dropdown.isEnabled()).toBe(true)
  await context.unroute('**/api/admin/files/*/status')

  await dropdown.selectOption('Pending')
  await expect.poll(() => dropdown.inputValue()).toBe('pending')
  await context.route('**/api/admin/files/*/status', (route) => route.abort())
  await dropdown.selectOption('Rejected')
  await giveReason(page)
  const lost = 'The connection was lost. Please check your internet connection and try again.'
  await seeToast(page, 'Error updating status', lost)
  await expect.poll(() => dropdown.inputValue()).toBe('pending')
})

test('the administrator replaces a report, and restores the one before it', async () => {
  const { report } = await buildReport()
  const better = { ...samples.docx({ text: 'A better copy' }), name: `better-${report.name}.docx` }
  const { page } = await openReports(report.name)
  await page.getByRole('button', { name: `Re-upload ${report.name}` }).click()
  const picker = page.getByLabel('The new document')
  expect(await picker.getAttribute('accept')).toBe('.pdf,.doc,.docx,.jpg,.jpeg,.png')
  await chooseFile(page, better, 'The new document')
  await page.getByRole('button', { name: 'Re-upload', exact: true }).click()
  await seeToast(page, 'File re-uploaded successfully')
  await page.getByLabel(`Status of ${better.name}`).selectOption('Rejected')
  await giveReason(page, 'Page 2 is missing.')
  await seeToast(page, 'Status updated successfully', `Rejected ${better.name}`)

  const restore = page.getByRole('button', { name: `Restore ${better.name}` })
  const question =
    'Are you sure you want to restore this file from backup? This will replace the current file with the most recent backup.'
  expect(await answerBrowser(page, 'dismiss', () => restore.click())).toBe(question)
  await rowWith(page, better.name, 'Rejected').waitFor()
  await answerBrowser(page, 'accept', () => restore.click())
  await seeToast(page, 'File restored successfully')
  await expect.poll(() => page.getByLabel(`Status of ${report.name}`).inputValue()).toBe('pending')
  const saved = await saveFile(page, () =>
    page.getByRole('button', { name: `Download ${report.name}`, exact: true }).click(),
  )
  expect(saved).toEqual({ name: report.name, bytes: report.bytes })
})

test('the administrator deletes a report only after a yes, and then no one has it', async () => {
  const { report, request } = await buildReport()
  const [{ uploadKey }] = await (await request.get('/api/files')).json()
  const { page } = await openReports(report.name)
  const remove = page.getByRole('button', { name: `Delete ${report.name}` })
  const question = `Are you sure you want to delete file ${report.name}?`
  expect(await answerBrowser(page, 'dismiss', () => remove.click())).toBe(question)
  await page.reload()
  await rowWith(page, report.name).waitFor()
  await answerBrowser(page, 'accept', () => remove.click())
  await seeToast(page, 'File deleted')
  await page.getByText('No reports found.', { exact: true }).waitFor()
  expect((await request.get(`/uploads/${uploadKey}/${report.name}`)).status()).toBe(404)
  expect(await (await request.get('/api/files')).json()).toEqual([])
})
