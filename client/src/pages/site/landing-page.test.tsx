import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { LandingPage } from './landing-page'

const api = installFakeApi()

beforeEach(() => void renderPage(<LandingPage />))

const section = (name: string) => screen.getByRole('region', { name })
/** What stands under a heading. */
const under = (heading: string) => screen.getByText(heading).parentElement ?? document.body
const linksIn = (element: HTMLElement) =>
  [...element.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
const stepsIn = (element: HTMLElement) => within(element).getAllByRole('listitem')
const titlesIn = (element: HTMLElement) =>
  [...element.querySelectorAll('h3')].map(({ textContent }) => textContent)

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
    const steps = stepsIn(under(heading)).map((step) => step.textContent)
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
    expect(submit).toHaveTextContent('Upload it, or share your credit-reporting login credentials')
    expect(submit).toHaveTextContent('Our team helps you obtain reports')
    expect(verification).toHaveTextContent('1-2 business days')
    expect(verification).toHaveTextContent('We may call you')
    expect(decision).toHaveTextContent('Within 24-48 hours')
  })

  it('gives three reasons for trust', () => {
    const reasons = ['Secure Partnerships', 'Monthly Payments', 'Dedicated Support']
    expect(titlesIn(section('Trusted by Thousands of Partners'))).toEqual(reasons)
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

  it('says beside every figure that results are not guaranteed, with the disclosures', () => {
    const parts = [
      'The program in figures',
      'Two ways to take part',
      'The Credit Partner Advantage',
      'How It Works',
      'Put your credit to work',
    ].map(section)
    // Each of the two cards has its own, and the estimator.
    for (const part of [...parts, ...screen.getAllByRole('article'), estimate()]) {
      expect(part).toHaveTextContent('results are not guaranteed')
      expect(linksIn(part).map(([, path]) => path)).toContain('/disclosures')
    }
    expect(estimate()).toHaveTextContent('not a forecast: results are not guaranteed')
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

const months = () => screen.getByLabelText('Months as a matched Credit Partner')
const referrals = () => screen.getByLabelText('Approved referrals')
const total = () => screen.getByRole('status', { name: 'Estimated total' })
const estimate = () => total().parentElement ?? document.body

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
