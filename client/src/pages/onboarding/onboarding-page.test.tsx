import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { brand } from '@/lib/brand'
import { forgotPassword } from '@/features/accounts/use-forgot-password'
import { forgetSession, rememberSession } from '@/lib/known-session'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { OnboardingPage } from './onboarding-page'

const api = installFakeApi()

const region = (name: string) => within(screen.getByRole('region', { name }))

describe('around the application form', () => {
  let calls: unknown[] = []
  beforeEach(() => {
    calls = api.requests
    renderPage(<OnboardingPage />, '/onboarding')
  })

  it('is titled, and asks the server nothing', () => {
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'Credit Partner Application',
    )
    expect(document.title).toBe('Credit Partner Application · Credit Partner Portal')
    expect(calls).toEqual([])
  })

  it('shows two steps, the first one current', () => {
    const steps = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem')
    expect(steps).toHaveLength(2)
    expect(steps[0]).toHaveTextContent('Upload Document & Create Account')
    expect(steps[0]).toHaveAttribute('aria-current', 'step')
    expect(steps[1]).toHaveTextContent('Complete')
  })

  it('holds the place of the form until it is there, and shows all else meanwhile', async () => {
    expect(screen.getByRole('status')).toHaveTextContent('Loading the form')
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.getByRole('region', { name: 'What Happens Next' })).toBeVisible()
    await screen.findAllByRole('tab', {}, { timeout: 10_000 })
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('has two tabs, the upload chosen', async () => {
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'Upload Credit Report',
      'Share Login Details',
    ])
    expect(tabs[0]).toHaveAttribute('aria-selected', 'true')
  })

  it('asks for a score over 680 and says that results are not guaranteed', () => {
    expect(screen.getByText(/We look for a personal credit score over 680/)).toHaveTextContent(
      'Results are not guaranteed.',
    )
  })

  it('explains the program in a captioned film that loads only when played', () => {
    const film = document.querySelector('video')
    expect(film).toHaveAttribute('preload', 'none')
    expect(film).toHaveAttribute('poster', '/video/explainer-poster.jpg')
    const sources = [...(film?.querySelectorAll('source') ?? [])].map((source) =>
      source.getAttribute('src'),
    )
    expect(sources).toEqual(['/video/explainer.webm', '/video/explainer.mp4'])
    const captions = film?.querySelector('track[kind="captions"]')
    expect(captions).toHaveAttribute('src', '/video/explainer.vtt')
    expect(captions).toHaveAttribute('srclang', 'en')
  })

  it('shows the controls of the film once it is played', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
    const film = document.querySelector('video')
    expect(film).not.toHaveAttribute('controls')
    await userEvent.click(screen.getByRole('button', { name: 'Play video' }))
    expect(play).toHaveBeenCalledOnce()
    expect(film).toHaveAttribute('controls')
    expect(screen.queryByRole('button', { name: 'Play video' })).toBeNull()
    play.mockRestore()
  })

  it('says ‘Video unavailable’ when the film cannot be loaded', () => {
    const last = document.querySelector('video source:last-of-type')
    if (last) fireEvent.error(last)
    expect(screen.getByText('Video unavailable')).toBeVisible()
    expect(document.querySelector('video')).toBeNull()
  })

  it('tells what happens next in three steps', () => {
    const steps = region('What Happens Next').getAllByRole('listitem')
    expect(steps.map((step) => within(step).getByRole('heading').textContent)).toEqual([
      'Credit verification',
      'Entrepreneur matching',
      'Zoom introduction',
    ])
    expect(steps[0]).toHaveTextContent('1-2 business days')
    expect(steps[1]).toHaveTextContent(
      'Usually one match is enough; sometimes one more entrepreneur is offered.',
    )
    expect(steps[2]).toHaveTextContent('Both sides must accept for a match to succeed.')
    expect(steps[2]).toHaveTextContent('a member of our support team')
  })

  it('gives meeting tips and reminders', () => {
    expect(region('Meeting Tips').getAllByRole('listitem')).toHaveLength(4)
    expect(region('Reminders').getAllByRole('listitem')).toHaveLength(5)
  })

  it('gives the timeline: today, 1-2 business days, within 1 week', () => {
    const items = region('Timeline').getAllByRole('listitem')
    expect(items).toHaveLength(3)
    expect(items[0]).toHaveTextContent('Today')
    expect(items[1]).toHaveTextContent('1-2 business days')
    expect(items[2]).toHaveTextContent('Within 1 week')
  })

  it('gives support hours and reply times', () => {
    const support = region('Support')
    expect(support.getByRole('link', { name: brand.supportPhone })).toHaveAttribute(
      'href',
      'tel:+13035550142',
    )
    expect(support.getByText('9am-5pm ET Mon-Fri')).toBeVisible()
    const section = screen.getByRole('region', { name: 'Support' })
    expect(section).toHaveTextContent('Typical reply in 4-6 hours during business hours')
  })

  it('explains consent: calls, SMS, email, recording, and that it is not required', () => {
    const consent = screen.getByRole('region', { name: 'Consent to Be Contacted' })
    expect(consent).toHaveTextContent('phone call, SMS text message, and email')
    expect(consent).toHaveTextContent('calls may be recorded')
    expect(consent).toHaveTextContent(
      `Consent to contact is not required to submit this application. You can call us instead at ${brand.supportPhone}`,
    )
  })

  it.each([
    ['Terms of Use', '/terms'],
    ['Privacy Policy', '/privacy'],
    ['Dispute Resolution', '/dispute-resolution'],
    ['FTC Disclosures', '/ftc-disclosures'],
  ])('links %s', (name, path) => {
    const link = region('Consent to Be Contacted').getByRole('link', { name })
    expect(link).toHaveAttribute('href', path)
  })
})

describe('for somebody who is not here to apply', () => {
  afterEach(() => {
    forgetSession()
    window.history.replaceState(null, '')
  })

  it('leads whoever has an account to the dashboard', async () => {
    rememberSession({ id: 1, isAdmin: 0 })
    renderPage(<OnboardingPage />, '/onboarding')
    const panel = within(await screen.findByRole('region', { name: 'You already have an account' }))
    expect(panel.getByRole('link', { name: 'Go to Your Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    )
    expect(panel.getByRole('button', { name: 'Logout' })).toBeVisible()
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.queryByText(/If you check the contact box/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
  })

  it('says how to get back in to whoever forgot the password, and to nobody else', () => {
    const title = 'Passwords can’t be reset online right now'
    const { unmount } = renderPage(<OnboardingPage />, '/onboarding')
    expect(screen.queryByText(title)).toBeNull()
    unmount()
    window.history.replaceState(forgotPassword, '', '/onboarding')
    render(
      <QueryClientProvider client={new QueryClient()}>
        <OnboardingPage />
      </QueryClientProvider>,
    )
    expect(screen.getByText(title)).toBeVisible()
  })
})
