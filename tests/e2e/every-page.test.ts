import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pages } from '@shared/pages'
import { logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { findViolations } from '@tests/support/client/journey-steps'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

const isAdminPage = (path: string) => path.startsWith('/admin')
const publicPages = Object.values(pages).filter(
  (path) => !isAdminPage(path) && path !== pages.dashboard && path !== pages.account,
)
const adminPages = Object.values(pages).filter(isAdminPage)
const veryLong = 'Maximilian-Alexander '.repeat(7).trim()

/** What holds on every page: one heading, a title, nothing from elsewhere, and what `checkLook` says. */
async function checkPage(page: Page, path: string): Promise<void> {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
  expect(await page.title(), path).not.toBe('')
  expect([...hosts], `${path} asks other hosts`).toEqual([new URL(page.url()).origin])
  await checkLook(page, path)
}

/** No sideways scrolling on a phone, axe silent. */
async function checkLook(page: Page, path: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
  expect(await findViolations(page), path).toEqual([])
}

const phone = { viewport: { width: 360, height: 740 } }

for (const path of [...publicPages, '/no-such-page']) {
  test(`${path} is accessible and fits a phone`, async () => {
    const { page } = await openVisitor(phone)
    await checkPage(page, path)
  })
}

for (const path of [pages.dashboard, pages.account]) {
  test(`${path} is accessible and fits a phone, with a very long name`, async () => {
    const { page, context } = await openVisitor(phone)
    await signUp(context.request, newApplicant({ firstName: veryLong, lastName: veryLong }))
    await checkPage(page, path)
  })
}

for (const path of [...adminPages, '/admin/no-such-page']) {
  test(`${path} is accessible and fits a phone`, async () => {
    const { page, context } = await openVisitor(phone)
    await logInAsAdmin(context.request)
    await checkPage(page, path)
  })
}

/** What can be opened, or goes wrong, on a public page. */
const openStates: { name: string; path: string; act: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'the menu open',
    path: pages.home,
    act: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  },
  {
    name: 'its contents unfolded',
    path: pages.terms,
    act: (page) => page.locator('summary').click(),
  },
  {
    name: 'an answer open',
    path: pages.support,
    act: (page) => page.getByRole('button', { name: 'How do the referral tiers work?' }).click(),
  },
  { name: 'its mistakes shown', path: pages.support, act: submitEmpty },
  { name: 'its mistakes shown', path: pages.referralProgram, act: submitEmpty },
  { name: 'its mistakes shown', path: pages.login, act: submitEmpty },
  {
    name: 'the other tab and its mistakes shown',
    path: pages.onboarding,
    act: async (page) => {
      await page.getByRole('tab', { name: 'Share Login Details' }).click()
      await page.getByRole('button', { name: 'Submit Application' }).click()
      await page.getByText('Service name is required').waitFor()
    },
  },
  {
    name: 'nothing found',
    path: `${pages.blog}?search=zeppelin`,
    act: (page) => page.getByText('No articles found').waitFor(),
  },
  {
    name: 'an article open',
    path: `${pages.blog}?article=3`,
    act: (page) => page.getByRole('article').waitFor(),
  },
]

async function submitEmpty(page: Page): Promise<void> {
  await page.locator('main form button[type="submit"]').first().click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}

for (const { name, path, act } of openStates) {
  test(`${path} with ${name} is accessible and fits a phone`, async () => {
    const { page } = await openVisitor({ ...phone, reducedMotion: 'reduce' })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await act(page)
    await checkLook(page, path)
  })
}

test('every public page fits 320 px, which is a desktop at 400 % zoom', async () => {
  const { page } = await openVisitor({ viewport: { width: 320, height: 640 } })
  for (const path of publicPages) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, path).toBeLessThanOrEqual(320)
  }
})

/** Texts with a figure like '2-3' or '9am-5pm' that a line may break at its hyphen. */
const breakableFigures = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? ''
      const isShown = node.parentElement?.matches(':not(script, option)')
      if (!isShown || !/\b\d{1,2}(am|%)?-\d{1,2}(pm|%|\b)/.test(text)) continue
      if (getComputedStyle(node.parentElement ?? document.body).whiteSpace !== 'nowrap')
        found.push(text)
    }
    return found
  })

/** Said to the reader as whole sentences. */
const sentences = [
  'Turn your great credit into steady monthly income',
  'Put your good name to work',
]

const isTitle = (text: string) => sentences.includes(text) || !/(^|\s)\p{Ll}\p{L}{3,}/u.test(text)

test('titles of pages and sections are in title case', async () => {
  const { page, context } = await openVisitor()
  const readTitles = async (path: string) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    // Long texts have headings of their own kind.
    return page.locator('h1:visible, h2:not(article h2, .longform h2):visible').allTextContents()
  }
  for (const path of publicPages)
    expect(
      (await readTitles(path)).filter((text) => !isTitle(text)),
      path,
    ).toEqual([])
  await signUp(context.request, newApplicant())
  for (const path of [pages.dashboard, pages.account])
    expect(
      (await readTitles(path)).filter((text) => !isTitle(text)),
      path,
    ).toEqual([])
})

test('no figure such as 2-3 or 9am-5pm breaks at its hyphen', async () => {
  const { page, context } = await openVisitor(phone)
  for (const path of [...publicPages, ...[1, 4, 6].map((id) => `${pages.blog}?article=${id}`)]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await breakableFigures(page), path).toEqual([])
  }
  await signUp(context.request, newApplicant())
  await page.goto(pages.dashboard)
  await page.getByText('The typical review takes 2-3 business days.').waitFor()
  expect(await breakableFigures(page), pages.dashboard).toEqual([])
})
