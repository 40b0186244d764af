import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@tests/support/client/render-page'
import { SitemapPage } from './sitemap-page'

beforeEach(() => {
  renderPage(<SitemapPage />, '/sitemap')
})

describe('sitemap', () => {
  it.each([
    {
      section: 'Main Pages',
      links: [
        ['Home', '/'],
        ['Login', '/login'],
        ['Onboarding', '/onboarding'],
        ['Dashboard', '/dashboard'],
        ['Blog', '/blog'],
        ['Support', '/support'],
        ['FTC Disclosures', '/disclosures'],
      ],
    },
    {
      section: 'Onboarding Process',
      links: [
        ['File Upload', '/onboarding'],
        ['Registration', '/onboarding'],
        ['Completion', '/onboarding'],
      ],
    },
    {
      section: 'User Dashboard',
      links: [
        ['Dashboard', '/dashboard'],
        ['Documents', '/dashboard'],
        ['Application Status', '/dashboard'],
      ],
    },
    {
      section: 'Admin Area',
      links: [
        ['Admin Dashboard', '/admin'],
        ['Users', '/admin/users'],
        ['Credit Reports', '/admin/reports'],
        ['Email Integration', '/admin/email'],
      ],
    },
    {
      section: 'Resources',
      links: [
        ['Blog', '/blog'],
        ['Support', '/support'],
        ['FTC Disclosures', '/disclosures'],
      ],
    },
    {
      section: 'Legal & Company',
      links: [
        ['Terms of Use', '#terms'],
        ['Privacy Policy', '#privacy'],
        ['FTC Disclosures', '/disclosures'],
      ],
    },
  ])('lists $section', ({ section, links }) => {
    const list = within(screen.getByRole('navigation', { name: section }))
    const found = list
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(found).toEqual(links)
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
