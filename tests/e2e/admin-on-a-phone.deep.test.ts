import { once } from 'node:events'
import type { APIRequestContext, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { nameMaxLength } from '@shared/accounts'
import { defaultReasons } from '@shared/decisions'
import { desk, phone, setUpAdmin } from '@tests/support/client/admin-window'
import {
  answerBrowser,
  checkLook,
  expectToFit,
  rowWith,
  seeToast,
} from '@tests/support/client/journey-steps'
import {
  asPicked,
  buildPartner,
  fullName,
  newApplicant,
  ownPicture,
  signUp,
  type Applicant,
} from '@tests/support/client/people'
import { signUpFamily } from '@tests/support/client/sign-up-family'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { samples } from '@tests/support/samples/samples'

const openAdmin = setUpAdmin(setUpVisitors(), phone)

test('on a phone, the administrator reviews a person with a very long name', async () => {
  const person = newApplicant({ firstName: 'Adlercreutz'.repeat(14).slice(0, nameMaxLength) })
  const name = fullName(person)
  await signUp(await openSession(), person, ownPicture(person))
  const { page } = await openAdmin('/admin')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true }).tap()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  await page.getByRole('navigation').waitFor({ state: 'hidden' })
  await page.getByLabel('Search by name, email, or phone').fill(person.email)
  await page.getByText('1 user', { exact: true }).waitFor()
  const status = page.getByLabel('Status', { exact: true })
  await status.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Filters', exact: true }).tap()
  await status.selectOption('Pending')
  await expectToFit(page)
  await page.getByRole('button', { name: 'Pending, remove filter' }).tap()
  await page.getByRole('button', { name: 'Filters', exact: true }).tap()
  await status.waitFor({ state: 'hidden' })

  const card = rowWith(page, name)
  for (const label of ['Email', 'Phone', 'Status', 'Registered'])
    await card.getByText(label, { exact: true }).waitFor()
  await expectToFit(page)
  const opener = card.getByRole('button', { name, exact: true })
  const twoLines = 48
  expect((await opener.boundingBox())?.height).toBeLessThanOrEqual(twoLines)
  await opener.tap()
  const panel = page.getByRole('dialog', { name })
  await panel.locator('dd').getByText(name, { exact: true }).waitFor()
  const trail = panel.getByRole('link', { name: 'Show in Audit Trail' })
  expect((await trail.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectToFit(page)
  await panel.getByRole('button', { name: 'Close' }).tap()
  await card.getByRole('button', { name: `Reject ${name}` }).tap()
  const why = page.getByRole('dialog', { name: `Reject ${name}` })
  await why.getByText('We couldn’t reach you to verify your application.').tap()
  await expectToFit(page)
  await why.getByRole('button', { name: 'Reject', exact: true }).tap()
  await card.getByText('Rejected', { exact: true }).waitFor()
})

test('on a phone, while the portal sends no mail, the administrator confirms a new email', async () => {
  const person = newApplicant()
  const session = await openSession()
  await signUp(session, person, ownPicture(person))
  const newEmail = `new.${person.email}`
  const data = { newEmail, currentPassword: person.password }
  expect((await session.post('/api/email-change', { data })).status()).toBe(200)
  const { page } = await openAdmin(`/admin/users?emailChange=waiting&search=${person.email}`)
  await rowWith(page, fullName(person)).getByText('Wants to change their email').waitFor()
  await page.getByRole('button', { name: fullName(person), exact: true }).tap()
  await page.getByRole('button', { name: `Confirm the new email of ${fullName(person)}` }).tap()
  const changed = `${fullName(person)}’s email was changed`
  await seeToast(page, changed, 'They’ve been logged out everywhere.')
  expect((await session.get('/api/user')).status()).toBe(401)
  expect(
    (await session.post('/api/login', { data: { ...person, email: newEmail } })).status(),
  ).toBe(200)
})

test('on a phone, every tab of a page can be read without scrolling their row', async () => {
  const { page } = await openAdmin('/admin')
  for (const name of ['matching', 'referrals', 'payouts', 'email', 'messages', 'settings']) {
    await page.goto(`/admin/${name}`)
    const tabs = page.getByRole('tablist')
    await tabs.waitFor()
    const widths = await tabs.evaluate((row) => [row.scrollWidth, row.clientWidth])
    expect(widths[0], name).toBe(widths[1])
    for (const tab of await tabs.getByRole('tab').all())
      expect((await tab.boundingBox())?.height, name).toBe(48)
  }
})

/** A document that was approved and then sent again. Returns its id. */
async function buildReplaced(office: APIRequestContext): Promise<number> {
  const owner = await openSession()
  await signUp(owner, newApplicant(), { ...samples.png({ text: 'first' }), name: 'first.png' })
  const [own] = await (await owner.get('/api/files')).json()
  await office.patch(`/api/admin/files/${own.id}/status`, { data: { status: 'approved' } })
  const file = asPicked({ ...samples.png({ text: 'second' }), name: 'second.png' })
  const sent = await owner.post(`/api/reupload/${own.id}`, { multipart: { file } })
  expect(sent.status()).toBe(200)
  return own.id
}

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

/** What is below a document stays where it is while that loads. */
async function expectSteadyPreview(page: Page, path: string): Promise<void> {
  const showPicture = await holdPictures(page)
  await page.goto(path)
  const below = page.getByText('Versions', { exact: true })
  await below.waitFor()
  const top = await topOf(below)
  showPicture()
  await page.getByRole('img', { name: 'Preview of second.png' }).waitFor()
  await page.locator('[data-preview-loading]').waitFor({ state: 'detached' })
  expect(await topOf(below)).toBe(top)
  await page.unrouteAll()
}

test('the administrator goes back to an earlier version of a document, on a phone too', async () => {
  const { page, context } = await openAdmin('/admin/reports')
  const path = `/admin/reports?open=${await buildReplaced(context.request)}`
  for (const { viewport } of [desk, phone]) {
    await page.setViewportSize(viewport)
    await expectSteadyPreview(page, path)
  }
  await page.getByText('Versions', { exact: true }).tap()
  const items = page.getByRole('list', { name: 'Versions of second.png' }).getByRole('listitem')
  await items.first().getByText('Current').waitFor()
  expect(await items.count()).toBe(2)
  await items.nth(1).getByText('Uploaded before signing up').waitFor()
  const restore = items.nth(1).getByRole('button', { name: /^Restore the version of/ })
  const question = await answerBrowser(page, 'accept', () => restore.tap())
  expect(question).toMatch(/^Are you sure you want to restore the version of .+\?/)
  const restored = page.getByRole('list', { name: 'Versions of first.png' })
  await restored.getByText(/^Restored by .+, administrator$/).waitFor()
  expect(await restored.getByRole('listitem').count()).toBe(3)
  await page.getByRole('img', { name: 'Preview of first.png' }).waitFor()
})

test('on a phone, the administrator sees that two accounts may be one person’s, and says that they are not', async () => {
  const first = newApplicant({ firstName: 'Ada' })
  // The same, typed differently.
  const phoneNumber = first.phoneNumber.replace(/\D/g, '')
  const second = newApplicant({ firstName: 'Bea', phoneNumber })
  for (const person of [first, second])
    await signUp(await openSession(), person, ownPicture(person))
  const { page } = await openAdmin(`/admin/users?search=${second.email}`)
  await page.getByRole('button', { name: fullName(second), exact: true }).tap()
  const others = page.getByRole('region', { name: 'Other accounts' })
  await others.getByText(`May be the same person as ${fullName(first)}`).waitFor()
  await others.getByRole('row', { name: `${fullName(first)} Pending Same ` }).waitFor()
  await others.getByRole('link', { name: fullName(first) }).tap()
  await page.getByRole('heading', { level: 2, name: fullName(first) }).waitFor()
  await others.getByRole('link', { name: fullName(second) }).waitFor()

  await others.getByRole('button', { name: 'Not the Same Person' }).tap()
  const why = others.getByLabel('Why are they different people?')
  await why.press('Enter')
  await others.getByText('Please say why they are different people.').waitFor()
  await why.fill('They are sisters.')
  await why.press('Enter')
  const said = new RegExp(`^Not the same person as ${fullName(second)}: They are sisters\\. \\(`)
  await others.getByText(said).waitFor()
  await others.getByRole('link', { name: fullName(second) }).tap()
  await others.getByText(`Not the same person as ${fullName(first)}`).waitFor()
})

const select = (page: Page, person: Applicant) =>
  page.getByRole('checkbox', { name: `Select ${fullName(person)}` }).check()
const selection = (page: Page) => page.getByRole('region', { name: 'Selection' })
const progress = (page: Page) => page.getByRole('region', { name: 'Progress' })

test('on a phone the administrator rejects and deletes everyone the filter shows, after a yes', async () => {
  const { family, people } = await signUpFamily()
  const { page } = await openAdmin(`/admin/users?search=${family}&from=2020-01-01`)
  await select(page, people[0])
  await selection(page).getByRole('button', { name: 'Select All 3 Users' }).tap()
  await selection(page).getByText('3 users selected').waitFor()
  await page.getByRole('button', { name: 'Since Jan 1, 2020, remove filter' }).waitFor()
  await checkLook(page)
  await selection(page).getByRole('button', { name: 'Reject…' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Reject 3 Users' })
  await dialog.getByRole('radio', { name: 'No reason' }).tap()
  await expectToFit(page)
  await dialog.getByRole('button', { name: 'Reject', exact: true }).tap()
  await progress(page).getByText('Rejected 3 users').waitFor()
  for (const person of people) await rowWith(page, fullName(person), 'Rejected').waitFor()

  await select(page, people[0])
  await selection(page).getByRole('button', { name: 'Select This Page' }).tap()
  await selection(page).getByText('3 users selected').waitFor()
  const remove = () => selection(page).getByRole('button', { name: 'Delete' }).tap()
  const question = /^Are you sure you want to delete 3 users\?\n\nThis removes their details,/
  expect(await answerBrowser(page, 'dismiss', remove)).toMatch(question)
  expect(await answerBrowser(page, 'accept', remove)).toMatch(question)
  await progress(page).getByText('Deleted 3 users').waitFor()
  await page.getByText('No users match').waitFor()
})

test('on a phone, the panel has it all, a login is approved along, and closing is one step back', async () => {
  const { partner, name, serviceName, report, session } = await buildPartner()
  const twin = newApplicant({ phoneNumber: partner.phoneNumber })
  await signUp(await openSession(), twin, ownPicture(twin))
  const wish = { newEmail: `new.${partner.email}`, currentPassword: partner.password }
  expect((await session.post('/api/email-change', { data: wish })).status()).toBe(200)
  const { page } = await openAdmin(`/admin/users?search=${partner.email}`)
  await page.getByRole('button', { name, exact: true }).tap()
  const panel = page.getByRole('dialog', { name })
  await panel.getByRole('img', { name: `Preview of ${report.name}` }).waitFor()
  await panel.getByRole('button', { name: `Email ${name}` }).waitFor()
  await panel.getByRole('button', { name: `Confirm the new email of ${name}` }).waitFor()
  await panel.getByRole('button', { name: `Show password for ${serviceName}` }).tap()
  await panel.locator('code').waitFor()
  await panel.getByText('Versions', { exact: true }).tap()
  await panel.getByRole('list', { name: /^Versions of / }).waitFor()
  await panel.getByRole('button', { name: 'Enter Score' }).tap()
  await panel.getByRole('form', { name: 'Credit score' }).waitFor()
  await panel.getByRole('button', { name: 'Add Note' }).tap()
  await panel.getByRole('textbox', { name: 'Note' }).waitFor()
  await panel.getByRole('button', { name: 'Not the Same Person' }).tap()
  await panel.getByLabel('Why are they different people?').waitFor()
  await checkLook(page)
  await page.goBack()
  await panel.waitFor({ state: 'detached' })

  await page.getByRole('button', { name, exact: true }).tap()
  const both = panel.getByText('Includes 1 document and 1 login')
  await both.waitFor()
  const approve = panel.getByRole('button', { name: `Approve ${name}` })
  const { x = 0, width = 0 } = (await approve.boundingBox()) ?? {}
  await approve.tap()
  const anyway = page.getByRole('alertdialog', { name: `Approve ${name}?` })
  await anyway.getByText(`May be the same person as ${fullName(twin)}.`).waitFor()
  await anyway.getByRole('button', { name: 'Approve Anyway' }).tap()
  await seeToast(page, 'Status updated successfully', `Approved ${name}, 1 document, and 1 login`)
  await panel.getByRole('button', { name: `Set to Pending: ${serviceName}` }).waitFor()
  // A second tap on the same place does not reject.
  const reject = await panel.getByRole('button', { name: `Reject ${name}` }).boundingBox()
  expect(reject?.x).toBeGreaterThan(x + width)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await both.waitFor()

  await panel.getByRole('button', { name: `Reject ${name}` }).tap()
  const question = page.getByRole('dialog', { name: `Reject ${name}` })
  const reason = question.getByRole('radio', { name: defaultReasons.user[0] })
  await reason.waitFor()
  await checkLook(page)
  await reason.tap()
  await question.getByRole('button', { name: 'Reject', exact: true }).tap()
  await seeToast(page, 'Status updated successfully', `Rejected ${name}: ${defaultReasons.user[0]}`)
  const history = panel.getByRole('region', { name: 'History' })
  await history.getByText(`Reason: ${defaultReasons.user[0]}`).waitFor()
})
