import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { nameMaxLength } from '@shared/accounts'
import { maxFileNameLength } from '@shared/files'
import { addDocument, logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import {
  chooseFile,
  findToast,
  rowWith,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import { samples } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const report = samples.pdf()
const picker = 'The new document'
const view = { name: `View ${report.name}` }
const reupload = { name: `Re-upload ${report.name}` }

test('a partner sends a rejected document again, and it is reviewed again', async () => {
  const { page, context } = await openVisitor()
  await signUp(context.request, newApplicant())
  await addDocument(context.request, samples.docx())
  const [approved, rejected] = await (await context.request.get('/api/files')).json()
  const admin = await openSession()
  await logInAsAdmin(admin)
  for (const [file, status] of [
    [approved, 'approved'],
    [rejected, 'rejected'],
  ]) {
    const path = `/api/admin/files/${file.id}/status`
    expect((await admin.patch(path, { data: { status } })).status()).toBe(200)
  }

  await page.goto('/dashboard')
  const colorOf = (name: string, word: string) =>
    rowWith(page, name)
      .getByText(word, { exact: true })
      .evaluate((badge) => getComputedStyle(badge).backgroundColor)
  expect(await colorOf(samples.docx().name, 'Approved')).toBe('rgb(221, 240, 228)')
  expect(await colorOf(report.name, 'Rejected')).toBe('rgb(251, 227, 224)')

  await page.getByRole('button', reupload).click()
  await page.getByRole('dialog').getByText(report.name, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Re-upload', exact: true }).click()
  await seeToast(page, 'No file selected', 'Please select a file to upload.')
  const better = samples.jpeg({ text: 'Readable this time' })
  await chooseFile(page, better, picker)
  await page.getByRole('button', { name: 'Re-upload', exact: true }).dblclick()
  await seeToast(page, 'File re-uploaded successfully')
  await rowWith(page, better.name, 'Pending').waitFor()
  expect(await colorOf(better.name, 'Pending')).toBe('rgb(251, 240, 207)')
  const documents = page.locator('table', { hasText: better.name })
  expect(await documents.locator('tbody tr').count()).toBe(2)
  const saved = await saveFile(page, () =>
    page.getByRole('button', { name: `Download ${better.name}` }).click(),
  )
  expect(saved).toEqual({ name: better.name, bytes: better.bytes })
})

test('a partner whose document was lost on the server is told so, and sends it again from there', async () => {
  const { page, context } = await openVisitor()
  const uploadKey = await signUp(context.request, newApplicant())
  await rm(join(inject('uploadsDir'), uploadKey), { recursive: true })
  await page.goto('/dashboard')
  const missing = 'The original file was not found on the server.'

  await page.getByRole('button', { name: `Download ${report.name}` }).click()
  await seeToast(page, 'File Missing', missing)
  await findToast(page).getByRole('button', { name: 'Close' }).click()
  await findToast(page).waitFor({ state: 'detached' })
  await page.getByRole('button', view).click()
  await seeToast(page, 'File Missing', missing)
  // The tab that was opened for it is closed again.
  await expect.poll(() => context.pages().length).toBe(1)

  await findToast(page).getByRole('button', { name: 'Re-upload' }).click()
  await page.getByRole('dialog', { name: 'Re-upload Document' }).waitFor()
  await chooseFile(page, report, picker)
  await page.getByRole('button', { name: 'Re-upload', exact: true }).click()
  await seeToast(page, 'File re-uploaded successfully')
  const saved = await saveFile(page, () =>
    page.getByRole('button', { name: `Download ${report.name}` }).click(),
  )
  expect(saved.bytes.equals(report.bytes)).toBe(true)
})

test('a partner whose session has ended is led to the login page, wherever the next click is', async () => {
  const { page, context } = await openVisitor()
  const partner = newApplicant()
  await signUp(context.request, partner)
  const { cookies } = await context.storageState()
  const clicks = [
    async () => page.getByRole('button', view).click(),
    async () => page.getByRole('button', { name: `Download ${report.name}` }).click(),
    async () => {
      await page.getByRole('button', { name: 'Upload Additional File' }).click()
      await chooseFile(page, samples.png(), 'Your document')
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
    },
    async () => {
      await page.getByRole('button', reupload).click()
      await chooseFile(page, samples.png(), picker)
      await page.getByRole('button', { name: 'Re-upload', exact: true }).click()
    },
  ]
  for (const click of clicks) {
    await context.addCookies(cookies)
    // Whatever is still asked for after the cookie is gone would lead there before the click does.
    await page.goto('/dashboard', { waitUntil: 'networkidle' })
    await page.getByRole('button', view).waitFor()
    await context.clearCookies()
    await click()
    await page.waitForURL('**/login')
  }
  await expect.poll(() => context.pages().length).toBe(1)
})

test('a partner with very long names keeps documents on a phone as on a desk', async () => {
  const { page, context } = await openVisitor({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5).slice(0, nameMaxLength)
  await signUp(context.request, newApplicant({ firstName: name, lastName: name }))
  await page.goto('/dashboard')
  const card = rowWith(page, report.name)
  // A card: its facts stand under each other, each with its label.
  await card.getByText('Uploaded', { exact: true }).waitFor()
  const buttons = await card.getByRole('button').allTextContents()
  expect(buttons).toEqual(['View', 'Download', 'Re-upload'])

  await page.getByRole('button', { name: 'Upload Additional File' }).tap()
  const long = { ...samples.png(), name: `${'x'.repeat(maxFileNameLength - 4)}.png` }
  await chooseFile(page, long, 'Your document')
  await page.getByRole('button', { name: 'Upload', exact: true }).tap()
  await seeToast(page, 'File uploaded successfully')
  await rowWith(page, long.name).waitFor()
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  const saved = await saveFile(page, () =>
    page.getByRole('button', { name: `Download ${long.name}` }).tap(),
  )
  expect(saved).toEqual({ name: long.name, bytes: long.bytes })

  await page.getByRole('button', reupload).tap()
  await chooseFile(page, samples.doc(), picker)
  await page.getByRole('button', { name: 'Re-upload', exact: true }).tap()
  await rowWith(page, samples.doc().name, 'Pending').waitFor()
  await page.getByRole('button', { name: 'Logout' }).tap()
  await seeToast(page, 'Logged out successfully')
  await page.waitForURL((url) => url.pathname === '/')
})
