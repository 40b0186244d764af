import type { Locator, Page } from 'playwright-core'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { phone } from '@tests/support/client/admin-window'
import {
  codeFrom,
  confirmApp,
  findRecoveryCodes,
  readSecret,
} from '@tests/support/client/authenticator'
import { checkPhoneLook, logInAt, seeToast } from '@tests/support/client/journey-steps'
import { setUpVisitors } from '@tests/support/client/visitor'
import { testAdmin, type PortalProcess } from '@tests/support/portal/portal-process'
import { runCommand } from '@tests/support/portal/run-command'
import { startSharedPortal } from '@tests/support/portal/shared-portal'

const openVisitor = setUpVisitors()

// The administrator of the other journeys logs in with the password alone.
const [portal, strictPortal] = await Promise.all([
  startSharedPortal(),
  // As `npm run setup` has it.
  startSharedPortal({ ADMIN_SECOND_FACTOR: 'required' }),
])

async function openPhone({ origin }: PortalProcess): Promise<Page> {
  const { page, allow } = await openVisitor({ ...phone, baseURL: origin })
  allow(/status of 40[03]|That code isn’t right|Enter the code from your|Confirm it’s you first/)
  return page
}

/** As if the newest code were older than it is: each is taken once, and an app has another every half minute. */
async function waitForNextCode({ env }: PortalProcess): Promise<void> {
  const client = new Client({ connectionString: env['DATABASE_URL'] })
  await client.connect()
  try {
    await client.query('update second_factors set last_step = last_step - 2')
  } finally {
    await client.end()
  }
}

const codeField = (part: Page | Locator) => part.getByLabel('Authentication code')

/** Answers the secret that is shown to an app. */
async function beginSetUp(page: Page, password: string) {
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set Up Two-Step Login' }).click()
  return readSecret(page)
}

const saveCodes = (page: Page) => page.getByRole('button', { name: 'I’ve Saved Them' }).click()

/** As in another browser. */
async function logInAnew(...[page, path, person]: Parameters<typeof logInAt>): Promise<void> {
  await page.context().clearCookies()
  await logInAt(page, path, person)
}

async function typeCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Where the form for another password asks for a code as well. */
const fillCode = (page: Page, code: string) =>
  codeField(page.getByRole('region', { name: 'Two-Step Login' })).fill(code)

test('the administrator turns two-step login on, is asked for codes, and turns it off', async () => {
  const page = await openPhone(portal)
  await logInAt(page, '/admin', testAdmin)
  // By key, as on a phone the toast about the login covers the link.
  await page.getByRole('link', { name: /^Account and security/ }).press('Enter')
  await page.getByText('Two-step login is off').waitFor()
  const secret = await beginSetUp(page, testAdmin.password)
  await checkPhoneLook(page)
  const { used, codes } = await confirmApp(page, secret)
  expect(codes).toHaveLength(10)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText(codes[9] ?? '').isVisible()).toBe(true)
  expect(await page.getByText(/: recovery codes for /).isVisible()).toBe(true)
  expect(await page.getByRole('heading').filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ media: null })
  await saveCodes(page)
  await page.getByText(/^10 recovery codes are left/).waitFor()

  await page.goto('/admin/settings')
  await page.getByLabel('Email Address').fill('office@mail.example')
  await page.getByLabel('App Password').fill('abcd efgh ijkl mnop')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await dialog.getByLabel('Your password').fill(testAdmin.password)
  await codeField(dialog).fill(used)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText(/^That code isn’t right/).waitFor()
  await checkPhoneLook(page)
  await waitForNextCode(portal)
  await codeField(dialog).fill(codeFrom(secret))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await seeToast(page, 'Password updated', 'Your email settings are saved.')
  await page.getByText('The portal sends from this mailbox').waitFor()
  expect(await page.getByLabel('Email Address').inputValue()).toBe('office@mail.example')
  // Not asked again within ten minutes.
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await seeToast(page, 'Password unchanged', 'Your email settings are saved.')

  await logInAnew(page, '/login', testAdmin)
  await page.getByText('Enter the code from your authenticator app').waitFor()
  await typeCode(page, 'not a code')
  await page.getByText(/^That code isn’t right/).waitFor()
  await checkPhoneLook(page)
  await waitForNextCode(portal)
  await typeCode(page, codeFrom(secret))
  await page.waitForURL('**/dashboard')

  await logInAnew(page, '/admin/users', testAdmin)
  await typeCode(page, codes[0] ?? '')
  await page.getByLabel('Search').waitFor()
  await page.goto('/account')
  await page.getByText(/^9 recovery codes are left/).waitFor()
  await page.getByRole('button', { name: 'Get New Recovery Codes' }).click()
  await page.getByLabel('Your password').fill(testAdmin.password)
  await fillCode(page, codes[1] ?? '')
  await page.getByRole('button', { name: 'Get New Codes' }).click()
  await page.getByText('You have new recovery codes').waitFor()
  const renewed = await findRecoveryCodes(page).allTextContents()
  await saveCodes(page)

  await page.getByRole('button', { name: 'Turn Off Two-Step Login' }).click()
  await page.getByLabel('Your password').fill(testAdmin.password)
  await fillCode(page, codes[2] ?? '')
  await page.getByRole('button', { name: 'Turn Off', exact: true }).click()
  await page
    .getByText(/^That code isn’t right/)
    .first()
    .waitFor()
  await fillCode(page, renewed[0] ?? '')
  await page.getByRole('button', { name: 'Turn Off', exact: true }).click()
  await seeToast(page, 'Two-step login is off')
  await logInAnew(page, '/login', testAdmin)
  await page.waitForURL('**/dashboard')
})

async function choosePassword(page: Page, oneTime: string, password: string): Promise<void> {
  await page.getByRole('heading', { name: 'Choose a New Password' }).waitFor()
  await page.getByLabel('One-time password').fill(oneTime)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByRole('heading', { level: 1, name: 'Set Up Two-Step Login' }).waitFor()
}

test('the administrator sets the account up at the first login, and anew after losing everything', async () => {
  const page = await openPhone(strictPortal)
  const password = 'nine purple lanterns over Denver'
  await logInAt(page, '/admin/users?status=pending', testAdmin)
  await page.getByRole('heading', { name: 'Choose a New Password' }).waitFor()
  await checkPhoneLook(page)
  await choosePassword(page, testAdmin.password, password)
  await checkPhoneLook(page)
  const secret = await beginSetUp(page, password)
  const { codes } = await confirmApp(page, secret)
  expect(codes).toHaveLength(10)
  await saveCodes(page)
  await page.getByLabel('Search').waitFor()
  expect(new URL(page.url()).search).toBe('?status=pending')
  await page.goto('/account')
  await page.getByText('so it can’t be turned off').waitFor()
  expect(await page.getByRole('button', { name: 'Turn Off Two-Step Login' }).count()).toBe(0)

  await logInAnew(page, '/admin', { ...testAdmin, password })
  await waitForNextCode(strictPortal)
  await typeCode(page, codeFrom(secret))
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

  const { output } = await runCommand('admin', strictPortal, '--email', testAdmin.email)
  expect(output).toContain('You choose your own when you log in.')
  const oneTime = /Password: +(\S+)/.exec(output)?.[1] ?? ''
  await logInAnew(page, '/admin', { ...testAdmin, password: oneTime })
  await choosePassword(page, oneTime, 'seven amber windmills at dusk')
  await confirmApp(page, await beginSetUp(page, 'seven amber windmills at dusk'))
  await saveCodes(page)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})
