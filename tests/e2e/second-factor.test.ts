import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeFrom, confirmApp, readSecret } from '@tests/support/client/authenticator'
import { checkPhoneLook, logInAt, seeToast } from '@tests/support/client/journey-steps'
import { testAdmin } from '@tests/support/portal/portal-process'
import { startSharedPortal } from '@tests/support/portal/shared-portal'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

// The administrator of the other journeys logs in with the password alone.
const portal = await startSharedPortal()

async function openPhone(): Promise<Page> {
  const viewport = { width: 360, height: 740 }
  const { page, allow } = await openVisitor({ baseURL: portal.origin, viewport })
  allow(/status of 400|That code isn’t right|Enter the code from your authenticator app/)
  return page
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Authentication code').fill(code)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Where the form for another password asks for a code as well. */
const fillCode = (page: Page, code: string) =>
  page.getByRole('region', { name: 'Two-Step Login' }).getByLabel('Authentication code').fill(code)

test('the administrator turns two-step login on, uses it, and turns it off', async () => {
  const page = await openPhone()
  await logInAt(page, '/admin', testAdmin)
  // By key, as on a phone the toast about the login covers the link.
  await page.getByRole('link', { name: /^Account and security/ }).press('Enter')
  await page.getByText('Two-step login is off').waitFor()
  await checkPhoneLook(page)
  const secondTab = await page.context().newPage()
  await secondTab.goto('/account')
  await secondTab.getByText('Two-step login is off').waitFor()
  await page.getByLabel('Your password').fill(testAdmin.password)
  await page.getByRole('button', { name: 'Set Up Two-Step Login' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await checkPhoneLook(page)
  const secret = await readSecret(page)
  const codes = await confirmApp(page, secret)
  expect(codes).toHaveLength(10)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText(codes[9] ?? '').isVisible()).toBe(true)
  expect(await page.getByText(/: recovery codes for /).isVisible()).toBe(true)
  expect(await page.getByRole('heading').filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: 'I’ve Saved Them' }).click()
  await page.getByText(/^10 recovery codes are left/).waitFor()

  await secondTab.getByLabel('Your password').fill(testAdmin.password)
  await secondTab.getByRole('button', { name: 'Set Up Two-Step Login' }).click()
  await secondTab.getByText(/^10 recovery codes are left/).waitFor()
  await seeToast(secondTab, 'Two-step login is on', 'You turned it on in another tab or window.')
  await secondTab.close()

  const login = await openPhone()
  await logInAt(login, '/login', testAdmin)
  await login.getByText('Enter the code from your authenticator app').waitFor()
  await checkPhoneLook(login)
  await typeCode(login, 'not a code')
  await login.getByText(/^That code isn’t right/).waitFor()
  await typeCode(login, codeFrom(secret))
  await login.waitForURL('**/dashboard')

  const gate = await openPhone()
  await logInAt(gate, '/admin/users', testAdmin)
  await typeCode(gate, codes[0] ?? '')
  await gate.getByLabel('Search').waitFor()
  await gate.goto('/account')
  await gate.getByText(/^9 recovery codes are left/).waitFor()
  await gate.getByRole('button', { name: 'Get New Recovery Codes' }).click()
  await gate.getByLabel('Your password').fill(testAdmin.password)
  await fillCode(gate, codes[1] ?? '')
  await checkPhoneLook(gate)
  await gate.getByRole('button', { name: 'Get New Codes' }).click()
  await gate.getByText('You have new recovery codes').waitFor()
  const renewed = await gate.getByText(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/).allTextContents()
  await gate.getByRole('button', { name: 'I’ve Saved Them' }).click()

  await gate.getByRole('button', { name: 'Turn Off Two-Step Login' }).click()
  await gate.getByLabel('Your password').fill(testAdmin.password)
  await fillCode(gate, codes[2] ?? '')
  await gate.getByRole('button', { name: 'Turn Off', exact: true }).click()
  await gate
    .getByText(/^That code isn’t right/)
    .first()
    .waitFor()
  await fillCode(gate, renewed[0] ?? '')
  await gate.getByRole('button', { name: 'Turn Off', exact: true }).click()
  await seeToast(gate, 'Two-step login is off')

  const again = await openPhone()
  await logInAt(again, '/login', testAdmin)
  await again.waitForURL('**/dashboard')
})
