import { expect, test } from 'vitest'
import { isInView } from '@tests/support/client/journey-steps'
import { newApplicant, signUp } from '@tests/support/client/people'
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
  await page.getByRole('button', { name: 'Show password', pressed: true }).click()
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

test('who has forgotten the password while the portal sends no mail finds out who to ask', async () => {
  const { page } = await openVisitor({ viewport: { width: 360, height: 740 } })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await page.waitForURL('**/onboarding')
  const notice = page.getByText('Passwords can’t be reset online right now')
  await notice.waitFor()
  expect(await isInView(notice)).toBe(true)
})
