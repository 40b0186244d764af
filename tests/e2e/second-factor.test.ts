import { AxeBuilder } from '@axe-core/playwright'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeToast } from '../support/journey-steps'
import { startPortalProcess, testAdmin, type PortalProcess } from '../support/portal-process'
import { setUpVisitors } from '../support/visitor'

const openVisitor = setUpVisitors()

// The administrator of the other journeys logs in with the password alone.
let portal: PortalProcess
beforeAll(async () => {
  portal = await startPortalProcess()
})
afterAll(() => portal.stop())

async function openPhone(): Promise<Page> {
  const viewport = { width: 360, height: 740 }
  const { page, allow } = await openVisitor({ baseURL: portal.origin, viewport })
  allow(/status of 400|That code isn’t right/)
  return page
}

async function typePassword(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('textbox', { name: 'Email' }).fill(testAdmin.email)
  await page.getByLabel('Password', { exact: true }).fill(testAdmin.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Authentication code').fill(code)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Where the form for another password asks for a code as well. */
const fillCode = (page: Page, code: string) =>
  page.getByRole('region', { name: 'Two-step login' }).getByLabel('Authentication code').fill(code)

/** Until no code changes within the seconds that a few steps take. */
const waitForFreshCode = () =>
  expect.poll(() => (Date.now() / 1000) % 30, { timeout: 20_000 }).toBeLessThan(15)

/** Axe silent, no sideways scrolling. */
async function checkLook(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
}

test('the administrator turns two-step login on, uses it, and turns it off', async () => {
  const page = await openPhone()
  await typePassword(page, '/admin')
  // By key: on a phone the toast about the login lies over the link.
  await page.getByRole('link', { name: /^Account and security/ }).press('Enter')
  await page.getByText('Two-step login is off').waitFor()
  await checkLook(page)
  await page.getByLabel('Your password').fill(testAdmin.password)
  await page.getByRole('button', { name: 'Set Up Two-Step Login' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await checkLook(page)
  const link = page.getByRole('link', { name: 'open it in an app on this device' })
  const address = new URL((await link.getAttribute('href')) ?? '')
  const secret = Secret.fromBase32(address.searchParams.get('secret') ?? '')
  const codeIn = (seconds: number) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 })

  await waitForFreshCode()
  await page.getByLabel('Authentication code').fill(codeIn(-30))
  await page.getByRole('button', { name: 'Turn On' }).click()
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  await checkLook(page)
  const codes = await page.getByText(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/).allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I Have Saved Them' }).click()
  await page.getByText(/^10 recovery codes are left/).waitFor()

  const login = await openPhone()
  await typePassword(login, '/login')
  await login.getByText('Enter the code from your authenticator app').waitFor()
  await checkLook(login)
  await typeCode(login, 'not a code')
  await login.getByText(/^That code isn’t right/).waitFor()
  await typeCode(login, codeIn(0))
  await login.waitForURL('**/dashboard')

  const gate = await openPhone()
  await typePassword(gate, '/admin/users')
  await typeCode(gate, codes[0] ?? '')
  await gate.getByLabel('Search').waitFor()
  await gate.goto('/account')
  await gate.getByText(/^9 recovery codes are left/).waitFor()
  await gate.getByRole('button', { name: 'Get New Recovery Codes' }).click()
  await gate.getByLabel('Your password').fill(testAdmin.password)
  await fillCode(gate, codes[1] ?? '')
  await checkLook(gate)
  await gate.getByRole('button', { name: 'Get New Codes' }).click()
  await gate.getByText('You have new recovery codes').waitFor()
  const renewed = await gate.getByText(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/).allTextContents()
  await gate.getByRole('button', { name: 'I Have Saved Them' }).click()

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
  await typePassword(again, '/login')
  await again.waitForURL('**/dashboard')
})
