import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pages } from '@shared/pages'
import {
  checkLook,
  expectFocus,
  holdScripts,
  isInView,
  open,
  waitUntilSettled,
} from '@tests/support/client/journey-steps'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const phone = { width: 360, height: 740 }

const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' })
const waitUntilInView = (part: Locator) => expect.poll(() => isInView(part)).toBe(true)

const edges = async (part: Locator) => {
  const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
  return { top: y, bottom: y + height }
}

test.each([
  pages.home,
  pages.onboarding,
  pages.referralProgram,
  pages.blog,
  `${pages.blog}?article=3`,
  pages.support,
  pages.disclosures,
  pages.terms,
  pages.sitemap,
  pages.meet,
])('%s can be read before the app is there, which moves none of it', async (path) => {
  for (const viewport of [phone, { width: 1440, height: 900 }]) {
    const { page } = await openVisitor({ viewport })
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Scripts are held, so the page never counts as loaded: its style sheet takes the margin away.
    await page.waitForFunction(() => getComputedStyle(document.body).margin === '0px')
    await page.evaluate(async () => {
      // Only a laid out page asks for its fonts.
      document.body.getBoundingClientRect()
      await document.fonts.ready
    })
    const served = await readOpening(page)
    expect(await page.getByRole('main').count()).toBe(0)
    release()
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await waitUntilSettled(page)
    expect((await readOpening(page)).slice(0, served.length)).toEqual(served)
  }
})

test('a link that has the focus before the app is there keeps it', async () => {
  const { page } = await openVisitor({ viewport: phone })
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Sign Up' }).focus()
  release()
  const signUp = page.getByRole('main').getByRole('link', { name: 'Sign Up' }).first()
  await expectFocus(signUp)
})

/** The heading and the text below it, and where they are. */
const readOpening = (page: Page) =>
  page.locator('#root').evaluate((root) =>
    [...root.querySelectorAll('h1, h1 ~ p')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      return [part.textContent, x, y, width, height]
    }),
  )

test('the landing page opens with its figures, and folds its details away on a phone', async () => {
  const { page } = await openVisitor({ viewport: { width: 390, height: 844 } })
  await open(page, '/')
  await waitUntilSettled(page)
  const figures = page.getByRole('region', { name: 'The program in figures' })
  const note = figures.getByRole('link', { name: 'FTC Disclosures' })
  const shown = await edges(note)
  expect(shown.bottom).toBeLessThan(844)
  const picture = await edges(page.locator('main svg').first())
  expect(picture.top).toBeGreaterThan(shown.bottom)
  expect(picture.bottom - picture.top).toBeCloseTo(200)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(7_100)

  const step = page.getByText('Share your unique referral link')
  expect(await step.isVisible()).toBe(false)
  const fold = page.getByRole('button', { name: 'As a Referrer' })
  await fold.click()
  await step.waitFor()
  await checkLook(page)

  await fold.click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await step.waitFor()
  expect(await fold.isVisible()).toBe(false)
  expect((await edges(note)).bottom).toBeLessThan(900)
})

test('the blog shows every cover, three lines of each summary and every category', async () => {
  const { page } = await openVisitor()
  await open(page, '/blog')
  // A picture that could not be drawn cannot be decoded.
  const latest = page.getByRole('region', { name: 'Latest Articles' })
  const covers = await latest.locator('img').evaluateAll(decodePictures)
  expect(covers).toBe(6)

  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 })
    const readSummaries = () =>
      page.locator('p.line-clamp-3').evaluateAll((paragraphs) =>
        paragraphs.map((paragraph) => ({
          isCut: paragraph.scrollHeight > paragraph.clientHeight + 1,
          lines: paragraph.clientHeight / parseFloat(getComputedStyle(paragraph).lineHeight),
        })),
      )
    // Once the fonts are there.
    await expect
      .poll(readSummaries)
      .toEqual(Array.from({ length: 6 }, () => ({ isCut: false, lines: 3 })))
  }

  const tabs = await page.getByRole('tab').evaluateAll((nodes) =>
    nodes.map((node) => {
      const { left, right } = node.getBoundingClientRect()
      return left >= 0 && right <= window.innerWidth
    }),
  )
  expect(tabs).toEqual([true, true, true, true, true])
})

