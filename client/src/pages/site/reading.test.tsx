import { fireEvent, screen, within, act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, afterEach, vi } from 'vitest'
import { articles } from '@/content/articles/all-articles'
import { communicationsCompliance } from '@/content/legal/communications-compliance'
import { disclosures } from '@/content/legal/disclosures'
import { disputeResolution } from '@/content/legal/dispute-resolution'
import { privacy } from '@/content/legal/privacy'
import { terms } from '@/content/legal/terms'
import { brand } from '@/lib/brand'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { BlogPage } from './blog/blog-page'
import { LandingPage } from './landing-page'
import { CommunicationsCompliancePage } from './legal/communications-compliance-page'
import { DisclosuresPage } from './legal/disclosures-page'
import { DisputeResolutionPage } from './legal/dispute-resolution-page'
import { PrivacyPage } from './legal/privacy-page'
import { TermsPage } from './legal/terms-page'

const section = (name: string) => screen.getByRole('region', { name })

/** What is beside a text. */
const under = (heading: string) => screen.getByText(heading).parentElement ?? document.body

const linksIn = (element: HTMLElement) =>
  [...element.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])

const stepsIn = (element: HTMLElement) => within(element).getAllByRole('listitem')

const titlesIn = (element: HTMLElement) =>
  [...element.querySelectorAll('h3')].map(({ textContent }) => textContent)

const months = () => screen.getByLabelText('Months as a matched Credit Partner')

const referrals = () => screen.getByLabelText('Approved referrals')

const total = () => screen.getByRole('status', { name: 'Estimated total' })

const track = (heading: string) => under(heading).parentElement ?? document.body

const estimate = () => total().parentElement ?? document.body

