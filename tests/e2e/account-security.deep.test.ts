import { expect, test } from 'vitest'
import { phone, setUpAdmin } from '@tests/support/client/admin-window'
import { codeFrom, readSecret } from '@tests/support/client/authenticator'
import {
  answerBrowser,
  checkLook,
  confirmWith,
  logInAt,
  openRow,
  seeToast,
} from '@tests/support/client/journey-steps'
import { fullName, newApplicant, signUp, type Applicant } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { testAdmin } from '@tests/support/portal/portal-process'

const openVisitor = setUpVisitors()
const openAdmin = setUpAdmin(openVisitor)
const usersWith = ({ email }: Applicant) => `/admin/users?search=${encodeURIComponent(email)}`

test('someone ends a session elsewhere, then changes the password, which ends all others', async () => {
  const person = newApplicant()
  const { page, context, allow } = await openVisitor()
  allow(/status of 403/)
  await signUp(context.request, person)
  const others = [await openSession(), await openSession()]
  for (const other of others)
    expect((await other.post('/api/login', { data: person })).status()).toBe(200)
  const readStatuses = async () => {
    const answers = others.map((other) => other.get('/api/user'))
    return (await Promise.all(answers)).map((answer) => answer.status())
  }

  await page.goto('/account')
  await page.getByRole('tab', { name: 'Security' }).click()
  await page
    .getByRole('button', { name: /^Log out / })
    .first()
    .click()
  await confirmWith(page, person.password)
  await seeToast(page, 'Device logged out')
  expect(new Set(await readStatuses())).toEqual(new Set([200, 401]))

  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill(person.password)
  await form.getByLabel('New password', { exact: true }).fill('nine purple lanterns')
  await form.getByLabel('Confirm new password').fill('nine purple lanterns')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await seeToast(page, 'Password changed', 'You’re logged out on all other devices.')
  await page.getByText('You’re not logged in anywhere else.').waitFor()
  expect(await readStatuses()).toEqual([401, 401])
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText('Application Under Review').waitFor()
})

test('a partner turns two-step login on with a phone; the administrator turns it off once the phone is lost', async () => {
  const person = newApplicant()
  const { page, context, allow } = await openVisitor(phone)
  allow(/status of 403/)
  await signUp(context.request, person)
  await page.goto('/account')
  await page.getByRole('tab', { name: 'Security' }).tap()
  const region = page.getByRole('region', { name: 'Two-Step Login' })
  await region.getByText('Two-step login is off').waitFor()
  await region.getByRole('button', { name: 'Set Up Two-Step Login' }).click()
  await confirmWith(page, person.password)
  const secret = await readSecret(page)
  await region.getByLabel('Authentication code').fill(codeFrom(secret))
  await region.getByRole('button', { name: 'Turn On' }).click()
  await region.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  await checkLook(page)
  await region.getByRole('button', { name: 'I’ve Saved Them' }).click()
  await region.getByText(/^10 recovery codes are left/).waitFor()

  const { page: desk } = await openAdmin(usersWith(person))
  await openRow(desk, fullName(person))
  const name = `Turn off two-step login for ${fullName(person)}`
  const turnOff = desk.getByRole('button', { name })
  await turnOff.click()
  const dialog = desk.getByRole('dialog', { name: `${name}?` })
  await dialog.getByLabel('Your password').fill(testAdmin.password)
  await dialog.getByRole('button', { name: 'Turn Off' }).click()
  await seeToast(desk, `Two-step login is off for ${fullName(person)}`)
  await expect.poll(() => turnOff.count()).toBe(0)
  expect((await context.request.get('/api/user')).status()).toBe(401)
  await logInAt(page, '/login', person)
  await page.getByText('Application Under Review').waitFor()
})

test('the administrator logs someone out everywhere', async () => {
  const person = newApplicant()
  const theirs = await openSession()
  await signUp(theirs, person)
  const { page } = await openAdmin(usersWith(person))
  await openRow(page, fullName(person))
  const end = page.getByRole('button', { name: `End sessions of ${fullName(person)}` })
  const question = await answerBrowser(page, 'dismiss', () => end.click())
  expect(question).toBe(`Log ${fullName(person)} out on every device?`)
  expect((await theirs.get('/api/user')).status()).toBe(200)
  await answerBrowser(page, 'accept', () => end.click())
  await seeToast(page, 'Sessions ended', `${fullName(person)} is logged out everywhere.`)
  expect((await theirs.get('/api/user')).status()).toBe(401)
})
