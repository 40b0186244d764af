import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { Router } from './router'

const api = installFakeApi()

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
    ['/no-such-page', '404 Page Not Found'],
    ['/Terms', '404 Page Not Found'],
    ['/terms//', '404 Page Not Found'],
  ])('%s shows “%s” and asks the server nothing', async (path, heading) => {
    const calls = api.requests
    renderPage(<Router />, path)
    const [title] = await screen.findAllByRole('heading', { level: 1 }, { timeout: 10_000 })
    expect(title).toHaveTextContent(heading)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(calls).toEqual([])
  })

  it('the page of an unknown address says so and leads home', async () => {
    renderPage(<Router />, '/no-such-page')
    expect(await screen.findByText('Did you forget to add the page to the router?')).toBeVisible()
    expect(document.title).toBe('404 Page Not Found · Credit Partner Portal')
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  })

  it('moves focus to the new page’s heading', async () => {
    const { user } = renderPage(<Router />, '/sitemap')
    await screen.findByRole('heading', { level: 1, name: 'Sitemap' })
    const [support] = screen.getAllByRole('link', { name: 'Support' })
    if (support) await user.click(support)
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Support Center' })).toHaveFocus(),
    )
  })

  it('opens at an address whose fragment means nothing', async () => {
    renderPage(<Router />, '/terms#%')
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Terms of Use')
  })
})
