import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnReferral, ReferralDesk as Desk } from '@shared/referral-desk'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeDesk, fakePartner } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { promisedTiers } from '@tests/support/samples/promised-tiers'
import { ReferralDesk } from './referral-desk'

const api = installFakeApi()

let desk: Desk
let referrals: OwnReferral[]
beforeEach(() => {
  desk = fakeDesk()
  referrals = []
  api.routes['GET /api/referral-desk'] = () => ({ body: desk })
  api.routes['GET /api/referral-desk/referrals'] = () => ({ body: referrals })
  api.routes['GET /api/referral-desk/statements'] = { body: [] }
  api.routes['GET /api/payment-settings'] = { body: { settings: null } }
})

async function show() {
  renderPage(<ReferralDesk user={fakePartner({ isReferrer: true })} />, '/dashboard')
  await screen.findByRole('region', { name: 'Your Referral Link' })
}

const referral = (id: number): OwnReferral => ({
  id,
  name: `Ann ${id}.`,
  signedUpAt: '2026-11-20T09:41:00.000Z',
  standing: 'in-review',
  holdReason: null,
  earnedCents: 0,
})

const region = (name: string) => screen.getByRole('region', { name })

describe('a partner who has referred no one yet', () => {
  it('sees one card with the link, and the desk once it is asked for', async () => {
    renderPage(<ReferralDesk user={fakePartner()} />, '/dashboard')
    const card = await screen.findByRole('region', { name: 'Refer Someone' })
    expect(card).toHaveTextContent('You earn $500.00 for each person you refer who is approved')
    expect(within(card).getByRole('button', { name: 'Copy your referral link' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Your Earnings' })).toBeNull()
    await userEvent.click(within(card).getByRole('button', { name: 'Open Referral Desk' }))
    expect(await screen.findByRole('region', { name: 'Your Earnings' })).toBeVisible()
  })

  it('sees the desk once anyone has opened the link', async () => {
    const [month, ...others] = desk.months
    if (month) desk = fakeDesk({ months: [...others, { ...month, clicks: 1 }] })
    renderPage(<ReferralDesk user={fakePartner()} />, '/dashboard')
    expect(await screen.findByRole('region', { name: 'Your Referral Link' })).toBeVisible()
  })
})

describe('the link', () => {
  it('is copied, with a message too that says what the sender may earn', async () => {
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Copy Link' }))
    await waitFor(() => expect(shownToast()).toEqual(['Link copied']))
    expect(await navigator.clipboard.readText()).toBe('https://portal.example/r/ABCD2345')
    await userEvent.click(screen.getByRole('button', { name: 'Copy Message' }))
    await waitFor(() => expect(shownToast()).toEqual(['Message copied']))
    expect(await navigator.clipboard.readText()).toMatch(
      /https:\/\/portal\.example\/r\/ABCD2345 \(I may earn a reward/,
    )
  })

  it('goes to the phone’s own share sheet where there is one; closing that is no failure', async () => {
    const share = vi.fn().mockRejectedValue(new DOMException('', 'AbortError'))
    vi.stubGlobal('navigator', Object.assign(navigator, { share }))
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Share' }))
    expect(share).toHaveBeenCalledOnce()
    expect(shownToast()).toEqual([])
    Reflect.deleteProperty(navigator, 'share')
  })

  it('is replaced only after a question', async () => {
    const link = { code: 'WXYZ6789', url: 'https://portal.example/r/WXYZ6789' }
    api.routes['POST /api/referral-link'] = () => {
      desk = { ...desk, link }
      return { body: link }
    }
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Get a New Link' }))
    expect(api.count('POST /api/referral-link')).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: 'Replace Link' }))
    await screen.findByText(link.url)
    expect(screen.queryByText('https://portal.example/r/ABCD2345')).toBeNull()
  })

  it('is the one that counts, also when the answer to replacing it is lost', async () => {
    const link = { code: 'WXYZ6789', url: 'https://portal.example/r/WXYZ6789' }
    api.routes['POST /api/referral-link'] = () => {
      desk = { ...desk, link }
      throw new TypeError('Failed to fetch')
    }
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Get a New Link' }))
    await userEvent.click(screen.getByRole('button', { name: 'Replace Link' }))
    await screen.findByText(link.url)
    expect(shownToast()[0]).toBe('Your link was not replaced')
  })
})

describe('what it has come to', () => {
  it('is said in sums and by month, the newest first', async () => {
    const december = { clicks: 1_200, signedUp: 7, approved: 2, earnedCents: 100_000 }
    const months = [...desk.months.slice(0, -1), { month: '2026-12', ...december }]
    desk = fakeDesk({ months })
    await show()
    const funnel = within(region('Link Activity'))
    expect(funnel.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '1,200',
      '7',
      '2',
      '$1,000.00',
    ])
    const rows = funnel.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows).toHaveLength(13)
    expect(rows[1]).toBe('Dec 20261,20072$1,000.00')
  })

  it('is one sentence before anything was earned', async () => {
    const none = { clicks: 0, signedUp: 0, approved: 0, earnedCents: 0 }
    desk = fakeDesk({ months: desk.months.map(({ month }) => ({ month, ...none })) })
    await show()
    const funnel = region('Link Activity')
    expect(funnel).toHaveTextContent('No one has opened your link yet.')
    expect(within(funnel).queryByRole('table')).toBeNull()
  })

  it('names what comes next and when, the policy, and that nothing is guaranteed', async () => {
    desk = fakeDesk({
      rewards: {
        earnedCents: 150_000,
        payableCents: 50_000,
        payingCents: 0,
        paidCents: 100_000,
        heldCents: 50_000,
      },
      next: { cents: 50_000, day: '2026-12-15', waitsFor: null, minimumCents: 2_500 },
    })
    await show()
    const earnings = region('Your Earnings')
    expect(earnings).toHaveTextContent('$500.00 on Dec 15')
    expect(earnings).toHaveTextContent('$500.00, while we look into it')
    expect(earnings).toHaveTextContent('You earn $500.00 for each person you refer who is approved')
    expect(earnings).toHaveTextContent('Results are not guaranteed')
  })

  it.each([
    ['profile', 'Complete your profile first'],
    ['minimum', 'The minimum payout is $25.00.'],
  ] as const)('says that a payout waits for the %s', async (waitsFor, words) => {
    desk = fakeDesk({
      next: { cents: 2_000, day: '2026-12-15', waitsFor, minimumCents: 2_500 },
    })
    await show()
    expect(region('Your Earnings')).toHaveTextContent(words)
  })

  it.each([
    ['each', 0, 'Bronze this month', '6 more to Silver: $500.00 each.'],
    ['each', 5, 'Bronze this month', '1 more to Silver: $500.00 each.'],
    ['highest', 6, 'Silver this month', '5 more to Gold: $750.00 each.'],
    ['each', 11, 'Gold this month', 'Each one earns $750.00.'],
  ] as const)('with tiers (%s) and %i approved says %s', async (tierRule, count, title, words) => {
    desk = fakeDesk({ policy: { ...promisedTiers, tierRule }, rewardedThisMonth: count })
    await show()
    const earnings = region('Your Earnings')
    expect(within(earnings).getByRole('heading', { name: title })).toBeVisible()
    expect(earnings).toHaveTextContent(words)
    expect(earnings).toHaveTextContent(
      tierRule === 'each'
        ? 'Each referral earns the rate of the tier it falls in.'
        : 'All referrals in a month earn the rate of the highest tier you reach.',
    )
  })
})

