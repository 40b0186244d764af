import { expect, test } from 'vitest'
import { setUpAdmin } from '@tests/support/client/admin-window'
import { decideByKey } from '@tests/support/client/decide-by-key'
import { findToast, seeToast } from '@tests/support/client/journey-steps'
import { buildPartner } from '@tests/support/client/people'
import { setUpVisitors } from '@tests/support/client/visitor'

const openAdmin = setUpAdmin(setUpVisitors())
const updated = 'Status updated successfully'

test('people are decided without a mouse, reasons included, and one decision is undone', () =>
  decideByKey(4, openAdmin))

test('people, reports and logins are decided in the same panel, whichever list leads there', async () => {
  const { partner, name, serviceName, report } = await buildPartner()
  const { page, context } = await openAdmin(`/admin/credentials?search=${serviceName}`)
  await page.getByRole('button', { name: serviceName, exact: true }).click()
  const login = page.getByRole('complementary', { name: serviceName })
  await login.getByRole('img', { name: `Preview of ${report.name}` }).waitFor()
  await login.getByRole('button', { name: `Email ${name}` }).waitFor()
  expect(await login.locator('code').count()).toBe(0)
  await login.getByRole('button', { name: `Show password for ${serviceName}` }).click()
  await expect.poll(() => login.locator('code').allTextContents()).toEqual(['monitoring secret'])
  await login.getByText('Call first.').waitFor()
  await login.getByRole('button', { name: `Approve ${report.name}` }).click()
  await seeToast(page, updated, `Approved ${report.name}`)
  await page.keyboard.press('a')
  await seeToast(page, 'Credential status updated successfully', `Approved ${serviceName}`)
  // One Esc closes the toast, the next one the panel.
  await page.keyboard.press('Escape')
  await findToast(page).waitFor({ state: 'detached' })
  expect(await login.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await login.waitFor({ state: 'detached' })

  await page.goto(`/admin/reports?search=${partner.email}`)
  await page.getByText('1 report', { exact: true }).waitFor()
  await page.keyboard.press('j')
  const document = page.getByRole('complementary', { name: report.name })
  await document.getByRole('button', { name: `Reject ${serviceName}` }).waitFor()
  const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('v')])
  await tab.close()
  await document.getByRole('button', { name: `Approve ${name}` }).click()
  await seeToast(page, updated, `Approved ${name}`)
  await page.goBack()
  await document.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  const email = page.getByRole('dialog', { name: `Email ${name}` })
  await expect.poll(() => email.getByLabel('Recipient Email').inputValue()).toBe(partner.email)
  // A toast that is still there has one, too.
  await email.getByRole('button', { name: 'Close' }).first().click()
  await email.waitFor({ state: 'detached' })
  expect(await document.isVisible()).toBe(true)
})