/** Runs in the page: how many pictures can be drawn. */
async function decodePictures(pictures: Element[]): Promise<number> {
  const images = pictures.filter((picture) => picture instanceof HTMLImageElement)
  for (const image of images) image.loading = 'eager'
  await Promise.all(images.map((image) => image.decode()))
  return images.filter(({ naturalWidth }) => naturalWidth > 0).length
}

test('the contents of a legal page lead to every section, below the header', async () => {
  const { page } = await openVisitor()
  await open(page, '/terms')
  const links = await contents(page).getByRole('link').all()
  expect(links.length).toBeGreaterThan(10)
  for (const link of links) {
    await link.click()
    const section = page.locator(new URL(page.url()).hash)
    await waitUntilInView(section)
    expect(await section.evaluate((node) => node === document.activeElement)).toBe(true)
  }

  await page.setViewportSize(phone)
  await open(page, '/dispute-resolution#no-class-actions')
  await waitUntilInView(page.locator('#no-class-actions'))
  expect(await contents(page).isVisible()).toBe(false)
  await page.locator('summary').click()
  await contents(page).getByRole('link').first().click()
  await waitUntilInView(page.locator(new URL(page.url()).hash))
})

test('the disclosures scroll in a box of their own, with the keyboard too', async () => {
  const { page } = await openVisitor()
  await page.clock.install()
  await open(page, '/disclosures')
  // Fonts that come late move what was scrolled to.
  await page.evaluate(() => document.fonts.ready)
  await contents(page).getByRole('link').first().click()
  await waitUntilInView(page.locator(new URL(page.url()).hash))
  const box = page.getByRole('region', { name: 'FTC Disclosures, full text' })
  expect((await box.boundingBox())?.height).toBe(600)

  await contents(page).getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  expect(await box.evaluate((node) => node === document.activeElement)).toBe(true)
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  const scrolled = () => page.evaluate(() => window.scrollY)
  const before = await scrolled()
  await page.keyboard.press('End')
  await waitUntilInView(page.getByRole('heading', { name: 'Questions' }))
  expect(await box.evaluate((node) => node.scrollTop)).toBeGreaterThan(2000)
  expect(await scrolled()).toBe(before)

  // The scrollbar is there as long as something moves, and goes a moment later.
  const hidden = 'rgba(0, 0, 0, 0) rgba(0, 0, 0, 0)'
  const scrollbar = () => box.evaluate((node) => getComputedStyle(node).scrollbarColor)
  expect(await scrollbar()).not.toBe(hidden)
  await page.clock.runFor(600)
  await expect.poll(scrollbar).toBe(hidden)
})

test('the explainer film plays with its captions', async () => {
  const { page } = await openVisitor()
  await open(page, '/onboarding')
  const film = page.locator('video')
  // As Safari leaves them, although they are the default.
  await film.evaluate((node: HTMLVideoElement) => {
    for (const track of node.textTracks) track.mode = 'disabled'
  })
  await page.getByRole('button', { name: 'Play video' }).focus()
  await page.keyboard.press('Space')
  await waitUntilPlayed(page)
  const captions = () =>
    film.evaluate((node: HTMLVideoElement) => {
      const [track] = node.textTracks
      return { mode: track?.mode, areLoaded: (track?.cues?.length ?? 0) > 5 }
    })
  await expect.poll(captions).toEqual({ mode: 'showing', areLoaded: true })
})

/** Until the film plays, before that second if there is one. */
const waitUntilPlayed = (page: Page, before = Infinity) =>
  page.waitForFunction((seconds) => {
    const film = document.querySelector('video')
    return film && !film.paused && film.currentTime > 0 && film.currentTime < seconds
  }, before)

test('the film of the thank-you page plays by itself, silently and again and again', async () => {
  const { page } = await openVisitor({ reducedMotion: 'no-preference' })
  await open(page, '/confirmation')
  await waitUntilPlayed(page)
  const film = page.locator('video')
  const { isMuted, middle } = await film.evaluate((node: HTMLVideoElement) => {
    node.currentTime = node.duration - 0.3
    return { isMuted: node.muted, middle: node.duration / 2 }
  })
  expect(isMuted).toBe(true)
  await waitUntilPlayed(page, middle)
  await page.getByRole('button', { name: 'Pause video' }).click()
  await page.getByRole('button', { name: 'Play video' }).waitFor()
  expect(await film.evaluate((node: HTMLVideoElement) => node.paused)).toBe(true)
})
