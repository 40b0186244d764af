import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { brand } from '@/lib/brand'
import { LandingPage } from './landing-page'

const api = installFakeApi()

beforeEach(() => void renderPage(<LandingPage />))

const section = (name: string) => screen.getByRole('region', { name })
/** What is beside a text. */
const under = (heading: string) => screen.getByText(heading).parentElement ?? document.body
const track = (heading: string) => under(heading).parentElement ?? document.body
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
    const places = ['/onboarding', '/referral-program?way=link', '/disclosures']
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
    expect(submit).toHaveTextContent('Upload it, or share your credit-reporting login credentials')
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
    'As a Credit Partner',
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

  it('ends with a call to sign up or refer, and the legal conditions', () => {
    const call = section('Put your credit to work')
    expect(linksIn(call)).toEqual(
      expect.arrayContaining([
        ['Sign Up', '/onboarding'],
        ['Refer Someone', '/referral-program?way=link'],
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
