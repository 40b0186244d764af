import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { pages } from '@shared/pages'
import { expectFocus, expectToFit, open, reach } from '@tests/support/client/journey-steps'
import { fullName, newApplicant, signUp } from '@tests/support/client/people'
import { setUpVisitors } from '@tests/support/client/visitor'
import { answerAll, busyDesk } from '@tests/support/samples/desk-answers'

const openVisitor = setUpVisitors()
const phone = { viewport: { width: 360, height: 740 } }
const colorsOf = async (parts: Locator, property: string) => {
  const colors = parts.evaluateAll(
    (nodes, name) => nodes.map((node) => getComputedStyle(node).getPropertyValue(name)),
    property,
  )
  return [...new Set(await colors)]
}
const lineOf = (tab: Locator) => tab.evaluate((node) => getComputedStyle(node).outlineStyle)

test('with the keyboard alone: past the header, and through the menu of a phone', async () => {
  const { page } = await openVisitor(phone)
  await open(page, '/')

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
  await open(page, '/support')
  const email = page.getByRole('textbox', { name: 'Email' })
  await reach(page, page.getByLabel('Subject'))
  await page.keyboard.press('Enter')
  await page.getByText('Please enter a valid email address.').waitFor()
  await expectFocus(page.getByRole('group', { name: /^\d answers need you$/ }))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
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

test('colors of the system, more contrast and more room between letters leave everything in sight', async () => {
  const { page, context } = await openVisitor({ ...phone, bypassCSP: true })
  const person = newApplicant({ firstName: 'Ethan Alexander', lastName: 'Sorensen-Whitfield' })
  await signUp(context.request, person)
  await answerAll(page, busyDesk)
  await open(page, pages.dashboard)
  const bars = page.locator('main svg:has(pattern) rect[class*="fill-"]:not(.fill-transparent)')
  await bars.first().waitFor({ state: 'attached' })
  const icons = page.locator('svg.lucide')

  await page.emulateMedia({ forcedColors: 'active' })
  const text = await colorsOf(page.locator('h1'), 'color')
  expect(await colorsOf(bars, 'fill')).toEqual(text)
  expect(await colorsOf(icons, 'color')).toEqual(text)
  expect(await colorsOf(page.locator('header svg path'), 'stroke')).toEqual(text)
  // Without colors the two kinds of bars differ by their pattern.
  expect(await page.locator('main svg rect[fill^="url("]').count()).toBeGreaterThan(0)

  await page.emulateMedia({ forcedColors: null, contrast: 'more' })
  const muted = await colorsOf(page.locator('header p.text-muted'), 'color')
  const lines = page.locator('header')
  await expect.poll(() => colorsOf(lines, 'border-bottom-color')).toEqual(muted)
  await page.emulateMedia({ contrast: null })

  const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`
  await page.addStyleTag({ content: spacing })
  await expectToFit(page)
  for (const name of [fullName(person), 'Credit Partner Portal']) {
    const shown = page.locator('header').getByText(name, { exact: true })
    const hidden = await shown.evaluate(
      ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
    )
    expect(hidden, name).toBeLessThanOrEqual(1)
  }
})
