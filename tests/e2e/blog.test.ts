import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectToSay, readLinks, open, readText, readTexts } from '@tests/support/client/reading'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const phone = { viewport: { width: 360, height: 740 } }

/** What the program has written, by id. */
const published = [
  { id: 1, category: 'Credit', about: /credit scores/i },
  { id: 2, category: 'Business', about: /business credit vs. personal credit/i },
  { id: 3, category: 'Funding', about: /five funding strategies for startups/i },
  { id: 4, category: 'Partnerships', about: /partnering with credit partners/i },
  { id: 5, category: 'Credit', about: /boosting your credit rating/i },
  { id: 6, category: 'Funding', about: /alternative funding options/i },
]

const cards = (page: Page, section = 'Latest Articles') =>
  page.getByRole('region', { name: section }).getByRole('article')
const titlesIn = async (page: Page, section: string) =>
  readTexts(cards(page, section).getByRole('heading'))
const onlyHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name })

/** Everything that has arrived: a picture that could not be drawn has no width. */
const pictureWidth = (page: Page) =>
  page.locator('main article img').evaluate((image: HTMLImageElement) => image.naturalWidth)

test('the blog opens with its banner, search, categories, featured article and all six', async () => {
  const { page } = await openVisitor()
  await open(page, '/blog')
  await onlyHeading(page, 'Blog & Resources').waitFor()
  await expectToSay(page.getByRole('main'), [
    'Insights and guidance on credit, funding, and financial strategies',
  ])
  const home = page.getByRole('link', { name: 'Back to Home' })
  expect(await home.getAttribute('href')).toBe('/')
  await page.getByPlaceholder('Search articles...', { exact: true }).waitFor()
  const tabs = ['All', 'Credit', 'Business', 'Funding', 'Partnerships']
  expect(await readTexts(page.getByRole('tab'))).toEqual(tabs)

  const featured = page.getByRole('region', { name: 'Featured Article' })
  expect(await readText(featured.getByRole('heading', { level: 3 }))).toMatch(/credit scores/i)
  expect(await readLinks(featured)).toEqual([['Read Full Article', '/blog?article=1']])

  expect(await cards(page).count()).toBe(6)
  for (const [index, { id, category, about }] of published.entries()) {
    const card = cards(page).nth(index)
    const text = await readText(card)
    expect(text).toMatch(about)
    expect(text).toMatch(new RegExp(`^${category} \\d+ min read `))
    expect(text).toMatch(/ (Dana Whitfield|Marcus Oyelaran|Elena Castellano) Read More/)
    const link = card.getByRole('link', { name: /^Read More/ })
    expect(await link.getAttribute('href')).toBe(`/blog?article=${id}`)
    expect(await card.locator('img').getAttribute('src')).toBe(`/covers/article-${id}.svg`)
  }
})

test('summaries stand in three lines, none of them cut', async () => {
  for (const width of [360, 1440]) {
    const { page } = await openVisitor({ viewport: { width, height: 900 } })
    await open(page, '/blog')
    await cards(page).first().waitFor()
    const summaries = await page.locator('p.line-clamp-3').evaluateAll((paragraphs) =>
      paragraphs.map((paragraph) => ({
        isCut: paragraph.scrollHeight > paragraph.clientHeight + 1,
        lines: paragraph.clientHeight / parseFloat(getComputedStyle(paragraph).lineHeight),
      })),
    )
    expect(summaries).toEqual(Array.from({ length: 6 }, () => ({ isCut: false, lines: 3 })))
  }
})

test('every article is read in full on the same page', async () => {
  const { page } = await openVisitor()
  for (const { id, category, about } of published) {
    await open(page, `/blog?article=${id}`)
    await onlyHeading(page, about).waitFor()
    const article = page.getByRole('article')
    const text = await readText(article)
    expect(text).toMatch(/By [A-Z]\w+ [A-Z]\w+ · [A-Z]\w+ \d+, 2026/)
    expect(text).toMatch(new RegExp(`${category} \\d+ min read`))
    expect(text).toContain('educational content only')
    if ([3, 4, 6].includes(id)) expect(text).toContain('5-15%')
    if (id !== 2) expect(text).toContain('720+')
    expect(text.toLowerCase()).toContain('results are not guaranteed')
    const words = (await readText(article.locator('.longform'))).split(' ').length
    expect(words).toBeGreaterThanOrEqual(600)
    expect(words).toBeLessThanOrEqual(1100)
    await expect.poll(() => pictureWidth(page)).toBeGreaterThan(0)
    expect(await page.getByText('Blog & Resources').count()).toBe(0)
    expect(await page.getByRole('tab').count()).toBe(0)

    await page.getByRole('link', { name: 'Back to Articles' }).click()
    await onlyHeading(page, 'Blog & Resources').waitFor()
    expect(new URL(page.url()).search).toBe('')
  }
})

test('Read Full Article and Read More lead to the detail view, Back to the list', async () => {
  const { page } = await openVisitor()
  await open(page, '/blog')
  await page.getByRole('link', { name: 'Read Full Article' }).click()
  await onlyHeading(page, /credit scores/i).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /^Read More: Alternative Funding/ }).click()
  await onlyHeading(page, /alternative funding/i).waitFor()
  expect(new URL(page.url()).search).toBe('?article=6')
})

test('an unknown article shows the featured one', async () => {
  const { page } = await openVisitor()
  for (const id of ['7', 'none', '']) {
    await open(page, `/blog?article=${id}`)
    await onlyHeading(page, /credit scores/i).waitFor()
  }
})

test('search and categories filter together, and an empty result offers all articles', async () => {
  const { page } = await openVisitor()
  await open(page, '/blog')
  const latest = await titlesIn(page, 'Latest Articles')
  for (const name of ['Credit', 'Business', 'Funding', 'Partnerships']) {
    await page.getByRole('tab', { name, exact: true }).click()
    await page.getByRole('heading', { name: 'Matching Articles' }).waitFor()
    const expected = published.filter(({ category }) => category === name)
    const titles = await titlesIn(page, 'Matching Articles')
    expect(titles).toEqual(expected.map(({ id }) => latest[id - 1]))
    expect(await page.getByText('Featured Article').count()).toBe(0)
  }

  const search = page.getByRole('searchbox', { name: 'Search articles' })
  await page.getByRole('tab', { name: 'Funding' }).click()
  await search.fill('merchant CASH')
  await expect.poll(() => titlesIn(page, 'Matching Articles')).toEqual([latest[5]])
  await page.reload()
  expect(await search.inputValue()).toBe('merchant CASH')
  await expect.poll(() => titlesIn(page, 'Matching Articles')).toEqual([latest[5]])

  await search.fill('zeppelin')
  await page.getByText('No articles found').waitFor()
  expect(await page.getByRole('article').count()).toBe(0)
  await page.getByRole('button', { name: 'Show All Articles' }).click()
  await expect.poll(() => titlesIn(page, 'Latest Articles')).toEqual(latest)
  expect(await search.inputValue()).toBe('')
})

test('a search finds words with an apostrophe as keyboards type it', async () => {
  const { page } = await openVisitor()
  await open(page, '/blog')
  await page.getByRole('searchbox').fill("cards you don't use")
  await expect.poll(() => cards(page, 'Matching Articles').count()).toBe(1)
})

test('on a phone every category is in sight', async () => {
  const { page } = await openVisitor(phone)
  await open(page, '/blog')
  const shown = await page.getByRole('tab').all()
  expect(shown.length).toBeGreaterThan(1)
  for (const tab of shown) {
    const box = await tab.boundingBox()
    if (!box) throw new Error('A tab is not shown.')
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(360)
  }
})
