import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PersonIntroductions } from '@/features/matches/person-introductions'
import { fakePage, fakeRefusal, installFakeApi } from '@tests/support/client/fake-api'
import {
  deskNow,
  fakeDesk,
  fakeEntry,
  fakeMatch,
  tuesday,
} from '@tests/support/client/fake-matches'
import { renderPage } from '@tests/support/client/render-page'
import { MatchingPage } from './matching-page'

const api = installFakeApi()
const calendar = '/api/admin/match-calendar'
const matches = '/api/admin/matches'

beforeEach(() => {
  vi.setSystemTime(deskNow)
  api.routes = {
    'GET /api/admin/match-desk': { body: fakeDesk() },
    'GET /api/admin/audit-events': () => fakePage([]),
    [`GET ${matches}`]: () => fakePage([]),
    [`GET ${matches}/12`]: { body: fakeMatch() },
  }
})
afterEach(() => vi.useRealTimers())

const show = (query: string) => renderPage(<MatchingPage />, `/admin/matching?${query}`)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('the calendar', () => {
  it('shows two weeks of New York, day by day', async () => {
    api.routes[`GET ${calendar}`] = ({ url }) => {
      expect(url.searchParams.get('from')).toBe('2026-11-25T05:00:00.000Z')
      expect(url.searchParams.get('to')).toBe('2026-12-09T05:00:00.000Z')
      const late = { startsAt: '2026-12-02T01:00:00.000Z', endsAt: '2026-12-02T01:45:00.000Z' }
      return { body: [fakeEntry(), fakeEntry({ ...late, matchId: 13, isBooked: false })] }
    }
    show('tab=calendar')
    expect(await screen.findByText('Wed, Nov 25 – Tue, Dec 8')).toBeVisible()
    const day = await screen.findByRole('list', { name: 'Tue, Dec 1' })
    expect(
      within(day)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      '2:00 PM – 2:45 PM ESTJordan Lee and Ana RiveraBooked',
      '8:00 PM – 8:45 PM ESTJordan Lee and Ana RiveraOffered',
    ])
    expect(screen.getAllByText('Nothing planned')).toHaveLength(13)
  })

  it('goes on by two weeks, back to today, and to the details', async () => {
    api.routes[`GET ${calendar}`] = () => ({ body: [fakeEntry({ startsAt: tuesday })] })
    show('tab=calendar')
    await press('Later')
    expect(window.location.search).toBe('?tab=calendar&from=2026-12-09')
    await press('Today')
    expect(window.location.search).toBe('?tab=calendar')
    await press('Jordan Lee and Ana Rivera')
    expect(window.location.search).toBe('?tab=calendar&open=12')
    expect(await screen.findByRole('dialog', { name: 'Jordan Lee and Ana Rivera' })).toBeVisible()
  })

  it('can be loaded again', async () => {
    api.routes[`GET ${calendar}`] = () => fakeRefusal(503, 'The portal is busy.')
    show('tab=calendar')
    expect(await screen.findByText('The calendar could not be loaded')).toBeVisible()
    api.routes[`GET ${calendar}`] = { body: [] }
    await press('Try Again')
    expect(await screen.findAllByText('Nothing planned')).toHaveLength(14)
  })
})

describe('the list of all matches', () => {
  const booked = fakeMatch({ id: 12, state: 'booked', startsAt: tuesday, need: null })
  const ended = fakeMatch({ id: 11, state: 'ended', endedBecause: 'partner-gone', need: null })

  it('says how far each has got, and opens one', async () => {
    api.routes[`GET ${matches}`] = () => fakePage([booked, ended])
    show('tab=matches')
    await screen.findAllByText('Jordan Lee')
    const [, first, second] = screen.getAllByRole('row')
    expect(first).toHaveTextContent(/Jordan Lee.*Ana Rivera.*Booked.*Tue, Dec 1, 2:00 PM EST/)
    expect(second).toHaveTextContent(/Ended.*The partner is no longer in the program/)
    expect(screen.getByText('2 matches')).toBeVisible()
    const [button] = screen.getAllByRole('button', { name: 'Jordan Lee' })
    if (button) await userEvent.click(button)
    expect(window.location.search).toBe('?tab=matches&open=12')
    await screen.findByRole('dialog', { name: 'Jordan Lee and Ana Rivera' })
    await press('Close')
    await waitFor(() => expect(window.location.search).toBe('?tab=matches'))
  })

  it('begins with a capital letter where the entrepreneur has left', async () => {
    const left = fakeMatch({ state: 'succeeded', entrepreneur: null, need: null })
    api.routes[`GET ${matches}`] = () => fakePage([left])
    show('tab=matches')
    expect(await screen.findByText('An entrepreneur who has since left')).toBeVisible()
    list()
    expect(
      await screen.findByRole('link', { name: 'An entrepreneur who has since left' }),
    ).toBeVisible()
  })

  it('is narrowed by status, which stays in the address', async () => {
    show('tab=matches')
    expect(await screen.findByText('No matches yet')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Matched')
    await waitFor(() => expect(api.requests.at(-1)?.path).toBe(`${matches}?status=succeeded`))
    expect(window.location.search).toBe('?tab=matches&status=succeeded')
    expect(await screen.findByText('No matches have this status')).toBeVisible()
  })
})

const list = (canOffer = true) =>
  renderPage(<PersonIntroductions userId={3} canOffer={canOffer} />, '/admin/users?open=3')
const offer = () => screen.queryByRole('link', { name: 'Offer an Introduction' })

describe('the introductions of a person', () => {
  it('lead to the details, and to one more once no introduction is open', async () => {
    const ended = fakeMatch({ state: 'ended', endedBecause: 'withdrawn', need: null })
    api.routes[`GET ${matches}`] = ({ url }) => {
      expect(url.searchParams.get('partner')).toBe('3')
      return fakePage([ended])
    }
    list()
    const link = await screen.findByRole('link', { name: 'Ana Rivera' })
    expect(link).toHaveAttribute('href', '/admin/matching?tab=matches&open=12')
    expect(offer()).toHaveAttribute('href', '/admin/matching?offer=3')
  })

  it('offer no other one while one is open, or to who is not approved', async () => {
    api.routes[`GET ${matches}`] = () => fakePage([fakeMatch()])
    const { unmount } = list()
    expect(await screen.findByText('Finding a time')).toBeVisible()
    expect(offer()).toBeNull()
    unmount()
    api.routes[`GET ${matches}`] = () => fakePage([])
    list(false)
    expect(await screen.findByText('None yet')).toBeVisible()
    expect(offer()).toBeNull()
  })

  it('say so when they can’t be loaded', async () => {
    api.routes[`GET ${matches}`] = () => fakeRefusal(503, 'The portal is busy.')
    list()
    expect(await screen.findByText('The introductions could not be loaded')).toBeVisible()
  })
})
