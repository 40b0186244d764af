import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { brand } from '@/lib/brand'
import { forgetSession, rememberSession } from '@/lib/session-hint'
import { SitemapPage } from '@/pages/site/sitemap-page'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { Router } from './router'
import { SiteLayout } from './site-layout'

const api = installFakeApi()

const titles = () => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent)

describe('public pages', () => {
  it.each([
    ['/', 'Turn your great credit into steady monthly income'],
    ['/onboarding', 'Credit Partner Application'],
    ['/disclosures', 'FTC Disclosures'],
    ['/ftc-disclosures', 'FTC Disclosures'],
    ['/terms', 'Terms of Use'],
    ['/privacy', 'Privacy Policy'],
    ['/dispute-resolution', 'Dispute Resolution'],
    ['/referral-program', 'Referral Program'],
    ['/communications-compliance', 'Communications Compliance'],
    ['/blog', 'Blog & Resources'],
    ['/support', 'Support Center'],
    ['/sitemap', 'Sitemap'],
    ['/terms/', 'Terms of Use'],
    // A fragment that means nothing.
    ['/terms#%', 'Terms of Use'],
    ['/no-such-page', '404 Page Not Found'],
    ['/Terms', '404 Page Not Found'],
    ['/terms//', '404 Page Not Found'],
  ])('%s shows “%s” and asks the server nothing', async (path, heading) => {
    renderPage(<Router />, path)
    await waitFor(() => expect(titles()).toEqual([heading]))
    expect(api.calls).toEqual([])
  })

  it('the page of an unknown address says so and leads home', async () => {
    renderPage(<Router />, '/no-such-page')
    expect(await screen.findByText('Did you forget to add the page to the router?')).toBeVisible()
    expect(document.title).toBe('404 Page Not Found · Credit Partner Portal')
    expect(screen.getByText(/^We couldn’t find that page\./)).toBeVisible()
    const links = within(screen.getByRole('main')).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Go Home', '/'],
      ['Contact Support', '/support'],
    ])
  })

  it('moves focus to the new page’s heading', async () => {
    const { user } = renderPage(<Router />, '/sitemap')
    await waitFor(() => expect(titles()).toEqual(['Sitemap']))
    const [support] = screen.getAllByText('Support', { selector: 'a' })
    if (support) await user.click(support)
    await waitFor(() => expect(titles()).toEqual(['Support Center']))
    await waitFor(() => expect(document.querySelector('h1')).toHaveFocus())
  })
})

const renderLayout = (path = '/') =>
  renderPage(
    <SiteLayout>
      <h1>A page</h1>
    </SiteLayout>,
    path,
  )

const linksOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link', { hidden: true })
    .map((link) => [link.textContent, link.getAttribute('href')])

const visitorLinks = [
  ['Home', '/'],
  ['Login', '/login'],
  ['Sign Up', '/onboarding'],
]

describe('the header', () => {
  it('stays at the top and leads to Home, Login and Sign Up', () => {
    renderLayout()
    const header = screen.getByRole('banner')
    expect(header).toHaveClass('tall:sticky', 'top-0')
    const [wide] = within(header).getAllByRole('navigation', { name: 'Main' })
    expect(wide && linksOf(wide)).toEqual(visitorLinks)
  })

  it('leads someone who is logged in to the dashboard and out, asking no one first', async () => {
    rememberSession({ id: 1, isAdmin: 0 })
    renderLayout()
    const header = screen.getByRole('banner')
    for (const nav of within(header).getAllByRole('navigation', { hidden: true }))
      expect(linksOf(nav)).toEqual([
        ['Home', '/'],
        ['Dashboard', '/dashboard'],
      ])
    expect(await within(header).findAllByRole('button', { name: 'Logout' })).not.toEqual([])
    expect(api.calls).toEqual([])
    act(() => forgetSession())
    expect(within(header).getAllByRole('link', { name: 'Sign Up' })).not.toEqual([])
  })

  it('marks the page one is on', () => {
    renderLayout('/login')
    const [login] = screen.getAllByRole('link', { name: 'Login' })
    expect(login).toHaveAttribute('aria-current', 'page')
    const [home] = screen.getAllByRole('link', { name: 'Home' })
    expect(home).not.toHaveAttribute('aria-current')
  })

  it('opens and closes the menu, by button, by Escape and by following a link', async () => {
    const { user } = renderLayout('/login')
    const menu = document.getElementById('mobile-menu')
    const open = () => user.click(screen.getByRole('button', { name: 'Open menu' }))
    expect(menu).not.toBeVisible()

    await open()
    expect(menu).toBeVisible()
    const close = screen.getByRole('button', { name: 'Close menu' })
    expect(close).toHaveAttribute('aria-expanded', 'true')
    expect(close).toHaveAttribute('aria-controls', 'mobile-menu')
    expect(menu && linksOf(menu)).toEqual(visitorLinks)
    await user.click(close)
    expect(menu).not.toBeVisible()

    await open()
    await user.keyboard('{Escape}')
    expect(menu).not.toBeVisible()
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus()

    await open()
    if (menu) await user.click(within(menu).getByRole('link', { name: 'Home' }))
    expect(menu).not.toBeVisible()
    expect(window.location.pathname).toBe('/')
  })

  it('lets the keyboard skip to the content', () => {
    renderLayout()
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main')
    expect(screen.getByRole('main')).toHaveAttribute('id', 'main')
  })
})

