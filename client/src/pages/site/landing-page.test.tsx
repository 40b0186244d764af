import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { LandingPage } from './landing-page'

const api = installFakeApi()

const region = (name: string) => within(screen.getByRole('region', { name }))

const months = () => screen.getByRole('slider', { name: 'Months as a matched Credit Partner' })
const referrals = () => screen.getByRole('slider', { name: 'Approved referrals' })
const total = () => screen.getByRole('status', { name: 'Estimated total' })

describe('landing page', () => {
  let calls: unknown[] = []
  beforeEach(() => {
    calls = api.requests
    renderPage(<LandingPage />)
  })

  it('is titled, asks the server nothing and has one heading', () => {
    expect(document.title).toBe('Credit Partner Portal')
    expect(calls).toEqual([])
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('tabindex', '-1')
  })

  it('opens with the headline and a Sign Up button to the application', () => {
    expect(
      screen.getByRole('heading', {
        level: 1,
        name: 'Turn your great credit into steady monthly income',
      }),
    ).toBeVisible()
    const [signUp] = screen.getAllByRole('link', { name: 'Sign Up' })
    expect(signUp).toHaveAttribute('href', '/onboarding')
  })

  it.each(['Excellent Personal Credit?', 'Know Someone With Great Credit?'])(
    'the card %s leads to the nearest place to sign up or refer',
    (title) => {
      const card = screen.getByRole('heading', { name: title }).closest('article')
      const link = card && within(card).getByRole('link', { name: 'Signup' })
      expect(link).toHaveAttribute('href', '#signup')
      const target = document.getElementById('signup')
      expect(region('The Credit Partner Advantage').getByRole('link', { name: 'Sign Up' })).toBe(
        target?.querySelector('a'),
      )
      expect(target && within(target).getByRole('link', { name: 'Refer Someone' })).toBeVisible()
    },
  )

  it('sets two programs side by side under the advantage, with a Sign Up button', () => {
    const advantage = region('The Credit Partner Advantage')
    expect(advantage.getByRole('heading', { name: 'Credit Partner Program' })).toBeVisible()
    expect(advantage.getByRole('heading', { name: 'Referral Program' })).toBeVisible()
    expect(advantage.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/onboarding')
  })

  it('tells the partner track in four steps', () => {
    const track = screen.getByRole('heading', { name: 'As a Credit Partner' }).parentElement
    const steps = track ? within(track).getAllByRole('listitem') : []
    expect(steps).toHaveLength(4)
    expect(steps[0]).toHaveTextContent('Register and complete your profile')
    expect(steps[0]).toHaveTextContent(
      'contact info, your credit report, and your preferred payment method',
    )
    expect(steps[1]).toHaveTextContent('Credit verification')
    expect(steps[1]).toHaveTextContent(
      'against the minimum: a personal credit score of 700 or higher',
    )
    expect(steps[2]).toHaveTextContent('Matching with entrepreneurs')
    expect(steps[3]).toHaveTextContent('Monthly payments')
  })

  it('tells the referral track in four steps', () => {
    const track = screen.getByRole('heading', { name: 'As a Referrer' }).parentElement
    const steps = track ? within(track).getAllByRole('listitem') : []
    expect(steps).toHaveLength(4)
    expect(steps[0]).toHaveTextContent('Sign up')
    expect(steps[1]).toHaveTextContent('Share your unique referral link')
    expect(steps[2]).toHaveTextContent(
      'Your referrals registerThey are linked to you automatically',
    )
    expect(steps[3]).toHaveTextContent('Earn $500 per approved referral')
  })

  it('tells how to get approved in five steps', () => {
    const steps = region('How to Get Approved').getAllByRole('listitem')
    expect(steps.map((step) => within(step).getByRole('heading').textContent)).toEqual([
      'Complete the application',
      'Submit your credit report',
      'Verification',
      'Approval',
      'Start earning',
    ])
    expect(steps[0]).toHaveTextContent('Under 1 minute')
    expect(steps[1]).toHaveTextContent(
      'Upload it, or share your credit-reporting login credentials',
    )
    expect(steps[1]).toHaveTextContent('Our team helps you obtain reports')
    expect(steps[2]).toHaveTextContent('1-2 business days')
    expect(steps[2]).toHaveTextContent('We may call you')
    expect(steps[3]).toHaveTextContent('Within 24-48 hours')
  })

  it('gives three reasons for trust', () => {
    const trust = region('Trusted by Thousands of Partners')
    for (const title of ['Secure Partnerships', 'Monthly Payments', 'Dedicated Support'])
      expect(trust.getByRole('heading', { name: title })).toBeVisible()
  })

  it('makes its claims exactly', () => {
    const claims = region('The program in figures').getAllByRole('definition')
    expect(claims.map((claim) => claim.textContent)).toEqual([
      '700+',
      '$2,500+',
      '$30,000+',
      '$500',
    ])
    const meanings = region('The program in figures').getAllByRole('term')
    expect(meanings.map((meaning) => meaning.textContent)).toEqual([
      'personal credit score to take part',
      'estimated earnings a month',
      'estimated earnings a year',
      'per approved referral, uncapped',
    ])
  })

  it('says beside every figure that results are not guaranteed, with the disclosures', () => {
    const sections = [
      'The program in figures',
      'Two ways to take part',
      'The Credit Partner Advantage',
      'How It Works',
      'Put your good name to work',
    ]
    for (const name of sections) {
      const section = screen.getByRole('region', { name })
      expect(section).toHaveTextContent('results are not guaranteed')
      const [link] = within(section).getAllByRole('link', { name: 'FTC Disclosures' })
      expect(link).toHaveAttribute('href', '/disclosures')
    }
    // Each of the two cards has its own.
    for (const card of screen.getAllByRole('article'))
      expect(card).toHaveTextContent('results are not guaranteed')
  })

  it('ends with a call to sign up or refer, and the legal conditions', () => {
    const call = region('Put your good name to work')
    expect(call.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/onboarding')
    expect(call.getByRole('link', { name: 'Refer Someone' })).toHaveAttribute(
      'href',
      '/referral-program',
    )
    expect(call.getByText(/All sales are final/)).toHaveTextContent(
      'disputes go to binding arbitration with no class actions',
    )
  })
})

describe('earnings estimator', () => {
  beforeEach(() => {
    renderPage(<LandingPage />)
  })

  it.each([
    { chosen: { months: 12, referrals: 0 }, sum: '$30,000' },
    { chosen: { months: 1, referrals: 0 }, sum: '$2,500' },
    { chosen: { months: 0, referrals: 1 }, sum: '$500' },
    { chosen: { months: 0, referrals: 0 }, sum: '$0' },
    { chosen: { months: 6, referrals: 20 }, sum: '$25,000' },
    { chosen: { months: 12, referrals: 20 }, sum: '$40,000' },
  ])('$chosen.months months and $chosen.referrals referrals make $sum', ({ chosen, sum }) => {
    fireEvent.change(months(), { target: { value: String(chosen.months) } })
    fireEvent.change(referrals(), { target: { value: String(chosen.referrals) } })
    expect(total()).toHaveTextContent(sum)
  })

  it('opens with half a year and no referral', () => {
    expect(months()).toHaveValue('6')
    expect(referrals()).toHaveValue('0')
    expect(total()).toHaveTextContent('$15,000')
  })

  it('goes up to a year and twenty referrals, and shows both parts', () => {
    expect(months()).toHaveAttribute('max', '12')
    expect(referrals()).toHaveAttribute('max', '20')
    fireEvent.change(months(), { target: { value: '1' } })
    fireEvent.change(referrals(), { target: { value: '3' } })
    expect(screen.getByText('1 month of partnership').parentElement).toHaveTextContent('$2,500')
    expect(screen.getByText('3 approved referrals').parentElement).toHaveTextContent('$1,500')
  })

  it('has the disclaimer inside it', () => {
    const panel = total().parentElement
    expect(panel).toHaveTextContent('not a forecast: results are not guaranteed')
    expect(panel && within(panel).getByRole('link')).toHaveAttribute('href', '/disclosures')
  })
})
