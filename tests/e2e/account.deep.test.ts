import { expect, test } from 'vitest'
import { phone, setUpAdmin } from '@tests/support/client/admin-window'
import {
  checkLook,
  confirmWith,
  logInAt,
  openRow,
  rowWith,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import {
  addDocument,
  fullName,
  newApplicant,
  ownPicture,
  signUp,
} from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { readZip } from '@tests/support/portal/read-zip'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
const openAdmin = setUpAdmin(openVisitor)
const usersWith = (search: string) => `/admin/users?search=${encodeURIComponent(search)}`

/** Someone new, who sees a part of the account page on a phone. */
async function openAccount(part: string, details: object = {}) {
  const person = { ...newApplicant(), ...details }
  const visitor = await openVisitor(phone)
  await signUp(visitor.context.request, person)
  await visitor.page.goto(`/account#${part}`)
  return { ...visitor, person }
}

test('someone corrects their name and phone', async () => {
  const { page, person, allow } = await openAccount('details')
  allow(/status of 403/)
  const form = page.getByRole('form', { name: 'Your details' })
  await form.getByLabel('First name').fill('Rosalía')
  const phoneNumber = form.getByLabel('Phone number')
  await phoneNumber.fill('(970) 555-0177')
  await phoneNumber.press('Enter')
  await page.getByRole('dialog', { name: 'Confirm It’s You' }).waitFor()
  await checkLook(page)
  await page.keyboard.press('Escape')
  await form.getByText('Your details were not saved').waitFor()
  const hasFocus = () => phoneNumber.evaluate((field) => field === document.activeElement)
  await expect.poll(hasFocus).toBe(true)
  await form.getByRole('button', { name: 'Save Details' }).tap()
  await confirmWith(page, person.password)
  await seeToast(page, 'Your details are saved')
  await page.getByRole('banner').getByText(`Rosalía ${person.lastName}`).waitFor()
  const { page: desk } = await openAdmin(usersWith(person.email))
  await rowWith(desk, `Rosalía ${person.lastName}`).getByText('(970) 555-0177').waitFor()
})

test('someone downloads everything held on them', async () => {
  const { page, context, allow, person } = await openAccount('data')
  allow(/status of 40[03]|That isn’t your current password/)
  const picture = samples.jpeg()
  await addDocument(context.request, picture)
  const region = page.getByRole('region', { name: 'Your Data' })
  await region.getByRole('button', { name: 'Get My Data' }).tap()
  await confirmWith(page, 'not the password')
  await page.getByText('That isn’t your current password.').waitFor()
  await checkLook(page)
  await confirmWith(page, person.password)
  const link = region.getByRole('link', { name: 'Download My Data' })
  await link.waitFor()
  await checkLook(page)

  const { name, bytes } = await saveFile(page, () => link.tap())
  expect(name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/)
  const entries = await readZip(bytes)
  expect(entries.get(`documents/2-version-1-${picture.name}`)).toEqual(picture.bytes)
  expect(String(entries.get('index.html'))).toContain(person.email)
  expect(JSON.parse(String(entries.get('data.json')))).toMatchObject({
    account: [{ email: person.email }],
  })
})

test('a partner withdraws emails and agrees to recording; the administrator sees both and records a STOP', async () => {
  const { page, context } = await openAccount('notifications', { contactConsent: true })
  const mine = page.getByRole('region', { name: 'Your Consents' })
  const heading = page.getByRole('heading', { name: 'Email', exact: true })
  const email = mine.getByRole('listitem').filter({ has: heading })
  await email.getByText(/You agreed on the application form, from the address/).waitFor()
  await email.getByText(/You may contact me about my application by phone call/).waitFor()
  await mine.getByRole('button', { name: 'Withdraw consent to email' }).tap()
  const onlyNeeded = 'We’ll email you only what your account needs.'
  await seeToast(page, 'Consent to email withdrawn', onlyNeeded)
  await email.getByText(/You withdrew your consent online/).waitFor()
  await mine.getByRole('button', { name: 'Agree to call recording' }).tap()
  await seeToast(page, 'You agreed to call recording')
  await checkLook(page)

  const part = await page.getByRole('tabpanel', { name: 'Notifications' }).boundingBox()
  expect(part?.height).toBeLessThan(2_500)

  const { id } = await (await context.request.get('/api/user')).json()
  const { page: desk } = await openAdmin(`/admin/users?open=${id}`)
  await desk.getByText('Email (withdrawn)').waitFor()
  expect(await desk.getByText('Call recording (withdrawn)').count()).toBe(0)
  // They call and say STOP.
  await desk.getByRole('button', { name: 'Record a STOP' }).click()
  await desk.getByRole('button', { name: 'Record STOP' }).click()
  await seeToast(desk, 'Recorded', 'It takes effect right away.')
  await desk.getByText(/Phone calls \(withdrawn on the phone, recorded /).waitFor()
  await page.reload()
  await mine.getByRole('button', { name: 'Agree to email' }).waitFor()
  await mine
    .getByText(/You withdrew your consent on the phone/)
    .first()
    .waitFor()
})

/** As it is written where these browsers are. */
const inSevenDays = (options: Intl.DateTimeFormatOptions) =>
  new Date(Date.now() + 7 * 86_400_000).toLocaleDateString('en-US', options)

test('someone closes the account, thinks again, and keeps it', async () => {
  const { page, person, allow } = await openAccount('data')
  allow(/status of 403/)
  const laptop = await openSession()
  expect((await laptop.post('/api/login', { data: person })).status()).toBe(200)
  await page.getByRole('button', { name: 'Close My Account' }).tap()
  const last = page.getByRole('group', { name: /^Close your account\? You’ll be logged out/ })
  await checkLook(page)
  await last.getByRole('button', { name: 'Close My Account' }).tap()
  await confirmWith(page, person.password)
  await page.getByRole('heading', { level: 1, name: 'Your Account Is Closing' }).waitFor()
  await checkLook(page)
  await page.getByText(inSevenDays({ dateStyle: 'medium' })).waitFor()
  expect((await laptop.get('/api/user')).status()).toBe(401)
  // A toast's button to close it has no text.
  const buttons = await page.getByRole('button').filter({ hasText: /./ }).allTextContents()
  expect(buttons).toEqual(['Keep My Account', 'Logout'])

  // A login leads there, whatever page is asked for.
  const again = await openVisitor()
  await logInAt(again.page, '/login', person)
  await again.page.getByRole('button', { name: 'Keep My Account' }).waitFor()
  await again.page.goto('/account')
  await again.page.getByRole('button', { name: 'Keep My Account' }).click()
  await seeToast(again.page, 'Your account stays open')
  await again.page.getByRole('heading', { level: 1, name: 'Account & Security' }).waitFor()
  await again.page.getByRole('link', { name: 'Dashboard' }).click()
  await rowWith(again.page, ownPicture(person).name).waitFor()
})

test('the administrator sees when someone’s account closes', async () => {
  const person = newApplicant()
  const session = await openSession()
  await signUp(session, person)
  const data = { currentPassword: person.password }
  expect((await session.post('/api/account/close', { data })).status()).toBe(200)
  const { page } = await openAdmin(usersWith(person.email))
  const day = inSevenDays({ month: 'short', day: 'numeric' })
  await rowWith(page, fullName(person)).getByText(`Closes on ${day}`).waitFor()
  await openRow(page, fullName(person))
  await page.getByText(inSevenDays({ dateStyle: 'medium' })).waitFor()
})
