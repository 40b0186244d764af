import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MatchDesk, MatchNeed, Need } from '@shared/matches'
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
  fakeMatch,
  fakeMeetingOver,
  fakeSuggestion,
  tuesday,
  wednesday,
} from '@tests/support/client/fake-matches'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { MatchingPage } from './matching-page'

const api = installFakeApi()
let desk: MatchDesk

beforeEach(() => {
  vi.setSystemTime(deskNow)
  desk = fakeDesk()
  api.routes = {
    'GET /api/admin/match-desk': () => ({ body: desk }),
    'GET /api/admin/match-calendar': { body: [] },
    'GET /api/admin/settings/meetings': { body: { room: 'https://zoom.example/j/1', minutes: 45 } },
    'GET /api/admin/entrepreneurs': () => fakePage([fakeEntrepreneur()]),
    'GET /api/admin/audit-events': () => fakePage([]),
  }
})
afterEach(() => vi.useRealTimers())

const show = (query = '') => renderPage(<MatchingPage />, `/admin/matching${query}`)
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

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
    expect(rows[0]).toHaveTextContent(/Sam Torres9 days of 7/)
    expect(rows[0]).toHaveTextContent(
      'No score recorded, needs 700 · Mountain Time, the partner’s isn’t known',
    )
    expect(rows[0]).toHaveTextContent('Had 1 introduction before')
    expect(rows[0]).toHaveTextContent(
      'Profile incomplete. Missing: a payment method and a confirmed email.',
    )
    expect(rows[1]).toHaveTextContent(/Noor Haddad4 days of 7Luis Ortega, Ortega Tiles/)
    expect(rows[1]).toHaveTextContent('Score 742, needs 700 · both Mountain Time')
    expect(rows[2]).toHaveTextContent('No entrepreneur is ready for them')
    expect(rows[3]).toHaveTextContent(
      'No suggestion. Everyone who is ready is suggested to someone',
    )
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

// By its label: there are 160 of them, and roles take long to find.
const choose = async (name: RegExp) => userEvent.click(await screen.findByLabelText(name))
const send = async () => {
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Offer Times' }))
}

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
    expect(await screen.findByRole('button', { name: 'Offer times to Noor Haddad' })).toBeVisible()
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
    expect(screen.getByText('Please enter a meeting link that begins with https://.')).toBeVisible()
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