describe('the landing page', () => {
  const api = installFakeApi()

  beforeEach(() => void renderPage(<LandingPage />))

  describe('the landing page', () => {
    it('opens with the headline and a way to apply, and asks the server nothing', () => {
      expect(document.title).toBe('Credit Partner Portal')
      expect(api.calls).toEqual([])
      const [title, ...others] = document.querySelectorAll('h1')
      expect(title).toHaveTextContent(/^Turn your great credit into steady monthly income$/)
      expect(title).toHaveAttribute('tabindex', '-1')
      expect(others).toEqual([])
      const [signUp] = screen.getAllByRole('link', { name: 'Sign Up' })
      expect(signUp).toHaveAttribute('href', '/onboarding')
    })

    it('leads from two cards to the nearest place to sign up or refer', () => {
      for (const title of ['Excellent Personal Credit?', 'Know Someone With Great Credit?']) {
        const card = screen.getByText(title).closest('article')
        expect(card && linksIn(card)).toContainEqual(['Signup', '#signup'])
      }
      const target = document.getElementById('signup')
      expect(section('The Credit Partner Advantage')).toContainElement(target)
      const places = ['/onboarding', '/referral-program', '/disclosures']
      expect(target && linksIn(target).map(([, path]) => path)).toEqual(places)
    })

    it('sets two programs side by side under the advantage, with what they pay', () => {
      const advantage = section('The Credit Partner Advantage')
      expect(titlesIn(advantage)).toEqual(
        expect.arrayContaining(['Credit Partner Program', 'Referral Program']),
      )
      for (const text of [
        'Estimated earnings of $2,500+ a month',
        '$30,000+ over a full year, paid by the entrepreneurs',
        '$500 per approved referral',
        'No cap on referrals',
      ])
        expect(advantage).toHaveTextContent(text)
    })

    it.each([
      {
        heading: 'As a Credit Partner',
        told: [
          /Register and complete your profile.*contact info, your credit report, and your preferred payment method/,
          /Credit verification.*against the minimum: a personal credit score of 700 or higher/,
          /Matching with entrepreneurs/,
          /Monthly payments/,
        ],
      },
      {
        heading: 'As a Referrer',
        told: [
          /Sign up/,
          /Share your unique referral link/,
          /Your referrals registerThey are linked to you automatically/,
          /Earn \$500 per approved referral/,
        ],
      },
    ])('tells a track in four steps: $heading', ({ heading, told }) => {
      const steps = stepsIn(track(heading)).map((step) => step.textContent)
      expect(steps).toEqual(told.map((text) => expect.stringMatching(text)))
    })

    it('tells how to get approved in five steps', () => {
      const approval = section('How to Get Approved')
      expect(titlesIn(approval)).toEqual([
        'Complete the application',
        'Submit your credit report',
        'Verification',
        'Approval',
        'Start earning',
      ])
      const [complete, submit, verification, decision] = stepsIn(approval)
      expect(complete).toHaveTextContent('Under 1 minute')
      expect(submit).toHaveTextContent(
        'Upload it, or share your credit-reporting login credentials',
      )
      expect(submit).toHaveTextContent('Our team helps you obtain reports')
      expect(verification).toHaveTextContent('1-2 business days')
      expect(verification).toHaveTextContent('call you if you agreed to calls')
      expect(decision).toHaveTextContent('Within 24-48 hours')
    })

    it('gives three reasons for trust, and shows who runs the program', () => {
      const trust = section('Trusted by Thousands of Partners')
      const reasons = ['Secure Partnerships', 'Monthly Payments', 'Dedicated Support']
      expect(titlesIn(trust)).toEqual(reasons)
      expect(linksIn(trust)).toEqual([
        ['Privacy Policy', '/privacy'],
        ['FTC Disclosures', '/disclosures'],
        ['business license (PDF)', '/documents/business-license.pdf'],
        ['due diligence (PDF)', '/documents/due-diligence.pdf'],
      ])
      expect(trust).toHaveTextContent(brand.streetAddress)
    })

    it('makes its claims exactly', () => {
      const figures = within(section('The program in figures'))
      expect(figures.getAllByRole('definition').map((claim) => claim.textContent)).toEqual([
        '700+',
        '$2,500+',
        '$30,000+',
        '$500',
      ])
      expect(figures.getAllByRole('term').map((meaning) => meaning.textContent)).toEqual([
        'personal credit score to take part',
        'estimated earnings a month',
        'estimated earnings a year',
        'per approved referral, uncapped',
      ])
    })

    it('says plainly, right after the options, what a partner takes on', () => {
      const takeOn = section('What You Take On')
      expect(section('Two ways to take part').nextElementSibling).toBe(takeOn)
      expect(
        within(takeOn)
          .getAllByRole('term')
          .map(({ textContent }) => textContent),
      ).toEqual([
        'What you sign',
        'What shows on your credit report',
        'Who owes the debt',
        'What happens if payments stop',
        'What it costs you',
      ])
      const [signs, shows, owes, stops, costs] = within(takeOn).getAllByRole('definition')
      expect(signs).toHaveTextContent('a written agreement with the entrepreneur')
      expect(shows).toHaveTextContent('A lender may make a hard inquiry')
      expect(owes).toHaveTextContent(
        /^The entrepreneur personally guarantees it\..*ask you to pay, too/,
      )
      expect(stops).toHaveTextContent('a lender may collect from you if you signed')
      expect(costs).toHaveTextContent('This portal takes no payments.')
    })

    it('says once for each group of figures that results are not guaranteed, with the disclosures', () => {
      const parts = [
        section('The program in figures'),
        section('What You Take On'),
        document.getElementById('signup'),
        estimate(),
        section('How It Works'),
        section('Put your credit to work'),
      ]
      for (const part of parts) {
        expect((part?.textContent ?? '').match(/results are not guaranteed/g)).toHaveLength(1)
        expect(part && linksIn(part).map(([, path]) => path)).toContain('/disclosures')
      }
      const notes = screen.getAllByText(/results are not guaranteed/)
      expect(notes).toHaveLength(parts.length)
      // A phone shows these before anything is unfolded.
      expect(notes.filter((note) => !note.closest('.max-md\\:hidden'))).toHaveLength(4)
    })

    it.each([
      'Credit Partner Program',
      'Referral Program',
      'Estimate what a year could bring',
      'As a Referrer',
      'Submit your credit report',
    ])('folds away on phones, until its title is pressed: %s', (title) => {
      const fold = screen.getByRole('button', { name: title })
      const content = document.getElementById(fold.getAttribute('aria-controls') ?? '')
      const looks = () => [fold.getAttribute('aria-expanded'), content?.className]
      expect(looks()).toEqual(['false', 'md:contents max-md:hidden'])
      fireEvent.click(fold)
      expect(looks()).toEqual(['true', 'md:contents'])
      fireEvent.click(fold)
      expect(looks()).toEqual(['false', 'md:contents max-md:hidden'])
    })

    it('shows the first track of what “See how it works” leads to', () => {
      const fold = screen.getByRole('button', { name: 'As a Credit Partner' })
      expect(fold).toHaveAttribute('aria-expanded', 'true')
    })

    it('ends with a call to sign up or refer, and the legal conditions', () => {
      const call = section('Put your credit to work')
      expect(linksIn(call)).toEqual(
        expect.arrayContaining([
          ['Sign Up', '/onboarding'],
          ['Refer Someone', '/referral-program'],
        ]),
      )
      expect(call).toHaveTextContent(
        /All sales are final.*disputes go to binding arbitration with no class actions/,
      )
    })
  })

  describe('the earnings estimator', () => {
    it('opens with half a year and no referral, and goes up to a year and twenty', () => {
      expect(months()).toHaveValue('6')
      expect(referrals()).toHaveValue('0')
      expect(total()).toHaveTextContent('$15,000')
      expect(months()).toHaveAttribute('max', '12')
      expect(referrals()).toHaveAttribute('max', '20')
    })

    it('sums up what months and referrals make', () => {
      for (const [month, referral, sum] of [
        [12, 0, '$30,000'],
        [1, 0, '$2,500'],
        [0, 1, '$500'],
        [0, 0, '$0'],
        [6, 20, '$25,000'],
        [12, 20, '$40,000'],
      ] as const) {
        fireEvent.change(months(), { target: { value: String(month) } })
        fireEvent.change(referrals(), { target: { value: String(referral) } })
        expect(total()).toHaveTextContent(sum)
      }
    })

    it('shows both parts', () => {
      fireEvent.change(months(), { target: { value: '1' } })
      fireEvent.change(referrals(), { target: { value: '3' } })
      expect(under('1 month of partnership')).toHaveTextContent('$2,500')
      expect(under('3 approved referrals')).toHaveTextContent('$1,500')
    })
  })
})

