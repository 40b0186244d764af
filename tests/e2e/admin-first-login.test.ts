import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeFrom, confirmApp, readSecret } from '@tests/support/client/authenticator'
import { checkPhoneLook, logInAt } from '@tests/support/client/journey-steps'
import { createTestDatabase } from '@tests/support/portal/database'
import { startPortalProcess, testAdmin } from '@tests/support/portal/portal-process'
import { startSharedPortal } from '@tests/support/portal/shared-portal'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

// As `npm run setup` has it.
const portal = await startSharedPortal({ ADMIN_SECOND_FACTOR: 'required' })

const openPhone = async () =>
  (await openVisitor({ baseURL: portal.origin, viewport: { width: 360, height: 740 } })).page

async function choosePassword(page: Page, oneTime: string, password: string): Promise<void> {
  await page.getByRole('heading', { name: 'Choose a New Password' }).waitFor()
  await checkPhoneLook(page)
  await page.getByLabel('One-time password').fill(oneTime)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Change Password' }).click()
}

/** Answers the app's secret and the recovery codes. */
async function setUpTwoSteps(page: Page, password: string) {
  await page.getByRole('heading', { level: 1, name: 'Set Up Two-Step Login' }).waitFor()
  await checkPhoneLook(page)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set Up Two-Step Login' }).click()
  const secret = await readSecret(page)
  await checkPhoneLook(page)
  const codes = await confirmApp(page, secret)
  await page.getByRole('button', { name: 'I’ve Saved Them' }).click()
  return { secret, codes }
}

test('the administrator sets the account up at the first login, and goes on where they wanted to', async () => {
  const page = await openPhone()
  const password = 'nine purple lanterns over Denver'
  await logInAt(page, '/admin/users?status=pending', testAdmin)
  await choosePassword(page, testAdmin.password, password)
  const { secret, codes } = await setUpTwoSteps(page, password)
  expect(codes).toHaveLength(10)
  await page.getByLabel('Search').waitFor()
  expect(new URL(page.url()).search).toBe('?status=pending')

  await page.goto('/account')
  await page.getByText('so it can’t be turned off').waitFor()
  expect(await page.getByRole('button', { name: 'Turn Off Two-Step Login' }).count()).toBe(0)

  const again = await openPhone()
  await logInAt(again, '/admin', { ...testAdmin, password })
  await again.getByLabel('Authentication code').fill(codeFrom(secret))
  await again.getByRole('button', { name: 'Log In' }).click()
  await again.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})

test('who lost everything is recovered on the server, and sets the account up anew', async () => {
  const args = ['--import', 'tsx', 'server/cli/admin.ts', '--email', testAdmin.email]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: portal.env })
  const oneTime = /Password: +(\S+)/.exec(stdout)?.[1] ?? ''
  expect(stdout).toContain('You choose your own when you log in.')

  const page = await openPhone()
  await logInAt(page, '/admin', { ...testAdmin, password: oneTime })
  const password = 'seven amber windmills at dusk'
  await choosePassword(page, oneTime, password)
  await setUpTwoSteps(page, password)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})

test('a portal behind https says at its start that two-step login is optional', async () => {
  const database = await createTestDatabase()
  const behindHttps = {
    DATABASE_URL: database.url,
    PUBLIC_URL: 'https://portal.example',
    TRUST_PROXY: 'loopback',
  }
  const optional = await startPortalProcess(behindHttps)
  const warnings = optional.output().match(/"msg":"the administrator may log in without[^"]*"/g)
  await optional.stop()
  expect(warnings).toHaveLength(1)
  const required = await startPortalProcess({ ...behindHttps, ADMIN_SECOND_FACTOR: 'required' })
  await required.stop()
  await database.drop()
  expect(required.output()).not.toContain('ADMIN_SECOND_FACTOR')
})
