import { expect, test } from 'vitest'
import { fullName, logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { answerBrowser, logInAt, seeToast } from '@tests/support/client/journey-steps'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

test('someone changes the password, which ends the session on the other device', async () => {
  const person = newApplicant()
  const phone = await openVisitor()
  await signUp(phone.context.request, person)
  const { page, allow } = await openVisitor()
  allow(/status of 400|That isn’t your current password/)
  await logInAt(page, '/login', person)
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account & Security' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^End / }).count()).toBe(1)

  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill('not the password')
  await form.getByLabel('New password', { exact: true }).fill('nine purple lanterns')
  await form.getByLabel('Confirm new password').fill('nine purple lanterns')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await form.getByText('That isn’t your current password.').waitFor()
  await form.getByLabel('Current password').fill(person.password)
  await form.getByRole('button', { name: 'Change Password' }).click()
  await seeToast(page, 'Password changed', 'You’re logged out on all other devices.')
  await page.getByText('You’re not logged in anywhere else.').waitFor()

  expect((await phone.context.request.get('/api/user')).status()).toBe(401)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText('Application Under Review').waitFor()
})

test('cards side by side on the account page end at one height', async () => {
  const { page, context } = await openVisitor({ viewport: { width: 1440, height: 900 } })
  await signUp(context.request, newApplicant())
  await page.goto('/account')
  await page
    .getByRole('region', { name: 'Where You’re Logged In' })
    .getByText(/Last used/)
    .waitFor()
  await page.waitForLoadState('networkidle')
  const cards = await page.locator('main > div > section').evaluateAll((sections) =>
    sections.map((section) => {
      const { top, bottom } = section.getBoundingClientRect()
      return { top: Math.round(top), bottom: Math.round(bottom) }
    }),
  )
  for (const { top, bottom } of cards) {
    const row = cards.filter((card) => card.top === top)
    expect(row.map((card) => card.bottom)).toEqual(row.map(() => bottom))
  }
  expect(new Set(cards.map(({ top }) => top)).size).toBeLessThan(cards.length)
})

test('someone ends the sessions on other devices, one and then all', async () => {
  const person = newApplicant()
  const { page, context, allow } = await openVisitor()
  allow(/status of 403|Confirm it’s you first/)
  await signUp(context.request, person)
  const others = [await openSession(), await openSession(), await openSession()]
  for (const other of others) {
    expect((await other.post('/api/login', { data: person })).status()).toBe(200)
  }
  const statuses = async () => {
    const answers = others.map((other) => other.get('/api/user'))
    return (await Promise.all(answers)).map((answer) => answer.status())
  }
  await page.goto('/account')
  await page.getByRole('button', { name: /^End / }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await seeToast(page, 'Session ended')
  expect((await statuses()).filter((status) => status === 401)).toHaveLength(1)
  await page.getByRole('button', { name: 'Log Out on All Other Devices' }).click()
  await seeToast(page, 'Logged out on all other devices')
  expect(await statuses()).toEqual([401, 401, 401])
  await page.getByText('You’re not logged in anywhere else.').waitFor()
})

test('the administrator logs someone out everywhere', async () => {
  const person = newApplicant()
  const theirs = await openSession()
  await signUp(theirs, person)
  const { page, context } = await openVisitor()
  await logInAsAdmin(context.request)
  await page.goto(`/admin/users?search=${encodeURIComponent(person.email)}`)
  await page.getByRole('button', { name: fullName(person), exact: true }).click()
  const end = page.getByRole('button', { name: `End sessions of ${fullName(person)}` })
  const question = await answerBrowser(page, 'dismiss', () => end.click())
  expect(question).toBe(`Log ${fullName(person)} out on every device?`)
  expect((await theirs.get('/api/user')).status()).toBe(200)
  await answerBrowser(page, 'accept', () => end.click())
  await seeToast(page, 'Sessions ended', `${fullName(person)} is logged out everywhere.`)
  expect((await theirs.get('/api/user')).status()).toBe(401)
})