describe('the footer', () => {
  it('links the public pages, support, and documents to download', () => {
    renderLayout()
    const footer = screen.getByRole('contentinfo')
    const links = [
      ['Home', '/'],
      ['Support', '/support'],
      ['What You Get', '/blog'],
      ['FTC Disclosures', '/disclosures'],
      ['Check Eligibility', '/onboarding'],
      ['Privacy Policy', '/privacy'],
      ['Dispute Resolution', '/dispute-resolution'],
      ['Terms of Use', '/terms'],
      ['Referral Program', '/referral-program'],
      ['Communications Compliance', '/communications-compliance'],
      ['Sitemap', '/sitemap'],
      ['Business License (PDF)', '/documents/business-license.pdf'],
      ['Due Diligence (PDF)', '/documents/due-diligence.pdf'],
      [brand.supportPhone, 'tel:+13035550142'],
      [brand.supportEmail, `mailto:${brand.supportEmail}`],
    ]
    expect(linksOf(footer)).toEqual(expect.arrayContaining(links))
    for (const document of within(footer).getAllByText(/\(PDF\)$/))
      expect(document.closest('a')).toHaveAttribute('download')
    expect(within(footer).getByText(brand.streetAddress)).toHaveTextContent('CO')
  })

  it.each([
    ['/?ref=', true],
    ['/onboarding?ref=', true],
    ['/?ref=ABCD2345', false],
    ['/?ref=producthunt', false],
    ['/', false],
  ])('says at %s whether a referral link was incomplete: %s', (path, isIncomplete) => {
    renderLayout(path)
    const said = screen.queryByText('This referral link is incomplete.')
    expect(said !== null).toBe(isIncomplete)
  })

  it('says that results are not guaranteed, sales final and disputes arbitrated', () => {
    renderLayout()
    expect(screen.getByRole('contentinfo')).toHaveTextContent(
      'Results are not guaranteed. Payments come from entrepreneurs, not from us. All sales are final, and disputes go to binding arbitration with no class actions.',
    )
  })
})

describe('the sitemap', () => {
  beforeEach(() => void renderPage(<SitemapPage />, '/sitemap'))

  it('lists the pages by section', () => {
    const sections = screen.getAllByRole('navigation').map((section) => [
      section.querySelector('h2')?.textContent,
      within(section)
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`)
        .join(', '),
    ])
    expect(sections).toEqual([
      [
        'Main Pages',
        'Home /, Login /login, Onboarding /onboarding, Dashboard /dashboard, Blog /blog, Support /support, FTC Disclosures /disclosures',
      ],
      [
        'Onboarding Process',
        'File Upload /onboarding, Registration /onboarding, Completion /onboarding',
      ],
      [
        'User Dashboard',
        'Dashboard /dashboard, Documents /dashboard, Application Status /dashboard',
      ],
      [
        'Admin Area',
        'Admin Dashboard /admin, Users /admin/users, Credit Reports /admin/reports, Email Integration /admin/email',
      ],
      ['Resources', 'Blog /blog, Support /support, FTC Disclosures /disclosures'],
      [
        'Legal & Company',
        'Terms of Use #terms, Privacy Policy #privacy, FTC Disclosures /disclosures',
      ],
    ])
  })

  it.each([
    ['Referral Program', '/referral-program'],
    ['Dispute Resolution', '/dispute-resolution'],
    ['Communications Compliance', '/communications-compliance'],
  ])('also leads to %s', (name, path) => {
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', path)
  })

  it.each([
    ['terms', 'Read the Terms of Use', '/terms'],
    ['privacy', 'Read the Privacy Policy', '/privacy'],
  ])('has #%s on it, leading on to the whole text', (id, name, path) => {
    const target = document.getElementById(id)
    const link = target && within(target).getByRole('link', { name })
    expect(link).toHaveAttribute('href', path)
  })
})
