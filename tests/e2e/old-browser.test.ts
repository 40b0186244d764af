import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { defaultBrand } from '@shared/brand'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

async function expectHelp(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading }).waitFor()
  const message = page.locator('.no-app', { hasText: heading })
  const text = await message.innerText()
  expect(text).toContain(defaultBrand.supportPhone)
  expect(text).toContain(defaultBrand.supportEmail)
}

test('a browser too old for the app is asked to be updated, in words', async () => {
  const { page, context } = await openVisitor()
  await context.addInitScript('delete String.prototype.isWellFormed')
  // As if it understood none of the app's own script.
  await context.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto('/onboarding')
  await expectHelp(page, 'Please update your browser')
})

test('a browser without JavaScript is told that the portal needs it', async () => {
  const { page } = await openVisitor({ javaScriptEnabled: false })
  await page.goto('/')
  await expectHelp(page, 'Please turn on JavaScript')
})

test('a current browser is told nothing of the kind', async () => {
  const { page } = await openVisitor()
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await page.locator('#old-browser').isVisible()).toBe(false)
  expect(await page.getByText('Please turn on JavaScript').count()).toBe(0)
})
