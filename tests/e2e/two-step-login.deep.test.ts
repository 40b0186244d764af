import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { phone } from '@tests/support/client/admin-window'
import {
  codeFrom,
  confirmApp,
  findRecoveryCodes,
  readSecret,
} from '@tests/support/client/authenticator'
import {
  checkLook,
  confirmWith,
  logInAt,
  seeToast,
  waitUntilSettled,
} from '@tests/support/client/journey-steps'
import { setUpVisitors } from '@tests/support/client/visitor'
import { testAdmin } from '@tests/support/portal/portal-process'
import { runAs } from '@tests/support/portal/postgres'
import { runCommand } from '@tests/support/portal/run-command'
import { startSharedPortal } from '@tests/support/portal/shared-portal'

const openVisitor = setUpVisitors()

// As `npm run setup` has it. The administrator of the other journeys logs in with the password alone.
const portal = await startSharedPortal({ ADMIN_SECOND_FACTOR: 'required' })

async function openPhone(): Promise<Page> {
  const { page, allow } = await openVisitor({ ...phone, baseURL: portal.origin })
  allow(/status of 40[03]|That code isn’t right|Enter the code from your/)
  return page
}

/** As if the newest code were older than it is: each is taken once, and an app has another every half minute. */
const waitForNextCode = () =>
  runAs(portal.env['DATABASE_URL'] ?? '', 'update second_factors set last_step = last_step - 2')

const codeField = (part: Page | Locator) => part.getByLabel('Authentication code')
const press = (part: Page | Locator, name: string) =>
  part.getByRole('button', { name, exact: true }).click()

async function choosePassword(page: Page, oneTime: string, password: string): Promise<void> {
  await page.getByLabel('One-time password').fill(oneTime)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await press(page, 'Change Password')
  await page.getByRole('heading', { level: 1, name: 'Set Up Two-Step Login' }).waitFor()
}

/** Returns the secret that is shown to an app. */
async function beginSetUp(page: Page, password: string) {
  await press(page, 'Set Up Two-Step Login')
  await confirmWith(page, password)
  return readSecret(page)
}

/** As in another browser. An answer that comes late would bring the cookie back. */
async function logInAnew(...[page, path, person]: Parameters<typeof logInAt>): Promise<void> {
  await waitUntilSettled(page)
  await page.context().clearCookies()
  await logInAt(page, path, person)
}

async function typeCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await press(page, 'Log In')
}

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' })

test('the administrator sets the account up at the first login, and is asked for codes from then on', async () => {
  const page = await openPhone()
  const password = 'nine purple lanterns over Denver'
  await logInAt(page, '/admin/users?status=pending', testAdmin)
  await page.getByRole('heading', { name: 'Choose a New Password' }).waitFor()
  await checkLook(page)
  await choosePassword(page, testAdmin.password, password)
  const secret = await beginSetUp(page, password)
  await checkLook(page)
  const { used, codes } = await confirmApp(page, secret)
  expect(codes).toHaveLength(10)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText(codes[9] ?? '').isVisible()).toBe(true)
  expect(await page.getByText(/: recovery codes for /).isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('heading').filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ media: null })
  await press(page, 'I’ve Saved Them')
  await page.getByLabel('Search').waitFor()
  expect(new URL(page.url()).search).toBe('?status=pending')

  await page.goto('/admin/settings')
  await page.getByLabel('Email Address').fill('office@mail.example')
  await page.getByLabel('App Password').fill('abcd efgh ijkl mnop')
  await press(page, 'Save Settings')
  const dialog = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await dialog.getByLabel('Your password').fill(password)
  await codeField(dialog).fill(used)
  await press(dialog, 'Continue')
  await dialog.getByText(/^That code isn’t right/).waitFor()
  await checkLook(page)
  await waitForNextCode()
  await codeField(dialog).fill(codeFrom(secret))
  await press(dialog, 'Continue')
  await seeToast(page, 'Password updated', 'Your email settings are saved.')
  await page.getByText('The portal sends from this mailbox').waitFor()
  expect(await page.getByLabel('Email Address').inputValue()).toBe('office@mail.example')
  // Not asked again within ten minutes.
  await press(page, 'Save Settings')
  await seeToast(page, 'Password unchanged', 'Your email settings are saved.')

  await logInAnew(page, '/login', { ...testAdmin, password })
  await page.getByText('Enter the code from your authenticator app').waitFor()
  await typeCode(page, 'not a code')
  await page.getByText(/^That code isn’t right/).waitFor()
  await checkLook(page)
  await waitForNextCode()
  await typeCode(page, codeFrom(secret))
  await page.waitForURL('**/dashboard')
})

test('who lost everything is recovered on the server, sets the account up again, and may use recovery codes', async () => {
  const { output } = await runCommand('admin', portal, '--email', testAdmin.email)
  expect(output).toContain('You choose your own when you log in.')
  const oneTime = /Password: +(\S+)/.exec(output)?.[1] ?? ''
  const person = { ...testAdmin, password: 'seven amber windmills at dusk' }
  const page = await openPhone()
  await logInAt(page, '/admin', { ...testAdmin, password: oneTime })
  await choosePassword(page, oneTime, person.password)
  const { codes } = await confirmApp(page, await beginSetUp(page, person.password))
  await press(page, 'I’ve Saved Them')
  await dashboard(page).waitFor()

  await logInAnew(page, '/admin', person)
  await typeCode(page, codes[0] ?? '')
  await dashboard(page).waitFor()
  // By key, as on a phone the toast about the login covers the link.
  await page.getByRole('link', { name: /^Account and security/ }).press('Enter')
  await page.getByText(/^9 recovery codes are left/).waitFor()
  await page.getByText('so it can’t be turned off').waitFor()
  expect(await page.getByRole('button', { name: 'Turn Off Two-Step Login' }).count()).toBe(0)
  await press(page, 'Get New Recovery Codes')
  await press(page, 'Get New Codes')
  const asked = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await codeField(asked).fill(codes[1] ?? '')
  await confirmWith(page, person.password)
  await page.getByText('You have new recovery codes').waitFor()
  const renewed = await findRecoveryCodes(page).allTextContents()

  await logInAnew(page, '/admin', person)
  await typeCode(page, codes[2] ?? '')
  await page.getByText(/^That code isn’t right/).waitFor()
  await typeCode(page, renewed[0] ?? '')
  await dashboard(page).waitFor()
})
