import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { logInAt, rowWith, seeToast, waitUntilSettled } from '@tests/support/client/journey-steps'
import {
  endSession,
  logInAsAdmin,
  newApplicant,
  shareLogin,
  signUp,
} from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { testAdmin } from '@tests/support/portal/portal-process'

const openVisitor = setUpVisitors()

const ended = 'Your session ended. Please log in again.'
const minuteMs = 60_000

/** The text is part of the page, not only of a toast. */
const seeEnded = (page: Page) => page.getByRole('main').getByText(ended, { exact: true }).waitFor()

const seesNothingOf = async (page: Page, ...secrets: string[]) => {
  const content = await page.content()
  for (const secret of secrets) expect(content).not.toContain(secret)
}

/** A new partner's dashboard, in this tab and another one. */
async function openDashboards(page: Page) {
  const context = page.context()
  const person = newApplicant()
  await signUp(context.request, person)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/dashboard')
    await tab.getByText(person.email).first().waitFor()
  }
  return { person, other }
}

test('a session that ends on the server takes the shown passwords off the screen in both tabs, and work goes on after a login', async () => {
  const serviceName = newApplicant().lastName
  const password = serviceName.replace('Delgado', 'fish')
  await shareLogin(await openSession(), { serviceName, password })
  const { page, context } = await openVisitor()
  await logInAsAdmin(context.request)
  const other = await context.newPage()
  const address = `/admin/credentials?search=${encodeURIComponent(serviceName)}`
  for (const tab of [page, other]) {
    await tab.goto(address)
    await rowWith(tab, serviceName).getByText(password).waitFor()
    await waitUntilSettled(tab)
  }

  await endSession(context)
  await page.getByLabel(/^Status of/).selectOption('Approved')
  for (const tab of [page, other]) {
    await tab.getByRole('heading', { name: 'Admin Login' }).waitFor()
    await seeEnded(tab)
    await seesNothingOf(tab, password)
    expect(tab.url()).toContain(address)
  }

  await page.getByText('Only one designated admin account has access').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(testAdmin.email)
  await page.getByLabel('Password', { exact: true }).fill(testAdmin.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await rowWith(page, serviceName, 'Pending').getByText(password).waitFor()
  expect(page.url()).toContain(address)
})

test('logging out without a network leaves nothing on the screen, and ends the session once it is back', async () => {
  const { page, context, allow } = await openVisitor()
  allow(/ERR_INTERNET_DISCONNECTED|Request failed/)
  const { person, other } = await openDashboards(page)
  const cookies = await context.cookies()

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Error logging out', { exact: true }).first().waitFor()
  for (const tab of [page, other]) {
    await tab.getByText('You are logged out in this browser').waitFor()
    await seesNothingOf(tab, person.email, person.lastName)
  }
  expect(new URL(page.url()).pathname).toBe('/')
  expect((await context.request.get('/api/user')).status()).toBe(200)

  await context.setOffline(false)
  // The tab that reaches the server first says so.
  await Promise.any([page, other].map((tab) => seeToast(tab, 'Logged out successfully')))
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  await other.waitForURL('**/login')
  await context.addCookies(cookies)
  expect((await context.request.get('/api/user')).status()).toBe(401)
})

test('a logout that is owed is done before anything is loaded the next time', async () => {
  const { page, context, allow } = await openVisitor()
  allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Request failed/)
  const person = newApplicant()
  await signUp(context.request, person)
  await page.goto('/dashboard')
  await page.getByText(person.email).first().waitFor()
  await context.route('**/api/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('You are logged out in this browser').waitFor()
  await page.close()

  const later = await context.newPage()
  const asked: string[] = []
  later.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await later.goto('/dashboard')
  await later.getByText('You are logged out in this browser').waitFor()
  await later.getByRole('button', { name: 'Try Again' }).click()
  // Once this try has failed: otherwise it may be the one that gets through.
  await later.getByRole('button', { name: 'Try Again', disabled: false }).waitFor()
  await seesNothingOf(later, person.email)
  expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/logout')).toEqual([])
  await context.unroute('**/api/logout')
  await later.getByRole('button', { name: 'Try Again' }).click()
  await later.waitForURL('**/login')
  expect((await context.request.get('/api/user')).status()).toBe(401)
})

test('after the idle time nothing is left in any tab, also when the machine slept', async () => {
  const { page, context } = await openVisitor()
  await context.clock.install()
  const { person, other } = await openDashboards(page)
  const cookies = await context.cookies()
  await context.clock.fastForward(24 * 60 * minuteMs)
  for (const tab of [page, other]) {
    await tab.waitForURL('**/login')
    await seeEnded(tab)
    await seesNothingOf(tab, person.email, person.lastName)
  }
  await expect.poll(async () => (await context.request.get('/api/user')).status()).toBe(401)
  await context.addCookies(cookies)
  expect((await context.request.get('/api/user')).status()).toBe(401)
})

test('the administrator’s half hour begins again with every call, in whichever tab', async () => {
  const { page, context } = await openVisitor()
  await context.clock.install()
  await logInAsAdmin(context.request)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/admin/users')
    await tab.getByLabel('Search').waitFor()
  }
  await context.clock.fastForward(20 * minuteMs)
  await other.getByRole('link', { name: 'Audit Trail' }).click()
  // Of what was asked for, not of the table that is there before.
  await other.getByRole('table').getByText('Logged in').first().waitFor()
  await context.clock.fastForward(20 * minuteMs)
  expect(await page.getByLabel('Search').isVisible()).toBe(true)
  await context.clock.fastForward(11 * minuteMs)
  for (const tab of [page, other]) {
    await tab.getByRole('heading', { name: 'Admin Login' }).waitFor()
    await seeEnded(tab)
  }
})

test('a browser that was closed in the meantime says at the next visit that the session ended', async () => {
  const { page, context } = await openVisitor()
  await signUp(context.request, newApplicant())
  await page.goto('/dashboard')
  await page.getByText('Application Under Review').waitFor()
  await page.close()
  await endSession(context)
  const later = await context.newPage()
  await later.goto('/dashboard')
  await later.waitForURL('**/login')
  await seeEnded(later)
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
  await logInAt(tab, '/login', second)
  await tab.getByText('Welcome, Secondperson').waitFor()
  await page.goto('/dashboard')
  await page.getByText('Welcome, Secondperson').waitFor()
})
