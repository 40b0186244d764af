import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { communicationsCompliance } from '@/content/legal/communications-compliance'
import { disclosures } from '@/content/legal/disclosures'
import { disputeResolution } from '@/content/legal/dispute-resolution'
import { privacy } from '@/content/legal/privacy'
import { terms } from '@/content/legal/terms'
import { renderPage } from '@tests/support/client/render-page'
import { CommunicationsCompliancePage } from './communications-compliance-page'
import { DisclosuresPage } from './disclosures-page'
import { DisputeResolutionPage } from './dispute-resolution-page'
import { PrivacyPage } from './privacy-page'
import { TermsPage } from './terms-page'

const pages = [
  { page: <DisclosuresPage />, document: disclosures },
  { page: <TermsPage />, document: terms },
  { page: <PrivacyPage />, document: privacy },
  { page: <DisputeResolutionPage />, document: disputeResolution },
  { page: <CommunicationsCompliancePage />, document: communicationsCompliance },
]

const box = () => screen.getByRole('region', { name: 'FTC Disclosures, full text' })

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
      text.sections.map((section) => `#${section.id}`),
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
