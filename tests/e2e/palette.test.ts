import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fullName, logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { checkPhoneLook } from '@tests/support/client/journey-steps'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

async function openAdmin(viewport = { width: 1440, height: 900 }) {
  const visitor = await openVisitor({ viewport })
  await logInAsAdmin(visitor.context.request)
  await visitor.page.goto('/admin')
  await visitor.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  return visitor
}

const box = (page: Page) => page.getByRole('combobox', { name: /^Find a person/ })
const active = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true })

test('the administrator finds a person, a page and an action without a mouse', async () => {
  const person = newApplicant({ firstName: 'Ingeborg' })
  await signUp(await openSession(), person)
  const { page } = await openAdmin()
  await page.keyboard.press('Control+k')
  await box(page).waitFor()
  await page.keyboard.type(fullName(person))
  await page.getByRole('option', { name: fullName(person) }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/users?open=*')
  await page.getByRole('heading', { level: 2, name: fullName(person) }).waitFor()

  await page.keyboard.press('Meta+k')
  await page.keyboard.type('audit')
  await expect.poll(() => active(page).textContent()).toBe('Audit Trail')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Audit Trail' }).waitFor()

  await page.goto('/admin/users')
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('keyb')
  await expect.poll(() => active(page).textContent()).toBe('Keyboard Shortcuts')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('log')
  await page.getByRole('option', { name: 'Log Out' }).waitFor()
  while ((await active(page).textContent()) !== 'Log Out') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/$/)
  await page.goto('/admin')
  await page.getByText('Admin Login').first().waitFor()
})

test('the palette closes by Esc or its own keys, and leaves everything as it was', async () => {
  const { page } = await openAdmin()
  const opener = page.getByRole('button', { name: 'Find' })
  await opener.click()
  await box(page).fill('no such thing anywhere')
  await page.getByText('Nothing found.').waitFor()
  await page.keyboard.press('Enter')
  await box(page).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => box(page).count()).toBe(0)
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+k')
  await box(page).waitFor()
  await page.keyboard.press('Control+k')
  await expect.poll(() => box(page).count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/admin')
})

test('the palette fits a phone', async () => {
  const { page } = await openAdmin({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Find' }).click()
  await box(page).fill('a')
  await page.getByRole('option').first().waitFor()
  await checkPhoneLook(page)
  await page.getByRole('option', { name: 'Audit Trail' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit Trail' }).waitFor()
})
