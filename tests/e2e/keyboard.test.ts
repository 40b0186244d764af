import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const phone = { viewport: { width: 360, height: 740 } }
const isFocused = (element: Locator) =>
  element.evaluate((node) => node === document.activeElement, undefined, { timeout: 5_000 })

/**
 * Presses Tab, or another key, until focus is on the element; gives up after more than anyone would press.
 */
async function reach(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isFocused(element)) return
    await page.keyboard.press(key)
  }
  throw new Error(`No way with ${key} to ${element.toString()}`)
}

async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => isFocused(element)).toBe(true)
}

const lineOf = (tab: Locator) => tab.evaluate((node) => getComputedStyle(node).outlineStyle)

test('with the keyboard alone: past the header, and through the menu of a phone', async () => {
  const { page } = await openVisitor(phone)
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()

  const skip = page.getByRole('link', { name: 'Skip to content' })
  await page.keyboard.press('Tab')
  await expectFocus(skip)
  await expect.poll(() => skip.evaluate((link) => link.getBoundingClientRect().top >= 0)).toBe(true)
  await page.keyboard.press('Enter')
  await expectFocus(page.locator('main'))
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator('main :focus').count()).toBe(1)

  await reach(page, page.getByRole('button', { name: 'Open menu' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const login = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })
  await login.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await login.waitFor({ state: 'hidden' })
  await expectFocus(page.getByRole('button', { name: 'Open menu' }))

  await page.keyboard.press('Space')
  await reach(page, login)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  await login.waitFor({ state: 'hidden' })
  await expectFocus(page.getByRole('heading', { level: 1 }))
})

test('with the keyboard alone: a search, a category, an article and back', async () => {
  const { page } = await openVisitor(phone)
  await page.goto('/blog')
  const search = page.getByRole('searchbox', { name: 'Search articles' })
  await search.waitFor()
  await reach(page, search)
  await page.keyboard.type('zeppelin')
  await page.getByText('No articles found').waitFor()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('credit')
  await page.getByRole('heading', { name: 'Matching Articles' }).waitFor()

  const all = page.getByRole('tab', { name: 'All' })
  await reach(page, all)
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(/category=/)
  const chosen = page.getByRole('tab', { selected: true })
  await expectFocus(chosen)
  expect(await chosen.textContent()).not.toBe('All')
  const listAddress = page.url()
  await page.emulateMedia({ forcedColors: 'active' })
  expect([await lineOf(chosen), await lineOf(all)]).toEqual(['double', 'none'])
  await chosen.blur()
  expect(await lineOf(chosen)).toBe('solid')
  await chosen.focus()
  await page.emulateMedia({ forcedColors: null })

  const readMore = page.getByRole('link', { name: /^Read More/ }).first()
  const title = (await readMore.textContent())?.replace('Read More: ', '')
  await reach(page, readMore)
  await page.keyboard.press('Enter')
  await page.waitForURL(/article=/)
  await expectFocus(page.getByRole('heading', { level: 1, name: title }))

  // The browser's own Back: its keys are not the page's, and a headless browser has none.
  await page.goBack()
  await expect.poll(() => page.url()).toBe(listAddress)
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Blog & Resources' }))

  await reach(page, readMore)
  await page.keyboard.press('Enter')
  await page.waitForURL(/article=/)
  await reach(page, page.getByRole('link', { name: 'Back to Articles' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/blog$/)
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Blog & Resources' }))
})

test('with the keyboard alone: a question sent after its mistakes, and answers opened', async () => {
  const { page } = await openVisitor(phone)
  await page.goto('/support')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const email = page.getByRole('textbox', { name: 'Email' })
  await reach(page, page.getByLabel('Subject'))
  await page.keyboard.press('Enter')
  await page.getByText('Please enter a valid email address.').waitFor()
  await expectFocus(email)

  await page.keyboard.type('rosa@partner.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('My review')
  await reach(page, page.getByRole('button', { name: 'Send Message' }))
  await page.keyboard.press('Space')
  await expectFocus(page.getByLabel('Message'))
  await page.keyboard.type('How long does it take?')
  await reach(page, page.getByRole('button', { name: 'Send Message' }))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('heading', { name: 'Message sent' }))

  const questions = page.locator('button[aria-controls^="faq-"]')
  const answers = page.locator('[id^="faq-"][id$="-answer"]:visible')
  const [first, second] = [questions.nth(0), questions.nth(1)]
  await reach(page, first)
  await page.keyboard.press('Enter')
  await expect.poll(() => first.getAttribute('aria-expanded')).toBe('true')
  expect(await answers.count()).toBe(1)
  await page.keyboard.press('Tab')
  await expectFocus(second)
  await page.keyboard.press('Space')
  await expect.poll(() => second.getAttribute('aria-expanded')).toBe('true')
  expect(await answers.count()).toBe(1)
  await page.keyboard.press('Space')
  await expect.poll(() => answers.count()).toBe(0)
  await expectFocus(second)
})
