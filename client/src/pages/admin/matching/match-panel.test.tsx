import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Match } from '@shared/matches'
import {
  fakePage,
  fakeRefusal,
  holdFetch,
  installFakeApi,
  pressInToast,
  shownToast,
} from '@tests/support/client/fake-api'
import {
  deskNow,
  fakeDesk,
  fakeMatch,
  fakeMeetingOver,
  tuesday,
  wednesday,
} from '@tests/support/client/fake-matches'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { MatchingPage } from './matching-page'
import { alreadyToldCode } from '@shared/error-codes'
import { DecisionKeys } from '@/app/decision-keys'
import { request } from '@/lib/http'

const api = installFakeApi()
const path = '/api/admin/matches/12'
let match: Match
const basedOn = fakeMatch().basedOn
const later = '2026-11-25T15:00:00.000001Z'
async function show(shown: Match, asked = '') {
  match = shown
  renderPage(<MatchingPage />, `/admin/matching?open=12${asked && `&act=${asked}`}`)
  return within(await screen.findByRole('dialog', { name: 'Jordan Lee and Ana Rivera' }))
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const submit = (dialog: ReturnType<typeof within>, name: string) =>
  userEvent.click(dialog.getByRole('button', { name }))
const choose = async (name: RegExp) => fireEvent.click(await screen.findByLabelText(name))
/** Answers a step, as the server does, with the introduction as it is from then on. */
function takes(call: string, body: object, changes: Partial<Match>) {
  api.routes[call] = (made) => {
    expect(made.body).toEqual(body)
    match = { ...match, ...changes, basedOn: later, canUndo: true }
    return { body: match }
  }
}

describe('the panel of an introduction', () => {
  beforeEach(() => {
    vi.setSystemTime(deskNow)
    match = fakeMatch()
    api.routes = {
      [`GET ${path}`]: () => ({ body: match }),
      'GET /api/admin/match-desk': { body: fakeDesk() },
      'GET /api/admin/todays-meetings': { body: [] },
      'GET /api/admin/match-calendar': { body: [] },
      'GET /api/admin/settings/meetings': { body: { room: '', minutes: 45 } },
      'GET /api/admin/audit-events': () => fakePage([]),
    }
  })

  afterEach(() => vi.useRealTimers())

  describe('a step', () => {
    it('records that the meeting took place, and is undone from the toast', async () => {
      const mailsLeaveAt = '2026-11-25T15:01:00.000Z'
      takes(`POST ${path}/met`, { basedOn }, { state: 'met', mailsLeaveAt })
      await show(fakeMeetingOver())
      await press('It Took Place')
      const done = ['Meeting recorded', 'The emails about it go out in a minute.']
      await waitFor(() => expect(shownToast()).toEqual(done))
      expect(await screen.findByRole('button', { name: 'Undo Last Step' })).toBeVisible()
      expect(screen.queryByRole('button', { name: 'It Took Place' })).toBeNull()
      takes(
        `POST ${path}/undo`,
        { basedOn: later, ifUntold: true },
        { state: 'booked', mailsLeaveAt: null },
      )
      await pressInToast('Undo')
      await waitFor(() => expect(shownToast()).toEqual(['Undone', 'Meeting recorded']))
      expect(await screen.findByRole('button', { name: 'It Took Place' })).toBeVisible()
    })

    it('about a meeting can be recorded from its start on, on a panel that was opened before', async () => {
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: deskNow })
      await show(fakeMatch({ state: 'booked', startsAt: tuesday, endsAt: wednesday }))
      expect(screen.queryByRole('button', { name: 'It Took Place' })).toBeNull()
      act(() => void vi.advanceTimersByTime(Date.parse(tuesday) + 60_000 - Date.now()))
      expect(screen.getByRole('button', { name: 'It Took Place' })).toBeVisible()
      expect(screen.queryByRole('button', { name: 'Book an Agreed Time' })).toBeNull()
    })

    it('that comes too late shows what has changed', async () => {
      const message = 'This has changed since. Please look again.'
      api.routes[`POST ${path}/met`] = () => {
        match = { ...match, state: 'met', basedOn: later }
        return { status: 409, body: { message, code: 'conflict', current: match } }
      }
      await show(fakeMeetingOver())
      await press('It Took Place')
      expect(await screen.findByText('This introduction has changed')).toBeVisible()
      expect(shownToast()).toEqual(['Nothing was changed', message])
      expect(screen.getByText('Deciding')).toBeVisible()
      expect(screen.queryByRole('button', { name: 'It Took Place' })).toBeNull()
    })

    it('records why it didn’t happen, with new times or without', async () => {
      takes(
        `PUT ${path}/times`,
        { basedOn, times: [], isAgreed: false, missing: 'connection' },
        { state: 'arranging', startsAt: null, endsAt: null },
      )
      await show(fakeMeetingOver())
      await press('It Didn’t Happen')
      const dialog = within(await screen.findByRole('dialog', { name: 'It Didn’t Happen' }))
      await submit(dialog, 'Record Outcome')
      expect(await dialog.findByText('Please choose why.')).toBeVisible()
      const why = dialog.getByLabelText('Why not?')
      expect(
        within(why)
          .getAllByRole('option')
          .map((option) => option.textContent),
      ).toEqual([
        'Choose',
        'Jordan didn’t come',
        'Ana didn’t come',
        'Neither of them came',
        'We didn’t come',
        'Technical trouble',
      ])
      await userEvent.selectOptions(why, 'Technical trouble')
      await submit(dialog, 'Record Outcome')
      await waitFor(() => expect(shownToast()).toEqual(['Recorded that it didn’t happen']))
      await waitFor(() => expect(window.location.search).toBe('?open=12'))
    })

    it('offers new times', async () => {
      const times = [tuesday, wednesday]
      takes(`PUT ${path}/times`, { basedOn, times, isAgreed: false }, { offeredTimes: times })
      await show(fakeMatch(), 'new')
      const dialog = within(await screen.findByRole('dialog', { name: 'Offer New Times' }))
      await submit(dialog, 'Offer New Times')
      expect(await dialog.findByText('Please choose at least one time.')).toBeVisible()
      await choose(/^Wed, Dec 2, 9:00 AM EST/)
      await choose(/^Tue, Dec 1, 2:00 PM EST/)
      await submit(dialog, 'Offer New Times')
      await waitFor(() => expect(shownToast()).toEqual(['New times offered']))
    })

    it('books the time that both agreed to, on the second try as it is by then', async () => {
      const message = 'This has changed since. Please look again.'
      api.routes[`PUT ${path}/times`] = () => {
        match = { ...match, basedOn: later }
        return { status: 409, body: { message, code: 'conflict', current: match } }
      }
      await show(fakeMatch(), 'agreed')
      const dialog = within(await screen.findByRole('dialog', { name: 'Book an Agreed Time' }))
      await choose(/^Tue, Dec 1, 2:00 PM EST/)
      await submit(dialog, 'Book This Time')
      expect(await dialog.findByText(message)).toBeVisible()
      expect(dialog.getByText('This introduction has changed')).toBeVisible()
      const body = { basedOn: later, times: [tuesday], isAgreed: true }
      takes(`PUT ${path}/times`, body, { state: 'booked', startsAt: tuesday })
      await submit(dialog, 'Book This Time')
      await waitFor(() => expect(shownToast()).toEqual(['Meeting booked']))
    })

    it('says beside the field whose meeting is at that hour, and not that something changed', async () => {
      const clash =
        'Kim Park and Eva Novak meet on Tue, Dec 1, 2:00 PM EST. Please choose another time.'
      api.routes[`PUT ${path}/times`] = () => ({
        status: 409,
        body: { message: clash, code: 'conflict', errors: { times: clash }, current: match },
      })
      await show(fakeMatch(), 'agreed')
      const dialog = within(await screen.findByRole('dialog', { name: 'Book an Agreed Time' }))
      await choose(/^Tue, Dec 1, 2:00 PM EST/)
      await submit(dialog, 'Book This Time')
      expect(await dialog.findByText(clash)).toBeVisible()
      expect(dialog.queryByText('This introduction has changed')).toBeNull()
      expect(dialog.getByLabelText('Remove Tue, Dec 1, 2:00 PM EST')).toBeVisible()
    })

    it('records a no from a call', async () => {
      const ended = { state: 'ended', endedBecause: 'entrepreneur-declined', need: null } as const
      takes(`POST ${path}/end`, { basedOn, because: 'entrepreneur-declined' }, ended)
      await show(fakeMatch({ state: 'met' }))
      await press('Record a No')
      await press('Record and End')
      expect(await screen.findByText('Please choose who said no.')).toBeVisible()
      await userEvent.selectOptions(screen.getByLabelText('Who said no?'), 'Ana')
      await press('Record and End')
      await waitFor(() => expect(shownToast()).toEqual(['Recorded, and ended']))
      expect(await screen.findByText('The entrepreneur said no')).toBeVisible()
    })

    it('ends it once that was confirmed', async () => {
      const asked = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true)
      vi.stubGlobal('confirm', asked)
      const ended = { state: 'ended', endedBecause: 'withdrawn', need: null } as const
      takes(`POST ${path}/end`, { basedOn, because: 'withdrawn' }, ended)
      await show(fakeMatch({ state: 'succeeded', need: null }))
      await press('End')
      expect(api.count(`POST ${path}/end`)).toBe(0)
      await press('End')
      await waitFor(() => expect(shownToast()).toEqual(['Introduction ended']))
      expect(asked).toHaveBeenCalledWith(
        expect.stringMatching(/^End the introduction of Jordan Lee and Ana Rivera\?/),
      )
    })

    it.each([true, false])(
      'offers a new link where the server makes one: %s',
      async (canRenewLink) => {
        const panel = await show(fakeMatch({ state: 'succeeded', need: null, canRenewLink }))
        expect(panel.queryAllByRole('button', { name: 'New Link' })).toHaveLength(
          Number(canRenewLink),
        )
      },
    )

    it('makes a new link once that was confirmed, and shows it', async () => {
      const asked = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true)
      vi.stubGlobal('confirm', asked)
      const link = 'https://portal.example/meet#token=new'
      api.routes[`POST ${path}/link`] = () => {
        match = { ...match, link }
        return { body: { link } }
      }
      const panel = await show(fakeMatch())
      expect(panel.getByText('https://portal.example/meet#token=abc')).toBeVisible()
      await press('New Link')
      expect(api.count(`POST ${path}/link`)).toBe(0)
      await press('New Link')
      await waitFor(() => expect(shownToast()).toEqual(['New link made']))
      expect(panel.getByText(link)).toBeVisible()
    })
  })

  describe('the details of an introduction', () => {
    it('say who said what, how to reach them, and what is missing', async () => {
      const { partner, entrepreneur } = fakeMatch().sides
      const sides = {
        partner: { ...partner, note: 'Or any Friday', missing: ['terms'] },
        entrepreneur: entrepreneur && { ...entrepreneur, chosenTimes: [] },
      }
      const uncalled = { ...fakeMatch().partner, mayBeCalled: false }
      const panel = await show(fakeMatch({ sides, partner: uncalled }))
      expect(panel.getByText('Chosen by Jordan')).toBeVisible()
      expect(panel.queryByText(/no one|No answers yet/)).toBeNull()
      const jordan = within(panel.getByRole('region', { name: 'Partner' }))
      expect(jordan.getByText('Tue, Dec 1, 2:00 PM EST')).toBeVisible()
      expect(jordan.getByText('“Or any Friday”')).toBeVisible()
      expect(jordan.getByText('(303) 555-0100')).toBeVisible()
      expect(jordan.queryByRole('link', { name: '(303) 555-0100' })).toBeNull()
      expect(jordan.getByText('Didn’t agree to calls: email them instead')).toBeVisible()
      expect(jordan.getByText('Profile incomplete. Missing: the current terms.')).toBeVisible()
      expect(jordan.getByText('Allowed')).toBeVisible()
      const ana = within(panel.getByRole('region', { name: 'Entrepreneur' }))
      const call = ana.getByRole('link', { name: '(720) 555-0101' })
      expect(call).toHaveAttribute('href', 'tel:+17205550101')
      expect(ana.getByText('None of the times work')).toBeVisible()
      expect(ana.getByText('Not said yet')).toBeVisible()
      expect(ana.getByText('Mountain Time (Denver)')).toBeVisible()
    })

    it('say once that no one has answered', async () => {
      const { partner, entrepreneur } = fakeMatch().sides
      const sides = { partner: { ...partner, chosenTimes: null }, entrepreneur }
      const panel = await show(fakeMatch({ sides }))
      expect(panel.getByText('No answers yet')).toBeVisible()
    })

    it('lead the host into the room, and count down to the emails', async () => {
      const mailsLeaveAt = '2026-11-25T15:00:40.000Z'
      const panel = await show(fakeMeetingOver({ mailsLeaveAt }))
      const join = panel.getByRole('link', { name: 'Join: Jordan Lee and Ana Rivera' })
      expect(join).toHaveAttribute('href', 'https://zoom.example/j/1')
      expect(panel.getByText('4:00 AM HST for Jordan')).toBeVisible()
      expect(panel.getByText(/^Emails go out in (40|39) seconds\.$/)).toBeVisible()
    })

    it('show the video link, which can be another one for this meeting', async () => {
      const link = 'https://zoom.example/j/2'
      takes(`PUT ${path}/room`, { link }, { room: { link, isOwn: true } })
      const panel = await show(fakeMatch({ room: { link: null, isOwn: false } }))
      const video = within(panel.getByRole('region', { name: 'Video Link' }))
      expect(video.getByText('None yet')).toBeVisible()
      await userEvent.click(video.getByRole('button', { name: 'Add Link' }))
      expect(window.location.search).toBe('?open=12&act=room')
      const dialog = within(await screen.findByRole('dialog', { name: 'Video Link' }))
      fill(/^Meeting link/, 'zoom.example')
      await submit(dialog, 'Save Link')
      const problem = 'Please enter a meeting link that begins with https://.'
      expect(await dialog.findByText(problem)).toBeVisible()
      fill(/^Meeting link/, link)
      await submit(dialog, 'Save Link')
      expect(await video.findByText(link)).toBeVisible()
      expect(video.getByText('For this meeting only')).toBeVisible()
    })

    it('hold the trail', async () => {
      const event = {
        id: 1,
        at: '2026-11-24T15:00:00.000Z',
        action: 'match.times-given',
        object: 'match:12',
        objectName: 'Jordan Lee and Ana Rivera',
        owner: null,
        ip: '127.0.0.1',
        requestId: null,
        details: null,
        decision: null,
        actor: { id: 3, email: 'jordan@partner.example', name: 'Jordan Lee' },
      }
      api.routes['GET /api/admin/audit-events'] = ({ url }) => {
        expect(url.searchParams.get('object')).toBe('match:12')
        return fakePage([event])
      }
      const panel = await show(fakeMatch())
      const trail = within(panel.getByRole('region', { name: 'Trail' }))
      expect(
        await trail.findByText(/^Answered which times work for the introduction/),
      ).toBeVisible()
      expect(trail.getByRole('link', { name: 'Show in Audit Trail' })).toHaveAttribute(
        'href',
        '/admin/audit?object=match%3A12',
      )
    })

    it('say so when there is no such introduction', async () => {
      api.routes[`GET ${path}`] = () => fakeRefusal(404, 'Not found.')
      renderPage(<MatchingPage />, '/admin/matching?open=12')
      expect(await screen.findByText('There is no such introduction')).toBeVisible()
    })

    it('offer nothing more once it has ended', async () => {
      const panel = await show(
        fakeMatch({
          state: 'ended',
          endedBecause: 'partner-declined',
          need: null,
          canRenewLink: false,
        }),
      )
      expect(panel.getByText('The partner said no')).toBeVisible()
      const buttons = panel.getAllByRole('button').map((button) => button.textContent)
      expect(buttons.filter(Boolean)).toEqual([])
    })
  })
})

