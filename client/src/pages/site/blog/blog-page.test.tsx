import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { articles } from '@/content/articles/all-articles'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { BlogPage } from './blog-page'

installFakeApi()

const region = (name: string) => within(screen.getByRole('region', { name }))
const titlesIn = (name: string) =>
  region(name)
    .getAllByRole('article')
    .map((card) => within(card).getByRole('heading').textContent)

const titles = articles.map((article) => article.title)
const titleOf = (id: number) => articles.find((article) => article.id === id)?.title ?? ''

describe('list', () => {
  it('opens with the banner, its subtitle and the way home', () => {
    renderPage(<BlogPage />, '/blog')
    expect(screen.getByRole('heading', { level: 1, name: 'Blog & Resources' })).toBeVisible()
    expect(
      screen.getByText('Insights and guidance on credit, funding, and financial strategies'),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    expect(document.title).toBe('Blog & Resources · Credit Partner Portal')
  })

  it('has a search box and five category tabs', () => {
    renderPage(<BlogPage />, '/blog')
    expect(screen.getByPlaceholderText('Search articles...')).toBeVisible()
    const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent)
    expect(tabs).toEqual(['All', 'Credit', 'Business', 'Funding', 'Partnerships'])
    expect(screen.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
  })

  it('features the first article', () => {
    renderPage(<BlogPage />, '/blog')
    const featured = region('Featured Article')
    expect(featured.getByRole('heading', { name: titleOf(1) })).toBeVisible()
    expect(featured.getByRole('link', { name: 'Read Full Article' })).toHaveAttribute(
      'href',
      '/blog?article=1',
    )
  })

  it('shows all six articles with image, category, read time, title, summary, author and link', () => {
    renderPage(<BlogPage />, '/blog')
    expect(titlesIn('Latest Articles')).toEqual(titles)
    const cards = region('Latest Articles').getAllByRole('article')
    articles.forEach((article, index) => {
      const card = cards[index]
      if (!card) throw new Error('A card is missing.')
      const image = card.querySelector('img')
      expect(image).toHaveAttribute('src', article.image)
      expect(image).toHaveAttribute('width', '1200')
      expect(image).toHaveAttribute('loading', 'lazy')
      expect(within(card).getByText(article.category)).toBeVisible()
      expect(within(card).getByText(article.readTime)).toBeVisible()
      expect(card.querySelector('.line-clamp-3')).toHaveTextContent(article.summary)
      expect(within(card).getByText(article.author)).toBeVisible()
      const link = within(card).getByRole('link', { name: `Read More: ${article.title}` })
      expect(link).toHaveTextContent('Read More')
      expect(link).toHaveAttribute('href', `/blog?article=${article.id}`)
    })
  })
})

describe('filter', () => {
  it.each([
    { tab: 'Credit', ids: [1, 5] },
    { tab: 'Business', ids: [2] },
    { tab: 'Funding', ids: [3, 6] },
    { tab: 'Partnerships', ids: [4] },
  ])('the tab $tab shows its articles only', async ({ tab, ids }) => {
    const { user } = renderPage(<BlogPage />, '/blog')
    await user.click(screen.getByRole('tab', { name: tab }))
    expect(titlesIn('Matching Articles')).toEqual(ids.map(titleOf))
    expect(screen.queryByText('Featured Article')).not.toBeInTheDocument()
    expect(window.location.search).toBe(`?category=${tab.toLowerCase()}`)

    await user.click(screen.getByRole('tab', { name: 'All' }))
    expect(titlesIn('Latest Articles')).toEqual(titles)
    expect(window.location.search).toBe('')
  })

  it('finds the articles that hold every word, whatever the case', async () => {
    const { user } = renderPage(<BlogPage />, '/blog')
    await user.type(screen.getByRole('searchbox', { name: 'Search articles' }), 'STARTUPS five')
    expect(titlesIn('Matching Articles')).toContain(titleOf(3))
    expect(screen.getByText(/^\d+ articles?$/)).toBeVisible()
    expect(new URLSearchParams(window.location.search).get('search')).toBe('STARTUPS five')
  })

  it('finds words with an apostrophe as keyboards type it', () => {
    renderPage(<BlogPage />, `/blog?search=${encodeURIComponent("cards you don't use")}`)
    expect(titlesIn('Matching Articles')).toHaveLength(1)
  })

  it('combines search and category', async () => {
    const { user } = renderPage(<BlogPage />, '/blog?search=utilization')
    const everywhere = titlesIn('Matching Articles')
    await user.click(screen.getByRole('tab', { name: 'Credit' }))
    const inCredit = titlesIn('Matching Articles')
    expect(inCredit).toEqual([titleOf(1), titleOf(5)])
    expect(everywhere).toEqual(expect.arrayContaining(inCredit))
  })

  it('says so when nothing is found, and shows all again', async () => {
    const { user } = renderPage(<BlogPage />, '/blog?category=business&search=zzzz')
    expect(screen.getByText('No articles found')).toBeVisible()
    expect(screen.queryAllByRole('article')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Show All Articles' }))
    expect(titlesIn('Latest Articles')).toEqual(titles)
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })
})

describe('detail', () => {
  it('shows the whole article at its own address; banner and list are hidden', () => {
    renderPage(<BlogPage />, '/blog?article=3')
    const article = articles[2]
    if (!article) throw new Error('There is no third article.')
    const view = screen.getByRole('article')
    expect(screen.getByRole('heading', { level: 1, name: article.title })).toBeVisible()
    expect(view.querySelector('img')).toHaveAttribute('src', article.image)
    expect(within(view).getByText(article.category)).toBeVisible()
    expect(within(view).getByText(article.readTime)).toBeVisible()
    expect(within(view).getByText(article.author)).toBeVisible()
    expect(view).toHaveTextContent(article.date)
    expect(within(view).getByText('2. Friends and family, on paper')).toBeVisible()
    expect(screen.queryByText('Blog & Resources')).not.toBeInTheDocument()
    expect(screen.queryByText('Latest Articles')).not.toBeInTheDocument()
    expect(document.title).toContain(article.title)
  })

  it.each(['99', 'x', ''])('shows the featured article for the unknown id "%s"', (id) => {
    renderPage(<BlogPage />, `/blog?article=${id}`)
    expect(screen.getByRole('heading', { level: 1, name: titleOf(1) })).toBeVisible()
  })

  it('is reached by Read Full Article and by Read More', async () => {
    const { user } = renderPage(<BlogPage />, '/blog')
    await user.click(screen.getByRole('link', { name: 'Read Full Article' }))
    expect(screen.getByRole('heading', { level: 1, name: titleOf(1) })).toHaveFocus()

    await user.click(screen.getByRole('link', { name: 'Back to Articles' }))
    expect(screen.getByRole('heading', { level: 1, name: 'Blog & Resources' })).toHaveFocus()
    expect(window.location.search).toBe('')

    await user.click(screen.getByRole('link', { name: `Read More: ${titleOf(6)}` }))
    expect(screen.getByRole('heading', { level: 1, name: titleOf(6) })).toHaveFocus()
    expect(window.location.search).toBe('?article=6')
  })

  it('goes Back to the list as it was filtered', async () => {
    const { user } = renderPage(<BlogPage />, '/blog')
    await user.click(screen.getByRole('tab', { name: 'Funding' }))
    await user.click(screen.getByRole('link', { name: `Read More: ${titleOf(3)}` }))
    expect(screen.getByRole('heading', { level: 1, name: titleOf(3) })).toBeVisible()

    // Going back in history is the browser's part; it ends in the address and this event.
    act(() => {
      window.history.replaceState(null, '', '/blog?category=funding')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await waitFor(() => expect(titlesIn('Matching Articles')).toEqual([titleOf(3), titleOf(6)]))
  })

  it.each(articles)('keeps every figure of article $id in one line', ({ id }) => {
    renderPage(<BlogPage />, `/blog?article=${id}`)
    const texts = document.createTreeWalker(screen.getByRole('article'), NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (!node.parentElement?.closest('.whitespace-nowrap'))
        expect(node.textContent).not.toMatch(/\b\d{1,2}(am|%)?-\d{1,2}(pm|%|\b)/)
  })

  it('follows links of the text without leaving the app', async () => {
    const { user } = renderPage(<BlogPage />, '/blog?article=1')
    await user.click(screen.getByRole('link', { name: 'disclosures' }))
    expect(window.location.pathname).toBe('/disclosures')
  })
})
