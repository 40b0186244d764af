import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@tests/support/client/render-page'
import { SitemapPage } from './sitemap-page'

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