it('anyone who can’t earn is told so, and is offered no link to share', async () => {
  desk = fakeDesk({ canEarn: false })
  renderPage(<ReferralDesk user={fakePartner({ isReferrer: true })} />, '/dashboard')
  await screen.findByText('You can’t earn from referrals right now')
  await screen.findByText('No one has signed up through your link yet')
  expect(screen.queryByText(/your link above/)).toBeNull()
  expect(screen.queryByRole('region', { name: 'Your Referral Link' })).toBeNull()
})

describe('the people', () => {
  it('are listed by first name and initial, with why a reward is on hold', async () => {
    referrals = [
      { ...referral(3), name: null, standing: 'account-closed' },
      { ...referral(2), name: 'Eve H.', standing: 'on-hold', holdReason: 'same-phone' },
      { ...referral(1), name: 'Cleo É.', standing: 'approved', earnedCents: 50_000 },
    ]
    await show()
    await screen.findByText('Cleo É.')
    const people = region('People You Referred')
    expect(people).toHaveTextContent('A closed account')
    expect(people).toHaveTextContent(
      'On holdYour accounts have the same phone number. We’re looking at it.',
    )
    expect(people).toHaveTextContent('Approved')
    expect(people).toHaveTextContent('$500.00')
  })

  it('are shown more of on demand', async () => {
    const next = '/api/referral-desk/referrals?cursor=2'
    api.routes['GET /api/referral-desk/referrals'] = {
      body: [referral(2)],
      headers: { Link: `<${next}>; rel="next"`, 'X-Total-Count': '2' },
    }
    api.routes[`GET ${next}`] = { body: [referral(1)], headers: { 'X-Total-Count': '2' } }
    await show()
    await screen.findByText('1 of 2')
    await userEvent.click(screen.getByRole('button', { name: 'Show More' }))
    await screen.findByText('Ann 1.')
    expect(screen.getByText('Ann 2.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull()
  })
})

it('statements are there as PDF and CSV', async () => {
  api.routes['GET /api/referral-desk/statements'] = {
    body: [
      {
        month: '2026-11',
        openingCents: 0,
        earnedCents: 50_000,
        paidOutCents: 0,
        closingCents: 50_000,
      },
    ],
  }
  await show()
  const pdf = await screen.findByRole('link', {
    name: 'Download the statement for Nov 2026 as PDF',
  })
  expect(pdf).toHaveAttribute('href', '/api/referral-desk/statements/2026-11.pdf')
  expect(region('Statements')).toHaveTextContent('Earned $500.00, paid $0.00, balance $500.00')
})