const undo = `POST ${path}/undo`
const steps = { met: '2026-11-25T15:00:00.000001Z', end: '2026-11-25T15:00:30.000002Z' }
async function showForUndo(shown: Match) {
  match = shown
  renderPage(
    <>
      <MatchingPage />
      <DecisionKeys />
    </>,
    '/admin/matching?open=12',
  )
  await screen.findByRole('dialog')
}
const pressNamed = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const approveZoe = () =>
  request('/api/admin/users/2/status', {
    method: 'PATCH',
    undo: () => ({
      path: 'decisions/31',
      name: 'Approved Zoë',
      where: '/admin/matching',
      tellsSomeone: true,
    }),
  })
/** The panel takes all keys for itself. */
async function pressZ() {
  const panel = within(screen.getByRole('dialog'))
  await userEvent.click(panel.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('z')
}

describe('undoing a step of an introduction', () => {
  beforeEach(() => {
    vi.setSystemTime(deskNow)
    api.routes = {
      [`GET ${path}`]: () => ({ body: match }),
      [undo]: () => ({ body: match }),
      'GET /api/admin/match-desk': { body: fakeDesk() },
      'GET /api/admin/todays-meetings': { body: [] },
      'GET /api/admin/match-calendar': { body: [] },
      'GET /api/admin/settings/meetings': { body: { room: '', minutes: 45 } },
      'GET /api/admin/audit-events': () => fakePage([]),
      'PATCH /api/admin/users/2/status': {},
      'POST /api/admin/decisions/31/undo': {
        body: { undone: [{ kind: 'user', id: 2, name: 'Zoë', status: 'pending' }], mail: 'none' },
      },
    }
    for (const [step, seen] of Object.entries(steps)) {
      api.routes[`POST ${path}/${step}`] = () => {
        match = { ...match, state: step === 'met' ? 'met' : 'ended', basedOn: seen, canUndo: true }
        return { body: match }
      }
    }
  })

  afterEach(() => vi.useRealTimers())

  it('of two steps of one introduction the toast undoes the newest, and Z then the other', async () => {
    vi.stubGlobal('confirm', () => true)
    await showForUndo(fakeMeetingOver())
    await pressNamed('It Took Place')
    await waitFor(() => expect(shownToast()).toEqual(['Meeting recorded']))
    await pressNamed('End')
    await waitFor(() => expect(shownToast()).toEqual(['Introduction ended']))
    await pressInToast('Undo')
    await waitFor(() => expect(shownToast()).toEqual(['Undone', 'Introduction ended']))
    await pressZ()
    await waitFor(() => expect(shownToast()).toEqual(['Undone', 'Meeting recorded']))
    const undone = api.requests.filter((made) => made.path === `${path}/undo`)
    expect(undone.map(({ body }) => body)).toEqual([
      { basedOn: steps.end, ifUntold: true },
      { basedOn: steps.met, ifUntold: true },
    ])
  })

  it.each([
    {
      what: 'was called off',
      answer: { status: 409, body: { code: alreadyToldCode, message: 'Already sent.' } },
    },
    { what: 'failed', answer: fakeRefusal(503, 'The portal is busy.') },
  ])('an undo of an older step that $what leaves the newest act to Z', async ({ answer }) => {
    api.routes[undo] = answer
    const confirm = vi.fn(() => false)
    vi.stubGlobal('confirm', confirm)
    await approveZoe()
    await showForUndo(fakeMatch({ canUndo: true }))
    await pressNamed('Undo Last Step')
    await waitFor(() => expect(confirm.mock.calls.length + shownToast().length).toBeGreaterThan(0))
    await pressZ()
    await waitFor(() => expect(shownToast()).toEqual(['Decision undone', 'Zoë is pending again.']))
    expect(api.count(undo)).toBe(1)
  })

  it('a double click on Undo Last Step undoes one step', async () => {
    await showForUndo(fakeMatch({ canUndo: true }))
    const answer = holdFetch(`${path}/undo`)
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Undo Last Step' }))
    answer()
    await waitFor(() => expect(shownToast()[0]).toBe('Undone'))
    expect(api.count(undo)).toBe(1)
  })
})
