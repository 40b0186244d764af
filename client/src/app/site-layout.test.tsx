import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { brand } from '@/lib/brand'
import { forgetSession, rememberSession } from '@/lib/known-session'
import { renderPage } from '@tests/support/client/render-page'
import { SiteLayout } from './site-layout'

afterEach(() => {
  forgetSession()
  vi.restoreAllMocks()
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

describe('header', () => {
  it('stays at the top and leads to Home, Login and Sign Up', () => {
    renderLayout()
    const header = screen.getByRole('banner')
    expect(header).toHaveClass('sticky', 'top-0')
    const [wide] = within(header).getAllByRole('navigation', { name: 'Main' })
    expect(wide && linksOf(wide)).toEqual([
      ['Home', '/'],
      ['Login', '/login'],
      ['Sign Up', '/onboarding'],
    ])
  })

  it('leads someone who is logged in to the dashboard and out, asking no one first', async () => {
    const asked = vi.spyOn(globalThis, 'fetch')
    rememberSession({ id: 1, isAdmin: 0 })
    renderLayout()
    const header = screen.getByRole('banner')
    const [wide, menu] = within(header).getAllByRole('navigation', { hidden: true })
    for (const nav of [wide, menu])
      expect(nav && linksOf(nav)).toEqual([
        ['Home', '/'],
        ['Dashboard', '/dashboard'],
      ])
    expect(await within(header).findAllByRole('button', { name: 'Logout' })).not.toEqual([])
    expect(asked).not.toHaveBeenCalled()
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
    expect(menu).not.toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    expect(menu).toBeVisible()
    const close = screen.getByRole('button', { name: 'Close menu' })
    expect(close).toHaveAttribute('aria-expanded', 'true')
    expect(close).toHaveAttribute('aria-controls', 'mobile-menu')
    expect(menu && linksOf(menu)).toEqual([
      ['Home', '/'],
      ['Login', '/login'],
      ['Sign Up', '/onboarding'],
    ])
    await user.click(close)
    expect(menu).not.toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    await user.keyboard('{Escape}')
    expect(menu).not.toBeVisible()
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus()

    await user.click(screen.getByRole('button', { name: 'Open menu' }))
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

describe('footer', () => {
  it.each([
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
  ])('links %s to %s', (name, path) => {
    renderLayout()
    const footer = within(screen.getByRole('contentinfo'))
    expect(footer.getByRole('link', { name })).toHaveAttribute('href', path)
  })

  it.each([
    ['Business License (PDF)', '/documents/business-license.pdf'],
    ['Due Diligence (PDF)', '/documents/due-diligence.pdf'],
  ])('offers %s as a download', (name, path) => {
    renderLayout()
    const link = screen.getByRole('link', { name })
    expect(link).toHaveAttribute('href', path)
    expect(link).toHaveAttribute('download')
  })

  it('shows the support phone and email and the street address in Colorado', () => {
    renderLayout()
    const footer = within(screen.getByRole('contentinfo'))
    expect(footer.getByRole('link', { name: brand.supportPhone })).toHaveAttribute(
      'href',
      'tel:+13035550142',
    )
    expect(footer.getByRole('link', { name: brand.supportEmail })).toHaveAttribute(
      'href',
      `mailto:${brand.supportEmail}`,
    )
    expect(footer.getByText(brand.streetAddress)).toHaveTextContent('CO')
  })

  it('says that results are not guaranteed, sales final and disputes arbitrated', () => {
    renderLayout()
    expect(screen.getByRole('contentinfo')).toHaveTextContent(
      'Results are not guaranteed. Payments come from entrepreneurs, not from us. All sales are final, and disputes go to binding arbitration with no class actions.',
    )
  })
})
