import { once } from 'node:events'
import type { APIRequestContext, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { nameMaxLength } from '@shared/accounts'
import { desk, phone, setUpAdmin } from '@tests/support/client/admin-window'
import { answerBrowser, expectToFit, rowWith, seeToast } from '@tests/support/client/journey-steps'
import { asPicked, fullName, newApplicant, ownPicture, signUp } from '@tests/support/client/people'
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
  await page.getByRole('button', { name: 'Remove filter: Pending' }).tap()
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
