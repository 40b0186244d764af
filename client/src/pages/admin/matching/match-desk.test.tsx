import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MatchDesk, TodaysMeeting } from '@shared/match-desk'
import type { MatchNeed, Need } from '@shared/matches'
import { PersonIntroductions } from '@/features/matches/person-introductions'
import {
  fakePage,
  fakeRefusal,
  installFakeApi,
  pressInToast,
  shownToast,
} from '@tests/support/client/fake-api'
import {
  deskNow,
  fakeDesk,
  fakeEntrepreneur,
  fakeEntry,
  fakeMatch,
  fakeMeetingOver,
  fakeSuggestion,
  fakeTodaysMeeting,
  tuesday,
  wednesday,
} from '@tests/support/client/fake-matches'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { MatchingPage } from './matching-page'

const api = installFakeApi()
let desk: MatchDesk
let meetings: TodaysMeeting[]

const show = (query = '') => renderPage(<MatchingPage />, `/admin/matching${query}`)
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

// By its label: there are 160 of them, and roles take long to find.
const choose = async (name: RegExp) => userEvent.click(await screen.findByLabelText(name))
const send = async () => {
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Offer Times' }))
}

describe('the desk', () => {
  beforeEach(() => {
    vi.setSystemTime(deskNow)
    desk = fakeDesk()
    meetings = []
    api.routes = {
      'GET /api/admin/match-desk': () => ({ body: desk }),
      'GET /api/admin/todays-meetings': () => ({ body: meetings }),
      'GET /api/admin/match-calendar': { body: [] },
      'GET /api/admin/settings/meetings': {
        body: { room: 'https://zoom.example/j/1', minutes: 45 },
      },
      'GET /api/admin/entrepreneurs': () => fakePage([fakeEntrepreneur()]),
      'GET /api/admin/audit-events': () => fakePage([]),
    }
  })
  afterEach(() => vi.useRealTimers())

  describe('the desk', () => {
    it('says what needs the administrator, since when, and what is late', async () => {
      const since = '2026-11-22T15:00:00.000Z'
      const late = { kind: 'call-for-times', of: 'both', since, due: since } as const
      desk = fakeDesk({ needsYou: [fakeMatch({ id: 9, need: late }), fakeMeetingOver()] })
      show()
      const rows = (await section('Needs You')).getAllByRole('listitem')
      expect(rows[0]).toHaveTextContent('Late. No answer: call Jordan and Ana · 3 days')
      expect(rows[1]).toHaveTextContent('The meeting is over: did it take place? · under 1 hour')
      expect(rows[1]).not.toHaveTextContent('Late')
      expect(screen.getByText('You’re not waiting for anyone right now.')).toBeVisible()
    })

    it.each<[MatchNeed, Need['of'], boolean, string]>([
      ['call-for-times', 'both', true, 'No answer: call Jordan and Ana'],
      ['call-for-times', 'both', false, 'No answer: call Ana, email Jordan'],
      ['call-for-times', 'partner', false, 'No answer: email Jordan'],
      ['call-for-answer', 'partner', false, 'No answer since the meeting: email Jordan'],
      ['call-for-answer', 'entrepreneur', false, 'No answer since the meeting: call Ana'],
      [
        'undelivered',
        'both',
        true,
        'Our email didn’t reach Jordan and Ana: call them, or correct the address',
      ],
      [
        'undelivered',
        'both',
        false,
        'Our email didn’t reach Jordan and Ana: call Ana, or correct the address',
      ],
      ['undelivered', 'partner', false, 'Our email didn’t reach Jordan: correct the address'],
    ])('says how to reach whom, by what they agreed to: %s of %s, calls %s', async (...row) => {
      const [kind, of, mayBeCalled, words] = row
      const match = fakeMatch({
        partner: { ...fakeMatch().partner, mayBeCalled },
        need: { kind, of, since: '2026-11-22T15:00:00.000Z', due: null },
      })
      desk = fakeDesk({ needsYou: [match] })
      show()
      const [shown] = (await section('Needs You')).getAllByRole('listitem')
      expect(shown).toHaveTextContent(`${words} · 3 days`)
    })

    it('offers what can be done: phone numbers only where someone agreed to calls', async () => {
      const since = '2026-11-25T14:00:00.000Z'
      const needing = (id: number, kind: MatchNeed, more = {}) =>
        fakeMatch({ id, need: { kind, of: 'partner', since, due: null }, ...more })
      const partner = { ...fakeMatch().partner, mayBeCalled: false }
      desk = fakeDesk({
        needsYou: [
          needing(1, 'call-for-times'),
          needing(2, 'call-for-times', { partner }),
          needing(3, 'record-meeting'),
          needing(4, 'video-link', { state: 'booked' }),
        ],
      })
      show()
      const needs = await section('Needs You')
      const buttons = needs.getAllByRole('button').map((button) => button.textContent)
      expect(buttons.filter((_name, index) => index % 2 === 1)).toEqual([
        'See Phone Numbers',
        'Show Details',
        'Record Outcome',
        'Add Link',
      ])
      expect(needs.getByText('Needs a video link · 1 hour')).toBeVisible()
    })

    it('begins with today’s meetings: the way in, whom to call, and what became of them', async () => {
      const over = fakeTodaysMeeting({
        id: 13,
        startsAt: '2026-11-25T14:00:00.000Z',
        endsAt: '2026-11-25T14:45:00.000Z',
      })
      meetings = [over, fakeTodaysMeeting(), fakeTodaysMeeting({ id: 14, joinLink: null })]
      api.routes['POST /api/admin/matches/13/met'] = ({ body }) => {
        expect(body).toEqual({ basedOn: over.basedOn })
        meetings = meetings.slice(1)
        return { body: fakeMatch({ id: 13, state: 'met' }) }
      }
      show()
      const today = await section('Today’s Meetings')
      const rows = today.getAllByRole('listitem')
      expect(rows[0]).toHaveTextContent('9:00 AM EST, over: Jordan and Ana')
      expect(rows[1]).toHaveTextContent('10:06 AM EST, in 6 min: Jordan and Ana')
      expect(rows[1]).toHaveTextContent('Jordan Lee · 5:06 AM HST · didn’t agree to calls')
      expect(rows[1]).toHaveTextContent('Ana Rivera · 8:06 AM MST · (720) 555-0101')
      expect(rows[2]).toHaveTextContent('Needs a video link')
      const hrefs = today.getAllByRole('link').map((link) => link.getAttribute('href'))
      expect(hrefs).toContain('https://zoom.example/j/1')
      expect(hrefs).toContain('/admin/matching?open=13&act=missed')
      expect(hrefs).toContain('/admin/matching?open=14&act=room')
      await press('It Took Place: Jordan and Ana')
      await waitFor(() => expect(shownToast()).toEqual(['Meeting recorded']))
      await waitFor(() => expect(today.getAllByRole('listitem')).toHaveLength(2))
    })

    it('says who is waited for, and opens the details', async () => {
      desk = fakeDesk({ waitingForThem: [fakeMatch()] })
      api.routes['GET /api/admin/matches/12'] = { body: fakeMatch() }
      show()
      const waiting = await section('Waiting for Them')
      expect(waiting.getByText('Choosing times: Ana · 24 hours')).toBeVisible()
      await press('Jordan Lee and Ana Rivera')
      expect(window.location.search).toBe('?open=12')
      expect(await screen.findByRole('dialog', { name: 'Jordan Lee and Ana Rivera' })).toBeVisible()
    })

    it('opens the form for new times with the details', async () => {
      const since = '2026-11-25T14:00:00.000Z'
      const match = fakeMatch({ need: { kind: 'new-times', of: null, since, due: null } })
      desk = fakeDesk({ needsYou: [match] })
      api.routes['GET /api/admin/matches/12'] = { body: match }
      show()
      await press('Offer New Times: Jordan Lee and Ana Rivera')
      expect(await screen.findByRole('dialog', { name: 'Offer New Times' })).toBeVisible()
      expect(window.location.search).toBe('?open=12&act=new')
    })

    it('suggests who to introduce, and why', async () => {
      const late = fakeSuggestion({
        id: 6,
        name: 'Sam Torres',
        approvedAt: '2026-11-16T14:00:00.000Z',
        score: null,
        timeZone: null,
        missing: ['payment-method', 'email'],
        offers: 1,
      })
      const alone = { ...fakeSuggestion({ id: 5, name: 'Kim Park' }), ready: 0, entrepreneur: null }
      const behind = { ...alone, partner: { ...alone.partner, id: 4 }, ready: 1 }
      desk = fakeDesk({ suggestions: [late, fakeSuggestion(), alone, behind] })
      show()
      const rows = (await section('Waiting for a Match')).getAllByRole('listitem')
      expect(rows[0]).toHaveTextContent(
        /Sam TorresProfile incomplete\. Missing: a payment method and a confirmed email\.2 days late/,
      )
      expect(rows[0]).toHaveTextContent(
        'No score on file, needs 700 · Mountain Time, the partner’s isn’t known',
      )
      expect(rows[0]).toHaveTextContent('Had 1 introduction before')
      expect(rows[1]).toHaveTextContent(/Noor HaddadDay 4 of 7Luis Ortega, Ortega Tiles/)
      expect(rows[1]).toHaveTextContent('Score 742, needs 700 · both Mountain Time')
      expect(rows[2]).toHaveTextContent('No entrepreneur is ready for them')
      expect(rows[3]).toHaveTextContent(
        'No suggestion. Everyone who is ready is suggested to someone',
      )
    })

    it('takes any score where the business does', async () => {
      const { entrepreneur, ...suggestion } = fakeSuggestion({ score: null })
      const anyone = entrepreneur && { ...entrepreneur, minScore: null }
      desk = fakeDesk({ suggestions: [{ ...suggestion, entrepreneur: anyone }] })
      show()
      const words = 'No score on file. This business takes any. · both Mountain Time'
      expect(await screen.findByText(words)).toBeVisible()
    })

    it('is worked through by keys, and their list says which', async () => {
      desk = fakeDesk({ needsYou: [fakeMeetingOver()], suggestions: [fakeSuggestion()] })
      meetings = [fakeTodaysMeeting({ id: 14 })]
      api.routes['GET /api/admin/matches/12'] = { body: fakeMeetingOver() }
      api.routes['POST /api/admin/matches/12/met'] = { body: fakeMatch({ state: 'met' }) }
      show()
      await section('Needs You')
      await userEvent.keyboard('j')
      expect(screen.getByRole('link', { name: 'Jordan and Ana' })).toHaveFocus()
      const followed = vi.fn((event: Event) => event.preventDefault())
      screen.getByRole('link', { name: 'Join: Jordan and Ana' }).addEventListener('click', followed)
      await userEvent.keyboard('m')
      await waitFor(() => expect(followed).toHaveBeenCalledOnce())
      await userEvent.keyboard('j')
      expect(screen.getByRole('button', { name: 'Jordan Lee and Ana Rivera' })).toHaveFocus()
      await userEvent.keyboard('t')
      await screen.findByRole('dialog', { name: 'Jordan Lee and Ana Rivera' })
      await screen.findByRole('button', { name: 'It Took Place' })
      await userEvent.keyboard('t')
      await waitFor(() => expect(api.count('POST /api/admin/matches/12/met')).toBe(1))
      await pressIn('Close')
      await userEvent.keyboard('o')
      expect(await screen.findByRole('dialog', { name: /^Offer Times to Noor/ })).toBeVisible()
      await pressIn('Cancel')
      await userEvent.keyboard('?')
      const list = within(await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' }))
      expect(list.getByText('Join the meeting')).toBeVisible()
      await userEvent.click(list.getByRole('switch'))
      await pressIn('Close')
      await userEvent.keyboard('o')
      expect(screen.queryByRole('dialog')).toBeNull()
    })

    it('says what to do without a mail sender', async () => {
      desk = fakeDesk({ isMailConfigured: false })
      show()
      const words =
        'Email isn’t set up. Call both, book the time they agree to, and give the entrepreneur their link.'
      expect(await screen.findByText(words)).toBeVisible()
    })

    it('can be loaded again when it couldn’t be', async () => {
      api.routes['GET /api/admin/match-desk'] = () => fakeRefusal(503, 'The portal is busy.')
      show()
      expect(await screen.findByText('The desk could not be loaded')).toBeVisible()
      api.routes['GET /api/admin/match-desk'] = () => ({ body: desk })
      await press('Try Again')
      expect(await screen.findByText('Nothing needs you right now.')).toBeVisible()
    })
  })

  describe('an offer', () => {
    const offered = fakeMatch({ canUndo: true, mailsLeaveAt: '2026-11-25T15:01:00.000Z' })
    beforeEach(() => {
      desk = fakeDesk({ suggestions: [fakeSuggestion()] })
    })

    it('is made of a few times, and undone from the toast', async () => {
      api.routes['POST /api/admin/matches'] = ({ body }) => {
        expect(body).toEqual({ partnerId: 7, entrepreneurId: 8, times: [tuesday, wednesday] })
        // As on the server: they have an introduction now.
        desk = fakeDesk({ waitingForThem: [offered] })
        return { status: 201, body: offered }
      }
      api.routes['POST /api/admin/matches/12/undo'] = ({ body }) => {
        expect(body).toEqual({ basedOn: offered.basedOn, ifUntold: true })
        desk = fakeDesk({ suggestions: [fakeSuggestion()] })
        return { body: { ...offered, state: 'ended', endedBecause: 'withdrawn', need: null } }
      }
      show()
      await press('Offer times to Noor Haddad')
      expect(window.location.search).toBe('?offer=7')
      await choose(/^Wed, Dec 2, 9:00 AM EST/)
      await choose(/^Tue, Dec 1, 2:00 PM EST/)
      await send()
      const done = ['Times offered', 'The emails about it go out in a minute.']
      await waitFor(() => expect(shownToast()).toEqual(done))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await pressInToast('Undo')
      await waitFor(() => expect(shownToast()).toEqual(['Undone', 'Times offered']))
      expect(
        await screen.findByRole('button', { name: 'Offer times to Noor Haddad' }),
      ).toBeVisible()
    })

    it('keeps what was chosen when it is refused, and says why beside the field', async () => {
      const clash =
        'Kim Park and Eva Novak meet on Tue, Dec 1, 2:00 PM EST. Please choose another time.'
      api.routes['POST /api/admin/matches'] = () => {
        // Someone else was introduced to them, too.
        desk = fakeDesk()
        return { status: 409, body: { message: clash, code: 'conflict', errors: { times: clash } } }
      }
      show('?offer=7')
      await send()
      expect(await screen.findByText('Please choose at least one time.')).toBeVisible()
      await choose(/^Tue, Dec 1, 2:00 PM EST/)
      await send()
      expect(await screen.findByText(clash)).toBeVisible()
      const chosen = screen.getByLabelText(/^Tue, Dec 1, 2:00 PM EST/)
      expect(chosen).toHaveAttribute('aria-pressed', 'true')
    })

    it('needs a reason after two, and takes another meeting link', async () => {
      desk = fakeDesk({ suggestions: [fakeSuggestion({ offers: 2, missing: ['terms'] })] })
      api.routes['POST /api/admin/matches'] = ({ body }) => {
        const more = { link: 'https://zoom.example/j/2', reason: 'Both were no fit' }
        expect(body).toEqual({ partnerId: 7, entrepreneurId: 8, times: [tuesday], ...more })
        return { status: 201, body: offered }
      }
      show('?offer=7')
      expect(await screen.findByText(/You can still make this offer/)).toBeVisible()
      await choose(/^Tue, Dec 1, 2:00 PM EST/)
      fill(/^Meeting link/, 'zoom.example')
      await send()
      expect(await screen.findByText('Please give a reason.')).toBeVisible()
      expect(
        screen.getByText('Please enter a meeting link that begins with https://.'),
      ).toBeVisible()
      fill('Why another introduction?', 'Both were no fit')
      fill(/^Meeting link/, 'https://zoom.example/j/2')
      await send()
      await waitFor(() => expect(shownToast()).toContain('Times offered'))
    })

    it('can be made to someone who isn’t waiting', async () => {
      const user = { id: 3, firstName: 'Jordan', lastName: 'Lee', status: 'approved' }
      api.routes['GET /api/admin/users'] = () => fakePage([user])
      api.routes['GET /api/admin/matches'] = () => fakePage([fakeMatch({ state: 'succeeded' })])
      show('?offer=3')
      expect(await screen.findByRole('dialog', { name: 'Offer Times to Jordan Lee' })).toBeVisible()
      expect(screen.getByLabelText('Why another introduction?')).toBeVisible()
      expect(await screen.findByRole('option', { name: 'Luis Ortega, Ortega Tiles' })).toBeVisible()
    })
  })
})
const calendar = '/api/admin/match-calendar'
const matches = '/api/admin/matches'

const showTab = (query: string) => renderPage(<MatchingPage />, `/admin/matching?${query}`)
const pressIn = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

const list = (canOffer = true) =>
  renderPage(<PersonIntroductions userId={3} canOffer={canOffer} />, '/admin/users?open=3')
const offer = () => screen.queryByRole('link', { name: 'Offer an Introduction' })

describe('the calendar and the lists', () => {
  beforeEach(() => {
    vi.setSystemTime(deskNow)
    api.routes = {
      'GET /api/admin/match-desk': { body: fakeDesk() },
      'GET /api/admin/todays-meetings': { body: [] },
      'GET /api/admin/audit-events': () => fakePage([]),
      [`GET ${matches}`]: () => fakePage([]),
      [`GET ${matches}/12`]: { body: fakeMatch() },
    }
  })
  afterEach(() => vi.useRealTimers())

  describe('the calendar', () => {
    it('shows two weeks of New York, day by day', async () => {
      api.routes[`GET ${calendar}`] = ({ url }) => {
        expect(url.searchParams.get('from')).toBe('2026-11-25T05:00:00.000Z')
        expect(url.searchParams.get('to')).toBe('2026-12-09T05:00:00.000Z')
        const late = { startsAt: '2026-12-02T01:00:00.000Z', endsAt: '2026-12-02T01:45:00.000Z' }
        return { body: [fakeEntry(), fakeEntry({ ...late, matchId: 13, isBooked: false })] }
      }
      showTab('tab=calendar')
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
      showTab('tab=calendar')
      await pressIn('Later')
      expect(screen.getAllByRole('heading', { level: 3 })).not.toHaveLength(0)
      expect(window.location.search).toBe('?tab=calendar&from=2026-12-09')
      await pressIn('Today')
      expect(window.location.search).toBe('?tab=calendar')
      await pressIn('Jordan Lee and Ana Rivera')
      expect(window.location.search).toBe('?tab=calendar&open=12')
      expect(await screen.findByRole('dialog', { name: 'Jordan Lee and Ana Rivera' })).toBeVisible()
    })

    it('can be loaded again', async () => {
      api.routes[`GET ${calendar}`] = () => fakeRefusal(503, 'The portal is busy.')
      showTab('tab=calendar')
      expect(await screen.findByText('The calendar could not be loaded')).toBeVisible()
      api.routes[`GET ${calendar}`] = { body: [] }
      await pressIn('Try Again')
      expect(await screen.findAllByText('Nothing planned')).toHaveLength(14)
    })
  })

  describe('the list of all matches', () => {
    const booked = fakeMatch({ id: 12, state: 'booked', startsAt: tuesday, need: null })
    const ended = fakeMatch({ id: 11, state: 'ended', endedBecause: 'partner-gone', need: null })

    it('says how far each has got, and opens one', async () => {
      api.routes[`GET ${matches}`] = () => fakePage([booked, ended])
      showTab('tab=matches')
      await screen.findAllByText('Jordan Lee')
      const [, first, second] = screen.getAllByRole('row')
      expect(first).toHaveTextContent(/Jordan Lee.*Ana Rivera.*Booked.*Tue, Dec 1, 2:00 PM EST/)
      expect(second).toHaveTextContent(/Ended.*The partner is no longer in the program/)
      expect(screen.getByText('2 matches')).toBeVisible()
      const [button] = screen.getAllByRole('button', { name: 'Jordan Lee' })
      if (button) await userEvent.click(button)
      expect(window.location.search).toBe('?tab=matches&open=12')
      await screen.findByRole('dialog', { name: 'Jordan Lee and Ana Rivera' })
      await pressIn('Close')
      await waitFor(() => expect(window.location.search).toBe('?tab=matches'))
    })

    it('begins with a capital letter where the entrepreneur has left', async () => {
      const left = fakeMatch({ state: 'succeeded', entrepreneur: null, need: null })
      api.routes[`GET ${matches}`] = () => fakePage([left])
      showTab('tab=matches')
      expect(await screen.findByText('An entrepreneur who has since left')).toBeVisible()
      list()
      expect(
        await screen.findByRole('link', { name: 'An entrepreneur who has since left' }),
      ).toBeVisible()
    })

    it('is searched by either name', async () => {
      showTab('tab=matches')
      await screen.findByText('No matches yet')
      fill('Search by either name', 'rivera')
      await waitFor(() => expect(api.requests.at(-1)?.path).toBe(`${matches}?search=rivera`))
      expect(window.location.search).toBe('?tab=matches&search=rivera')
    })

    it('is narrowed by status, which stays in the address', async () => {
      showTab('tab=matches')
      expect(await screen.findByText('No matches yet')).toBeVisible()
      await userEvent.selectOptions(screen.getByLabelText('Status'), 'Matched')
      await waitFor(() => expect(api.requests.at(-1)?.path).toBe(`${matches}?status=succeeded`))
      expect(window.location.search).toBe('?tab=matches&status=succeeded')
      expect(await screen.findByText('No matches found')).toBeVisible()
    })
  })

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
})
