import { expect, test } from 'vitest'
import { logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { answerBrowser, seeToast } from '@tests/support/client/journey-steps'
import { isInView } from '@tests/support/client/reading'
import { testAdmin } from '@tests/support/portal/portal-process'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

test('a person logs in, is kept out of /login while logged in, and logs out', async () => {
  const person = newApplicant()
  await signUp(await openSession(), person)
  const { page } = await openVisitor()

  await page.goto('/dashboard')
  await page.waitForURL('**/login')
  const password = page.getByLabel('Password', { exact: true })
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await password.fill('not the password')
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  expect(await password.getAttribute('type')).toBe('password')

  await password.press('Enter')
  await page.getByText('Login failed', { exact: true }).first().waitFor()
  await page.getByText('Invalid email or password. Please try again.').first().waitFor()

  await password.fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('Login successful!').first().waitFor()
  await page.getByText('Welcome back to Credit Partner Portal.').first().waitFor()

  await page.goto('/login')
  await page.waitForURL('**/dashboard')
  await page.getByText(person.email).first().waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged out successfully').first().waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/dashboard')
  await page.waitForURL('**/login')
})

test('the login page leads to sign-up, and asks for what is missing', async () => {
  const { page } = await openVisitor()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByText('Please enter a valid email address.').waitFor()
  await page.getByText('Password is required.').waitFor()
  expect(await page.getByRole('link', { name: 'Forgot Password?' }).getAttribute('href')).toBe(
    '/onboarding',
  )
  await page.getByRole('link', { name: 'Sign up', exact: true }).click()
  await page.waitForURL('**/onboarding')
})

test('a partner is denied the administration, and sent home', async () => {
  const { page, context } = await openVisitor()
  await signUp(context.request, newApplicant())
  await page.goto('/admin/users')
  // Read in one go: the panel stands for a second.
  await page.waitForFunction(() =>
    ['Access Denied', 'Only one designated admin account has access', 'Return to Home'].every(
      (text) => document.body.textContent?.includes(text),
    ),
  )
  await page.getByText('Admin access required').first().waitFor()
  await page.getByText('You need administrator privileges to access this page.').first().waitFor()
  await page.waitForURL((url) => url.pathname === '/')
})

test('a partner who is denied returns home at once, and is not sent anywhere a second later', async () => {
  const { page, context } = await openVisitor()
  await signUp(context.request, newApplicant())
  await page.clock.install()
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.waitForURL('**/dashboard')
  await page.clock.runFor(5000)
  await page.getByText('Application Under Review').waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})

test('switching the account stops the redirect and leads to the administrator login', async () => {
  const { page, context } = await openVisitor()
  await signUp(context.request, newApplicant())
  await page.goto('/admin/users?search=rosa')
  await page.waitForFunction(() => {
    const buttons = [...document.querySelectorAll('button')]
    const found = buttons.find((button) => button.textContent === 'Logout and Switch Account')
    found?.click()
    return found !== undefined
  })
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  await logInAsAdmin(context.request)
  await page.reload()
  await page.getByLabel('Search').waitFor()
  expect(new URL(page.url()).search).toBe('?search=rosa')
})

test('an administrator whose session ends in the middle of work logs in again at the same place', async () => {
  const { page, context } = await openVisitor()
  await signUp(await openSession(), newApplicant({ firstName: 'Unfinished' }))
  await logInAsAdmin(context.request)
  await page.goto('/admin/users?search=unfinished')
  await page
    .getByRole('button', { name: /^Approve Unfinished/ })
    .first()
    .waitFor()
  // An answer still on its way would bring the cookie back.
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  await page
    .getByRole('button', { name: /^Approve Unfinished/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
  await page.getByText('Only one designated admin account has access').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(testAdmin.email)
  await page.getByLabel('Password', { exact: true }).fill(testAdmin.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page
    .getByRole('button', { name: /^Approve Unfinished/ })
    .first()
    .waitFor()
  expect(new URL(page.url()).search).toBe('?search=unfinished')
})

test('a deleted user is logged out at once', async () => {
  const person = newApplicant()
  const partner = await openVisitor()
  await signUp(partner.context.request, person)
  await partner.page.goto('/dashboard')
  await partner.page.getByText('Application Under Review').waitFor()

  const admin = await openVisitor()
  await logInAsAdmin(admin.context.request)
  await admin.page.goto(`/admin/users?search=${encodeURIComponent(person.email)}`)
  const name = `${person.firstName} ${person.lastName}`
  const question = await answerBrowser(admin.page, 'accept', () =>
    admin.page.getByRole('button', { name: `Delete ${name}` }).click(),
  )
  expect(question.split('\n', 1)).toEqual([`Are you sure you want to delete user ${name}?`])
  await seeToast(admin.page, 'User deleted')
  await partner.page.reload()
  await partner.page.waitForURL('**/login')
})

test('logging in as someone else in a second tab takes the first tab along', async () => {
  const first = newApplicant({ firstName: 'Firstperson' })
  const second = newApplicant({ firstName: 'Secondperson' })
  await signUp(await openSession(), second)
  const { page, context } = await openVisitor()
  await signUp(context.request, first)
  await page.goto('/dashboard')
  await page.getByText('Welcome, Firstperson').waitFor()

  const tab = await context.newPage()
  await tab.goto('/dashboard')
  await tab.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await tab.goto('/login')
  await tab.getByRole('textbox', { name: 'Email' }).fill(second.email)
  await tab.getByLabel('Password', { exact: true }).fill(second.password)
  await tab.getByRole('button', { name: 'Log In' }).click()
  await tab.getByText('Welcome, Secondperson').waitFor()
  await page.goto('/dashboard')
  await page.getByText('Welcome, Secondperson').waitFor()
})

test('who has forgotten the password while the portal sends no mail finds out whom to ask', async () => {
  const { page } = await openVisitor({ viewport: { width: 360, height: 740 } })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await page.waitForURL('**/onboarding')
  const notice = page.getByText('Passwords can’t be reset online right now')
  await notice.waitFor()
  expect(await isInView(notice)).toBe(true)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: '(303) 555-0142' }).first().waitFor()
  expect(
    await main
      .getByText(/we’ll help you get back in\.$/)
      .getByRole('link')
      .count(),
  ).toBe(2)
  // Whoever comes here to apply is told nothing of passwords.
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).first().click()
  await page.getByLabel('First name').waitFor()
  expect(await notice.count()).toBe(0)
})