const region = (name: string) => within(screen.getByRole('region', { name }))

const titleOf = (id: number) => articles.find((article) => article.id === id)?.title ?? ''

const cardTitles = (name: string) =>
  region(name)
    .getAllByRole('article')
    .map((card) => within(card).getByRole('heading').textContent)

describe('the blog', () => {
  installFakeApi()

  const titles = articles.map((article) => article.title)

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
      expect(cardTitles('Latest Articles')).toEqual(titles)
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
      expect(cardTitles('Matching Articles')).toEqual(ids.map(titleOf))
      expect(screen.queryByText('Featured Article')).not.toBeInTheDocument()
      expect(window.location.search).toBe(`?category=${tab.toLowerCase()}`)

      await user.click(screen.getByRole('tab', { name: 'All' }))
      expect(cardTitles('Latest Articles')).toEqual(titles)
      expect(window.location.search).toBe('')
    })

    it('finds the articles that hold every word, whatever the case', async () => {
      const { user } = renderPage(<BlogPage />, '/blog')
      await user.type(screen.getByRole('searchbox', { name: 'Search articles' }), 'STARTUPS five')
      expect(cardTitles('Matching Articles')).toContain(titleOf(3))
      expect(screen.getByText(/^\d+ articles?$/)).toBeVisible()
      expect(new URLSearchParams(window.location.search).get('search')).toBe('STARTUPS five')
    })

    it('finds words with an apostrophe as keyboards type it', () => {
      renderPage(<BlogPage />, `/blog?search=${encodeURIComponent("cards you don't use")}`)
      expect(cardTitles('Matching Articles')).toHaveLength(1)
    })

    it('combines search and category', async () => {
      const { user } = renderPage(<BlogPage />, '/blog?search=utilization')
      const everywhere = cardTitles('Matching Articles')
      await user.click(screen.getByRole('tab', { name: 'Credit' }))
      const inCredit = cardTitles('Matching Articles')
      expect(inCredit).toEqual([titleOf(1), titleOf(5)])
      expect(everywhere).toEqual(expect.arrayContaining(inCredit))
    })

    it('says so when nothing is found, and shows all again', async () => {
      const { user } = renderPage(<BlogPage />, '/blog?category=business&search=zzzz')
      expect(screen.getByText('No articles found')).toBeVisible()
      expect(screen.queryAllByRole('article')).toEqual([])
      await user.click(screen.getByRole('button', { name: 'Show All Articles' }))
      expect(cardTitles('Latest Articles')).toEqual(titles)
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
      await waitFor(() => expect(cardTitles('Matching Articles')).toEqual([titleOf(3), titleOf(6)]))
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
})

