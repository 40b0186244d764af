import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FunnelStep, ListedReferrer, ReferredPerson } from '@shared/referred-people'
import { fakePage, fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { ReferralsPage } from './referrals-page'

const api = installFakeApi()

const at = '2026-11-20T09:41:00.000Z'
const hold = { id: 5, reason: 'same-phone', at, outcome: null, note: null } as const
const sam: ReferredPerson = {
  id: 7,
  referred: { id: 3, name: 'Sam Torres', email: 'sam@partner.example', status: 'pending' },
  referrer: { id: 2, name: 'Noor Haddad', email: 'noor@partner.example' },
  source: 'link',
  code: 'ABCD2345',
  signedUpAt: at,
  holds: [hold],
  rewardCents: 0,
}
const noor: ListedReferrer = {
  id: 2,
  name: 'Noor Haddad',
  email: 'noor@partner.example',
  status: 'approved',
  signedUp: 4,
  approved: 2,
  earnedCents: 123_450,
  payableCents: -50_000,
  paidCents: 173_450,
  lastSignUpAt: at,
}
const people = '/api/admin/referred-people'

beforeEach(() => {
  api.routes = {
    [`GET ${people}`]: () => fakePage([sam, { ...sam, id: 6, holds: [], rewardCents: 50_000 }]),
    'GET /api/admin/referrers': () => fakePage([noor]),
  }
})

const write = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('the people who were referred', () => {
  it('are shown with their referrer, status, and reward', async () => {
    renderPage(<ReferralsPage />, '/admin/referrals')
    await screen.findAllByText('Sam Torres')
    const [, first, second] = screen.getAllByRole('row')
    expect(first).toHaveTextContent(/Sam Torres.*Noor Haddad.*Referral link.*Pending.*On hold.*–/)
    expect(second).toHaveTextContent(/\$500\.00/)
    expect(screen.getByRole('link', { name: /Export CSV/ })).toHaveAttribute(
      'href',
      '/api/admin/exports/referred-people',
    )
  })

  it('are narrowed to those on hold, and to what is searched for', async () => {
    renderPage(<ReferralsPage />, '/admin/referrals')
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'On hold')
    await waitFor(() => expect(api.requests.at(-1)?.path).toBe(`${people}?status=held`))
    expect(window.location.search).toBe('?status=held')
    fill(/^Search/, 'noor')
    await waitFor(() => expect(api.requests.at(-1)?.path).toBe(`${people}?search=noor&status=held`))
  })

  it('have their hold released with a reason', async () => {
    api.routes['POST /api/admin/reward-holds/5/settle'] = ({ body }) => {
      expect(body).toEqual({ outcome: 'released', note: 'Two sisters' })
      const settled = { ...hold, outcome: 'released', note: 'Two sisters' }
      api.routes[`GET ${people}`] = () =>
        fakePage([{ ...sam, holds: [settled], rewardCents: 50_000 }])
      return { body: { message: 'Released.' } }
    }
    renderPage(<ReferralsPage />, '/admin/referrals?open=7')
    const panel = within(await screen.findByRole('dialog', { name: 'Sam Torres' }))
    expect(panel.getByText('Same phone as the referrer')).toBeVisible()
    await press('Release')
    await press('Release the Reward')
    expect(await panel.findByText('Please enter a reason.')).toBeVisible()
    write(panel.getByRole('textbox'), 'Two sisters')
    await press('Release the Reward')
    await waitFor(() => expect(shownToast()).toEqual(['Hold released']))
    expect(
      await panel.findByText('Released: Same phone as the referrer (Two sisters)'),
    ).toBeVisible()
  })

  it('say why a hold could not be voided', async () => {
    const refusal = 'This was already released.'
    api.routes['POST /api/admin/reward-holds/5/settle'] = () => fakeRefusal(409, refusal)
    renderPage(<ReferralsPage />, '/admin/referrals?open=7')
    await press('Void')
    write(screen.getByRole('textbox', { name: 'Why are you voiding it?' }), '<b>Fraud</b>')
    await press('Void the Reward')
    expect(await screen.findByText(refusal)).toBeVisible()
  })

  it('say so when there is no such referral, and when there are none', async () => {
    api.routes[`GET ${people}`] = () => fakePage([])
    renderPage(<ReferralsPage />, '/admin/referrals?open=99')
    expect(await screen.findByText('We couldn’t load this referral')).toBeVisible()
    expect(screen.getByText('No referrals yet')).toBeInTheDocument()
    const link = screen.getByText('See the Referral Page')
    expect(link).toHaveAttribute('href', '/referral-program')
  })
})

