import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, phone, setUpAdmin } from '@tests/support/client/admin-window'
import {
  answerBrowser,
  chooseFile,
  expectToFit,
  giveReason,
  isDrawn,
  rowWith,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import {
  fullName,
  newApplicant,
  ownPicture,
  shareLogin,
  signUp,
  type Applicant,
} from '@tests/support/client/people'
import { signUpFamily } from '@tests/support/client/sign-up-family'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { samples, type Sample } from '@tests/support/samples/samples'

const permissions = ['clipboard-read', 'clipboard-write']
const openAdmin = setUpAdmin(setUpVisitors(), { ...desk, permissions })

const searchBox = (page: Page) => page.getByLabel('Search by name, email, or phone')
const filter = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Waits until the list holds these people in this order. */
const seeList = (page: Page, people: Applicant[]) =>
  expect
    .poll(() => page.locator('tbody tr button.link').allTextContents())
    .toEqual(people.map(fullName))

test('the administrator searches, narrows and sorts people; reload, Back and a pasted address show the same', async () => {
  const { family, people } = await signUpFamily()
  const [first, second, third] = people
  const newestFirst = [third, second, first]
  const { page } = await openAdmin('/admin/users')
  await searchBox(page).fill(second.phoneNumber.replace(/\D/g, '').replace(/^(...)/, '$1.'))
  await seeList(page, [second])
  await searchBox(page).fill(family)
  await seeList(page, newestFirst)
  await filter(page, 'Status').selectOption('Rejected')
  await page.getByText('No users match').waitFor()
  await filter(page, 'Status').selectOption('Pending')
  await seeList(page, newestFirst)
  await filter(page, 'Sort').selectOption('Name')
  await seeList(page, people)
  const address = page.url()
  expect(new URL(address).search).toBe(`?search=${family}&status=pending&sort=name`)
  await page.reload()
  await seeList(page, people)
  expect(await searchBox(page).inputValue()).toBe(family)
  expect(await filter(page, 'Status').inputValue()).toBe('pending')
  await page.goBack()
  await seeList(page, newestFirst)
  await page.goBack()
  await page.getByText('No users match').waitFor()
  expect(await filter(page, 'Status').inputValue()).toBe('rejected')
  await page.goBack()
  await seeList(page, newestFirst)
  expect(await filter(page, 'Status').inputValue()).toBe('')
  await page.goto(address)
  await seeList(page, people)

  await filter(page, 'Date').selectOption('Custom…')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByText('No users match').waitFor()
  await page.getByRole('button', { name: 'Until Jan 1, 2020, remove filter' }).click()
  await seeList(page, people)
  const { name, bytes } = await saveFile(page, () =>
    page.getByRole('link', { name: 'Export CSV (3)' }).click(),
  )
  expect(name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  const lines = String(bytes).trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[1])).toEqual(people.map(({ firstName }) => firstName))
})

test('the administrator reads what happened in words and names, narrows it, and finds it from a person’s panel', async () => {
  const person = newApplicant()
  const name = fullName(person)
  const owner = await openSession()
  await signUp(owner, person, ownPicture(person))
  const [file] = await (await owner.get('/api/files')).json()
  const { page, context } = await openAdmin('/admin/audit')
  const data = { status: 'approved' }
  await context.request.patch(`/api/admin/files/${file.id}/status`, { data })
  await page.getByLabel('Search by person or document').fill(name)
  await rowWith(page, `Approved score-screenshot.png (${name})`).waitFor()
  await page.getByLabel('What').selectOption('Decisions')
  await page.getByText('1 event', { exact: true }).waitFor()
  const row = rowWith(page, 'Approved score-screenshot.png')
  await row.getByText('Show', { exact: true }).click()
  await row.getByText('status: approved').waitFor()

  await row.getByRole('link', { name }).click()
  await page.getByText(`Everything that happened to ${name}`).waitFor()
  await rowWith(page, 'Registered').waitFor()

  await page.goto(`/admin/users?open=${file.userId}`)
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Approved score-screenshot.png').waitFor()
  await history.getByRole('link', { name: 'Show in Audit Trail' }).click()
  await page.getByText(`Everything that happened to ${name}`).waitFor()
})

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

test('the administrator reads and copies a shared login as it was typed, with its notes', async () => {
  const serviceName = `Score Watch ${newApplicant().lastName.replace(/\D/g, '')}`
  const password = ' Bl0w<fish>&"1lI '
  const notes = 'Call before you log in.\nFirst pet: Zoë.'
  const partner = await openSession()
  const uploadKey = await shareLogin(partner, { serviceName, password, notes })
  const person = newApplicant()
  const data = { ...person, uploadKey, agreeToTerms: true }
  const { id } = await (await partner.post('/api/register', { data })).json()

  const { page } = await openAdmin(`/admin/credentials?search=${encodeURIComponent(serviceName)}`)
  const row = rowWith(page, serviceName, 'rosa', 'Pending')
  expect(await row.locator('code').textContent()).toBe(password)
  const owner = row.locator('td:nth-child(6)')
  expect(await owner.textContent()).toContain(`${id} ${fullName(person)}`)
  const link = owner.getByRole('link', { name: fullName(person) })
  expect(await link.getAttribute('href')).toBe(`/admin/users?open=${id}`)
  await row.getByRole('link', { name: 'score-watch.example/login', exact: true }).waitFor()
  const button = page.getByRole('button', { name: `Notes for ${serviceName}` })
  expect(await answerBrowser(page, 'accept', () => button.click())).toBe(notes)

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: `Copy password for ${serviceName}` }).click()
  await expect.poll(clipboard).toBe(password)
  await page.getByRole('button', { name: `Copy username for ${serviceName}` }).click()
  await expect.poll(clipboard).toBe('rosa')
})
