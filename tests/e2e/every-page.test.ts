import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pages } from '@shared/pages'
import { logInAsAdmin, newApplicant, signUp } from '../support/journey-steps'
import { setUpVisitors } from '../support/visitor'

const openVisitor = setUpVisitors()

const isAdminPage = (path: string) => path.startsWith('/admin')
const publicPages = Object.values(pages).filter(
  (path) => !isAdminPage(path) && path !== pages.dashboard,
)
const adminPages = Object.values(pages).filter(isAdminPage)
const veryLong = 'Maximilian-Alexander '.repeat(7).trim()

/** What holds on every page: one heading, a title, no sideways scrolling on a phone, axe silent. */
async function checkPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
  expect(await page.title(), path).not.toBe('')
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map((violation) => `${path}: ${violation.id}`)).toEqual([])
}

const phone = { viewport: { width: 360, height: 740 } }

for (const path of [...publicPages, '/no-such-page']) {
  test(`${path} is accessible and fits a phone`, async () => {
    const { page } = await openVisitor(phone)
    await checkPage(page, path)
  })
}

test('the dashboard is accessible and fits a phone, with a very long name', async () => {
  const { page, context } = await openVisitor(phone)
  await signUp(context.request, newApplicant({ firstName: veryLong, lastName: veryLong }))
  await checkPage(page, pages.dashboard)
})

for (const path of [...adminPages, '/admin/no-such-page']) {
  test(`${path} is accessible and fits a phone`, async () => {
    const { page, context } = await openVisitor(phone)
    await logInAsAdmin(context.request)
    await checkPage(page, path)
  })
}

test('an unknown page answers 404 with a way home', async () => {
  const { page } = await openVisitor()
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  await page.getByText('Did you forget to add the page to the router?').waitFor()
})