describe('the referrers', () => {
  it('are shown with what they earned, are owed or owe, and have their balance adjusted', async () => {
    api.routes['POST /api/admin/ledger-adjustments'] = ({ body }) => {
      const change = { payeeId: 2, cents: 50_000, reason: 'A mistake of ours' }
      expect(body).toEqual({ ...change, mayOweBack: false })
      return { status: 201, body: { payableCents: 0 } }
    }
    renderPage(<ReferralsPage />, '/admin/referrals?tab=referrers')
    const row = (await screen.findByText('Noor Haddad')).closest('tr')
    expect(row).toHaveTextContent(/Signed up4Approved2Earned\$1,234\.50Payable-\$500\.00/)
    await press('Adjust the balance of Noor Haddad')
    const dialog = within(await screen.findByRole('dialog', { name: 'Adjust Balance' }))
    const seen = 'For Noor Haddad. They’ll see the amount and the reason on their statement.'
    expect(dialog.getByText(seen)).toBeVisible()
    fill('Amount ($)', 'a lot', dialog)
    fill('Reason', 'A mistake of ours', dialog)
    await userEvent.click(dialog.getByRole('button', { name: 'Adjust Balance' }))
    expect(await dialog.findByText(/Please enter an amount like/)).toBeVisible()
    fill('Amount ($)', '$500', dialog)
    await userEvent.click(dialog.getByRole('button', { name: 'Adjust Balance' }))
    await waitFor(() => expect(shownToast()).toEqual(['Balance adjusted', 'It’s now $0.00.']))
  })
})

const step = (day: string, clicks: number): FunnelStep => ({
  day,
  clicks,
  signedUp: 2,
  approved: 1,
  earnedCents: 50_000,
})

describe('the funnel', () => {
  it('says so while nothing has happened', async () => {
    const none = { signedUp: 0, approved: 0, earnedCents: 0 }
    api.routes['GET /api/admin/referral-funnel?by=month'] = () => ({
      body: [{ ...step('2026-11-01', 0), ...none }],
    })
    renderPage(<ReferralsPage />, '/admin/referrals?tab=funnel')
    expect(await screen.findByText('No referral activity yet')).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('sums up each step, by month or by day, in numbers as well', async () => {
    api.routes['GET /api/admin/referral-funnel?by=month'] = () => ({
      body: [step('2026-10-01', 30), step('2026-11-01', 12)],
    })
    api.routes['GET /api/admin/referral-funnel?by=day'] = () => ({
      body: [step('2026-11-20', 5)],
    })
    renderPage(<ReferralsPage />, '/admin/referrals?tab=funnel')
    const months = await screen.findAllByRole('row')
    expect(months.map((row) => row.textContent)).toEqual([
      'MonthClicksSigned upApprovedEarned',
      expect.stringMatching(/Nov 2026.*12.*2.*1.*\$500\.00/),
      expect.stringMatching(/Oct 2026.*30.*2.*1.*\$500\.00/),
    ])
    expect(screen.getByText('$1,000.00')).toBeVisible()
    await press('By Day')
    expect(await screen.findByText('Nov 20')).toBeVisible()
    expect(window.location.search).toBe('?tab=funnel&by=day')
  })
})