const box = () => screen.getByRole('region', { name: 'FTC Disclosures, full text' })

describe('legal pages', () => {
  const pages = [
    { page: <DisclosuresPage />, document: disclosures },
    { page: <TermsPage />, document: terms },
    { page: <PrivacyPage />, document: privacy },
    { page: <DisputeResolutionPage />, document: disputeResolution },
    { page: <CommunicationsCompliancePage />, document: communicationsCompliance },
  ]

  describe.each(pages)('$document.title', ({ page, document: text }) => {
    it('shows its title, its date and every word of its text', () => {
      renderPage(page)
      expect(screen.getByRole('heading', { level: 1, name: text.title })).toBeVisible()
      expect(document.title).toBe(`${text.title} · Credit Partner Portal`)
      expect(screen.getByText(new RegExp(`Last updated: ${text.updated}`))).toBeVisible()
      const shown = document.querySelector('.longform')?.textContent ?? ''
      for (const paragraph of text.intro) expect(shown).toContain(paragraph)
      for (const { heading, blocks } of text.sections) {
        expect(shown).toContain(heading)
        for (const block of blocks)
          for (const line of typeof block === 'string' ? [block] : block.list)
            expect(shown).toContain(line)
      }
    })

    it('has a table of contents that leads to every section', () => {
      renderPage(page)
      const [contents] = screen.getAllByRole('navigation', { name: 'On this page' })
      const links = contents ? within(contents).getAllByRole('link') : []
      expect(links.map((link) => link.getAttribute('href'))).toEqual(
        text.sections.map((one) => `#${one.id}`),
      )
      for (const { id, heading } of text.sections)
        expect(document.getElementById(id)).toHaveTextContent(heading)
    })

    it('leads back home', () => {
      renderPage(page)
      expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    })
  })

  describe('the disclosures’ box', () => {
    afterEach(() => vi.useRealTimers())

    it('is 600 px high, scrolls by itself and is reached by keyboard', () => {
      renderPage(<DisclosuresPage />, '/disclosures')
      expect(box()).toHaveClass('h-[600px]', 'overflow-y-auto')
      expect(box()).toHaveAttribute('tabindex', '0')
    })

    it('hides its scrollbar 600 ms after the last scroll', () => {
      vi.useFakeTimers()
      renderPage(<DisclosuresPage />, '/disclosures')
      const isShown = () => box().dataset['scrolling'] === 'true'
      expect(isShown()).toBe(false)

      fireEvent.scroll(box())
      expect(isShown()).toBe(true)
      act(() => void vi.advanceTimersByTime(500))
      fireEvent.scroll(box())
      act(() => void vi.advanceTimersByTime(599))
      expect(isShown()).toBe(true)
      act(() => void vi.advanceTimersByTime(1))
      expect(isShown()).toBe(false)
    })

    it('is next to a link to support', () => {
      renderPage(<DisclosuresPage />, '/disclosures')
      expect(screen.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
        'href',
        '/support',
      )
    })
  })
})
