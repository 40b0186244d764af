import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { nameMaxLength } from '@shared/accounts'
import { maxFileNameLength } from '@shared/files'
import { phone } from '@tests/support/client/admin-window'
import {
  chooseFile,
  findToast,
  rowWith,
  saveFile,
  seeToast,
  waitUntilSettled,
} from '@tests/support/client/journey-steps'
import { endSession, fullName, newApplicant, signUp } from '@tests/support/client/people'
import { setUpVisitors } from '@tests/support/client/visitor'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
/** What people sign up with here. */
const first = samples.png()
const picker = 'Your document'
const addButton = { name: 'Upload Additional File' }
const uploadButton = { name: 'Upload', exact: true }
const notes = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('hello') }

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

test('a partner with very long names keeps documents on a phone as on a desk', async () => {
  const { page, context } = await openVisitor(phone)
  const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5).slice(0, nameMaxLength)
  await signUp(context.request, newApplicant({ firstName: name, lastName: name }))
  await page.goto('/dashboard')
  const card = rowWith(page, first.name)
  // A card: its facts are under each other, each with its label.
  await card.getByText('Uploaded', { exact: true }).waitFor()
  const buttons = await card.getByRole('button').allTextContents()
  expect(buttons).toEqual(['View', 'Download', 'Re-upload'])

  // A toast leaves the dialog that it is about in sight, even while the dialog is still opening.
  const animations = await context.newCDPSession(page)
  await animations.send('Animation.setPlaybackRate', { playbackRate: 0 })
  await page.getByRole('button', addButton).tap()
  await chooseFile(page, notes, picker)
  const toast = findToast(page)
  await toast.waitFor()
  const [said, dialog] = [await toast.boundingBox(), await page.getByRole('dialog').boundingBox()]
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(dialog?.y ?? 0)
  await animations.send('Animation.setPlaybackRate', { playbackRate: 1 })

  const ending = '(final) v2.jpg'
  const beginning = `Experian_${'x'.repeat(maxFileNameLength - ending.length - 10)}`
  const long = { ...samples.jpeg(), name: `${beginning}_${ending}` }
  await chooseFile(page, long, picker)
  await toast.waitFor({ state: 'detached' })
  await page.getByRole('button', uploadButton).tap()
  const row = rowWith(page, long.name)
  await row.waitFor()
  for (const width of [768, 1366, 1440, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await row.getByText(ending, { exact: true }).waitFor()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `at ${width}`).toBeLessThanOrEqual(0)
  }
  const download = page.getByRole('button', { name: `Download ${long.name}` })
  const saved = await saveFile(page, () => download.tap())
  expect(saved).toEqual({ name: long.name, bytes: long.bytes })
  await page.getByRole('button', { name: `Re-upload ${first.name}` }).tap()
  await chooseFile(page, samples.doc(), 'The new document')
  await page.getByRole('button', { name: 'Re-upload', exact: true }).tap()
  await rowWith(page, samples.doc().name, 'Pending').waitFor()
})

test('a partner whose document was lost on the server is told so, and sends it again from there', async () => {
  const { page, context } = await openVisitor()
  const uploadKey = await signUp(context.request, newApplicant())
  await rm(join(inject('uploadsDir'), uploadKey), { recursive: true })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: `View ${first.name}` }).click()
  await seeToast(page, 'File Missing', 'The original file was not found on the server.')
  // The tab that was opened for it is closed again.
  await expect.poll(() => context.pages().length).toBe(1)

  await findToast(page).getByRole('button', { name: 'Re-upload' }).click()
  await page.getByRole('dialog', { name: 'Re-upload Document' }).waitFor()
  await chooseFile(page, first, 'The new document')
  await page.getByRole('button', { name: 'Re-upload', exact: true }).click()
  await seeToast(page, 'File re-uploaded successfully')
  const download = page.getByRole('button', { name: `Download ${first.name}` })
  const saved = await saveFile(page, () => download.click())
  expect(saved).toEqual({ name: first.name, bytes: first.bytes })
})

test('a partner whose session has ended is led to the login page, by looking and by sending', async () => {
  const { page, context } = await openVisitor()
  const partner = newApplicant()
  await signUp(context.request, partner)
  const clicks = [
    () => page.getByRole('button', { name: `View ${first.name}` }).click(),
    async () => {
      await page.getByRole('button', addButton).click()
      await chooseFile(page, samples.jpeg(), picker)
      await page.getByRole('button', uploadButton).click()
    },
  ]
  for (const click of clicks) {
    const login = await context.request.post('/api/login', { data: partner })
    expect(login.status()).toBe(200)
    await page.goto('/dashboard')
    await rowWith(page, first.name).waitFor()
    // What is still asked for after the end would lead there before the click does.
    await waitUntilSettled(page)
    await endSession(context)
    await click()
    await page.waitForURL('**/login')
  }
  await expect.poll(() => context.pages().length).toBe(1)
})
