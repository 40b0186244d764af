import { expect, test } from 'vitest'
import { codeFrom, readSecret, waitForFreshCode } from '@tests/support/client/authenticator'
import { checkPhoneLook, logInAt, seeToast } from '@tests/support/client/journey-steps'
import { testAdmin } from '@tests/support/portal/portal-process'
import { startSharedPortal } from '@tests/support/portal/shared-portal'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

const portal = await startSharedPortal()

test('the mail settings ask for password and code, and then save what was typed', async () => {
  const viewport = { width: 360, height: 740 }
  const { page, allow } = await openVisitor({ baseURL: portal.origin, viewport })
  allow(/status of 40[03]|Confirm it’s you first|That code isn’t right/)
  await logInAt(page, '/account', testAdmin)
  await page.waitForURL('**/dashboard')
  await page.goto('/account')
  await page.getByLabel('Your password').fill(testAdmin.password)
  await page.getByRole('button', { name: 'Set Up Two-Step Login' }).click()
  const secret = await readSecret(page)
  await waitForFreshCode()
  const used = codeFrom(secret, -30)
  await page.getByLabel('Authentication code').fill(used)
  await page.getByRole('button', { name: 'Turn On' }).click()
  await page.getByRole('button', { name: 'I’ve Saved Them' }).click()

  await page.goto('/admin/settings')
  await page.getByLabel('Email Address').fill('office@mail.example')
  await page.getByLabel('App Password').fill('abcd efgh ijkl mnop')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await dialog.waitFor()
  await checkPhoneLook(page)
  await dialog.getByLabel('Your password').fill(testAdmin.password)
  await dialog.getByLabel('Authentication code').fill(used)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText(/^That code isn’t right/).waitFor()
  await dialog.getByLabel('Authentication code').fill(codeFrom(secret))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await seeToast(page, 'Password updated', 'Your email settings are saved.')
  await page.getByText('The portal sends from this mailbox').waitFor()
  expect(await page.getByLabel('Email Address').inputValue()).toBe('office@mail.example')

  // Not asked again within ten minutes.
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await seeToast(page, 'Password unchanged', 'Your email settings are saved.')
})
