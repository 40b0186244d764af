import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { ReferralPage } from './referral-page'

const api = installFakeApi()

const post = 'POST /api/referrals'

const typed: readonly (readonly [label: string, value: string])[] = [
  ['Your name', 'Sam Okafor'],
  ['Your email', 'sam@example.com'],
  ['Your phone', '(303) 555-0111'],
  ['Referral name', 'Björn Ågren'],
  ['Referral email', 'bjorn@example.com'],
  ['Referral phone', '303-555-0122'],
]

async function fillIn(user: ReturnType<typeof renderPage>['user']) {
  for (const [label, value] of typed) await user.type(screen.getByLabelText(label), value)
}

const submit = () => screen.getByRole('button', { name: 'Submit Referral' })

beforeEach(() => {})

// Refusals are logged, as they should be.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

describe('referral page', () => {
  it('names the benefits: $500 per qualified match, three ways to be paid, weekly payouts', () => {
    renderPage(<ReferralPage />, '/referral-program')
    expect(screen.getByRole('heading', { level: 1, name: 'Referral Program' })).toBeVisible()
    const benefits = within(screen.getByRole('region', { name: 'Benefits' }))
    const [amount, ways, weekly] = benefits.getAllByRole('listitem')
    expect(amount).toHaveTextContent('$500per qualified match')
    expect(amount).toHaveTextContent('There is no cap on referrals.')
    expect(ways).toHaveTextContent('Choose Zelle, ACH, or PayPal.')
    expect(weekly).toHaveTextContent('Weeklypayouts available')
  })

  it('tells three steps', () => {
    renderPage(<ReferralPage />, '/referral-program')
    const steps = within(screen.getByRole('region', { name: 'Three steps' }))
    expect(steps.getAllByRole('listitem')).toHaveLength(3)
  })

  it('says beside its figures that results are not guaranteed', () => {
    renderPage(<ReferralPage />, '/referral-program')
    for (const name of ['Benefits', 'Three steps']) {
      const section = screen.getByRole('region', { name })
      expect(section).toHaveTextContent('results are not guaranteed')
      expect(within(section).getByRole('link', { name: 'FTC Disclosures' })).toHaveAttribute(
        'href',
        '/disclosures',
      )
    }
  })
})

describe('referral form', () => {
  it('sends both people and shows a receipt', async () => {
    api.routes = { [post]: { status: 201, body: { message: 'Received.' } } }
    const calls = api.requests
    const { user } = renderPage(<ReferralPage />, '/referral-program')
    await fillIn(user)
    await user.click(submit())

    expect(await screen.findByRole('heading', { name: 'Referral received' })).toHaveFocus()
    expect(screen.getByText(/We have your referral of/)).toHaveTextContent(
      'Thank you, Sam Okafor. We have your referral of Björn Ågren and will contact them soon.',
    )
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/api/referrals',
        body: {
          name: 'Sam Okafor',
          email: 'sam@example.com',
          phone: '(303) 555-0111',
          referralName: 'Björn Ågren',
          referralEmail: 'bjorn@example.com',
          referralPhone: '303-555-0122',
          website: '',
        },
      },
    ])

    await user.click(screen.getByRole('button', { name: 'Refer Someone Else' }))
    expect(screen.getByLabelText('Your name')).toHaveValue('')
  })

  it('says what is missing and sends nothing', async () => {
    const calls = api.requests
    const { user } = renderPage(<ReferralPage />, '/referral-program')
    await user.click(submit())
    expect(await screen.findByText('Your name is required.')).toBeVisible()
    expect(screen.getByText("Your referral's name is required.")).toBeVisible()
    expect(screen.getAllByText('Please enter a valid email address.')).toHaveLength(2)
    expect(screen.getAllByText('Please enter a valid phone number.')).toHaveLength(2)
    expect(screen.getByLabelText('Your name')).toHaveFocus()
    expect(calls).toEqual([])
  })

  it('keeps what was typed when it could not be sent', async () => {
    api.routes = {
      [post]: { status: 503, body: { message: 'Please try again later.', code: 'x' } },
    }
    const { user } = renderPage(<ReferralPage />, '/referral-program')
    await fillIn(user)
    await user.click(submit())
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again later.')
    for (const [label, value] of typed) expect(screen.getByLabelText(label)).toHaveValue(value)
  })
})
