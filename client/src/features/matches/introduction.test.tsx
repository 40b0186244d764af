import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Phase } from '@shared/introduction-words'
import { timesRequest, type OwnMatch } from '@shared/matches'
import { describeMeetingTime } from '@shared/meeting-time'
import { SiteHeader } from '@/app/site-header'
import { IntroductionPanel } from '@/pages/dashboard/introduction-panel'
import { MeetPage } from '@/pages/site/meet-page'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeOwnMatch, fakePartner } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { describeAhead } from './match-times'

const api = installFakeApi()
const now = '2026-11-28T15:00:00.000Z'
const startsAt = '2026-12-01T20:00:00.000Z'
const endsAt = '2026-12-01T20:45:00.000Z'
const token = 't'.repeat(43)
const jordan = { firstName: 'Jordan', business: null, approvedAt: '2026-11-19T16:00:00.000Z' }

/** The clock goes on to a moment, and with it the timers of the page. */
const passUntil = (moment: string) =>
  act(async () => vi.advanceTimersByTime(Date.parse(moment) - Date.now()))

/** An approved partner's panel. */
async function show(match: OwnMatch | null) {
  api.routes['GET /api/match'] = { body: match }
  const user = fakePartner({ status: 'approved', statusAt: '2026-11-24T16:00:00.000Z' })
  const view = renderPage(<IntroductionPanel user={user} openSteps={['email']} />, '/dashboard')
  const panel = screen.getByRole('region', { name: 'Your Introduction' })
  await waitFor(() => expect(panel).toHaveTextContent(/entrepreneur|Ana|introduction won|declined/))
  return { ...view, panel }
}

async function showByLink(overrides: Partial<OwnMatch> = {}) {
  const meeting = {
    ...fakeOwnMatch({ other: jordan, ...overrides }),
    firstName: 'Ana',
    timeZone: 'America/Denver',
    isRecordingAllowed: null,
  }
  api.routes['GET /api/meeting'] = { body: meeting }
  const view = renderPage(<MeetPage />, `/meet#token=${token}`)
  await screen.findByText(/Hi Ana/)
  return { ...view, meeting }
}

const button = (name: string) => screen.getByRole('button', { name })

const met = { state: 'met', startsAt, endsAt } as const

describe('an introduction', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    api.routes['GET /api/profile-completion'] = { body: { percent: 100, steps: [] } }
  })
  afterEach(() => vi.useRealTimers())

  describe('a partner', () => {
    it('who waits reads by when they meet someone, and that their email is to be confirmed', async () => {
      const { panel } = await show(null)
      expect(panel).toHaveTextContent(
        'We’re finding an entrepreneur for you. You’ll meet by Tue, Dec 1.',
      )
      const toSteps = within(panel).getByRole('link', { name: 'Confirm your email' })
      expect(toSteps).toHaveAttribute('href', '#steps')
    })

    it('chooses every time that works', async () => {
      const { user, panel } = await show(fakeOwnMatch())
      expect(panel).toHaveTextContent('Meet Ana, Rivera Bakery')
      expect(panel).toHaveTextContent(/A bakery that supplies 14 cafés\..*Looking for\$40,000/)
      await user.click(button('Send My Times'))
      const times = within(panel).getByRole('group', { name: /^Which times work for you/ })
      await waitFor(() =>
        expect(times).toHaveAccessibleDescription(/^Please choose at least one time/),
      )
      await waitFor(() => expect(within(times).getAllByRole('checkbox')[0]).toHaveFocus())
      api.routes['PUT /api/match/times'] = ({ body }) => ({
        body: fakeOwnMatch({ chosenTimes: timesRequest.pick({ times: true }).parse(body).times }),
      })
      const [first] = within(panel).getAllByRole('checkbox')
      if (first) await user.click(first)
      await user.click(button('Send My Times'))
      await within(panel).findByText(/We’ll book the first time that works for both/)
      expect(api.requests.at(-1)?.body).toMatchObject({
        basedOn: '2026-11-24T15:00:00.000000Z',
        times: ['2026-12-01T20:00:00.000Z'],
      })
      await user.click(button('Change My Times'))
      expect(within(panel).getAllByRole('checkbox')[0]).toBeChecked()
    })

    it('with no time that works says when would be better', async () => {
      const { user, panel } = await show(fakeOwnMatch())
      api.routes['PUT /api/match/times'] = {
        body: fakeOwnMatch({ chosenTimes: [], newTimes: 'finding' }),
      }
      await user.click(button('None of These Work'))
      await user.type(screen.getByLabelText(/When would be better/), 'Evenings')
      await user.click(button('Send'))
      await within(panel).findByText(/We’re finding new times/)
      expect(api.requests.at(-1)?.body).toMatchObject({ times: [], note: 'Evenings' })
    })

    it('whose introduction has changed in the meantime sees it as it is now', async () => {
      const { user, panel } = await show(fakeOwnMatch())
      const current = fakeOwnMatch({ state: 'ended' })
      api.routes['PUT /api/match/times'] = {
        status: 409,
        body: { message: 'It has changed.', code: 'conflict', current },
      }
      const [first] = within(panel).getAllByRole('checkbox')
      if (first) await user.click(first)
      await user.click(button('Send My Times'))
      await within(panel).findByText('This introduction won’t move forward.')
      expect(shownToast()[0]).toBe('This has changed')
    })

    it('joins from shortly before the start, and can say until then that the time doesn’t work', async () => {
      const booked = { state: 'booked', startsAt, endsAt } as const
      const { panel } = await show(fakeOwnMatch(booked))
      expect(panel).toHaveTextContent('In 3 days. The Join button appears here 15 minutes before.')
      expect(panel).toHaveTextContent('This meeting won’t be recorded.')
      expect(button('I Can’t Make This Time')).toBeVisible()
      expect(screen.queryByRole('link', { name: 'Join Meeting' })).toBeNull()
    })

    it('finds the Join button on a page that was opened days before, and where to wait once it is over', async () => {
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(now) })
      const booked = fakeOwnMatch({ state: 'booked', startsAt, endsAt })
      const { panel } = await show(booked)
      const joinLink = 'https://video.example/room'
      api.routes['GET /api/match'] = () => {
        const isOpen = Date.now() >= Date.parse('2026-12-01T19:45:00.000Z')
        return { body: { ...booked, joinLink: isOpen ? joinLink : null } }
      }
      await passUntil('2026-12-01T19:44:59.000Z')
      expect(screen.queryByRole('link', { name: 'Join Meeting' })).toBeNull()
      await passUntil('2026-12-01T19:45:30.000Z')
      expect(await screen.findByRole('link', { name: 'Join Meeting' })).toBeVisible()
      const asked = api.count('GET /api/match')
      await passUntil('2026-12-01T20:46:00.000Z')
      expect(panel).toHaveTextContent('Your meeting was on Tue, Dec 1')
      await passUntil('2026-12-02T20:46:00.000Z')
      // An unattended page must not keep the session alive.
      expect(api.count('GET /api/match')).toBe(asked)
    })

    it('hears how soon the meeting is 15 and 5 minutes before it and when it begins, and at no other minute', async () => {
      const toFake = ['Date', 'setInterval', 'clearInterval'] as const
      vi.useFakeTimers({ toFake: [...toFake], now: new Date('2026-12-01T19:40:00.000Z') })
      await show(fakeOwnMatch({ state: 'booked', startsAt, endsAt }))
      for (const [minute, text] of [
        ['19:44:30'],
        ['19:45:30', 'Starts in 15 minutes.'],
        ['19:50:30'],
        ['19:55:30', 'Starts in 5 minutes.'],
        ['19:58:30'],
        ['20:00:30', 'It has started.'],
      ] as const) {
        await passUntil(`2026-12-01T${minute}.000Z`)
        if (text) await expect.poll(() => window.heard.at(-1)).toBe(text)
      }
      expect(window.heard).toHaveLength(3)
    })

    it('is no longer offered a time that has passed in the meantime', async () => {
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(now) })
      const offered = fakeOwnMatch({ offeredTimes: [startsAt] })
      const { panel } = await show(offered)
      api.routes['GET /api/match'] = { body: { ...offered, offeredTimes: [], newTimes: 'finding' } }
      await passUntil('2026-12-01T18:00:30.000Z')
      expect(await within(panel).findByText(/We’re finding new times/)).toBeVisible()
    })

    it('who may join finds the room, and who to call', async () => {
      vi.setSystemTime(new Date('2026-12-01T19:48:00.000Z'))
      const joinLink = 'https://video.example/room'
      const { panel } = await show(fakeOwnMatch({ state: 'booked', startsAt, endsAt, joinLink }))
      expect(screen.getByRole('link', { name: 'Join Meeting' })).toHaveAttribute('href', joinLink)
      expect(panel).toHaveTextContent('Starts in 12 minutes. Can’t get in? Call')
    })

    it('answers once they have met, and may decline until the other has answered', async () => {
      const { user, panel } = await show(fakeOwnMatch(met))
      expect(document.title).toMatch(/^Your Answer · /)
      expect(panel).toHaveTextContent('You’ve met Ana. Do you want to move forward together?')
      api.routes['PUT /api/match/answer'] = { body: fakeOwnMatch({ ...met, answer: 'accepted' }) }
      await user.click(button('Accept'))
      expect(api.count('PUT /api/match/answer')).toBe(0)
      const sharing = screen.getByRole('alertdialog', {
        name: 'Share your name, email, and phone with Ana?',
      })
      await user.click(within(sharing).getByRole('button', { name: 'Accept' }))
      await within(panel).findByText(/You accepted/)
      expect(document.title).toMatch(/^You Accepted · /)
      api.routes['PUT /api/match/answer'] = { body: fakeOwnMatch({ state: 'ended' }) }
      await user.click(button('Decline'))
      const dialog = screen.getByRole('alertdialog')
      await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
      await within(panel).findByText(/We’ll call you about what comes next/)
    })

    it('declines after the meeting only once that is confirmed', async () => {
      const { user, panel } = await show(fakeOwnMatch(met))
      await user.click(button('Decline'))
      const dialog = screen.getByRole('alertdialog', { name: 'Decline This Introduction?' })
      expect(dialog).toHaveAccessibleDescription(/You can’t take this back\.$/)
      expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeVisible()
      expect(api.count('PUT /api/match/answer')).toBe(0)
      api.routes['PUT /api/match/answer'] = { body: fakeOwnMatch({ state: 'ended' }) }
      await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
      await within(panel).findByText(/We’ll call you about what comes next/)
    })

    it('reads how to reach the other once both accepted', async () => {
      const contacts = {
        firstName: 'Ana',
        lastName: 'Rivera',
        email: 'ana@bakery.example',
        phoneNumber: '3035550177',
      }
      const { panel } = await show(fakeOwnMatch({ state: 'succeeded', startsAt, endsAt, contacts }))
      expect(panel).toHaveTextContent('You and Ana Rivera both accepted.')
      expect(panel).toHaveTextContent('ana@bakery.example')
      expect(panel).toHaveTextContent('Results are not guaranteed')
    })
  })

  describe('an entrepreneur', () => {
    it('changes nothing by opening the link', async () => {
      await showByLink()
      expect(api.requests.every(({ method }) => method === 'GET')).toBe(true)
      expect(screen.getByText(/Meet Jordan, a Credit Partner we approved/)).toBeVisible()
      expect(screen.getByText('Nov 19')).toBeVisible()
    })

    it('proves by the end of their phone number that the link is theirs, and loses nothing typed', async () => {
      const { user, meeting } = await showByLink()
      const [first] = screen.getAllByRole('checkbox')
      if (first) await user.click(first)
      await user.click(button('Send My Times'))
      expect(
        await screen.findByText('Please enter the last 4 digits of your phone number.'),
      ).toBeVisible()
      const wrong = 'These aren’t the last 4 digits of the phone number we have.'
      api.routes['PUT /api/meeting/times'] = {
        status: 400,
        body: { message: wrong, code: 'bad_request', errors: { phoneEnd: wrong } },
      }
      await user.type(screen.getByLabelText(/Last 4 digits/), '1234')
      await user.click(button('Send My Times'))
      expect(await screen.findByText(wrong)).toBeVisible()
      expect(first).toBeChecked()
      api.routes['PUT /api/meeting/times'] = {
        body: { ...meeting, chosenTimes: meeting.offeredTimes },
      }
      await user.click(button('Send My Times'))
      expect(await screen.findByText(/We’ll book the first time/)).toBeVisible()
    })

    it('is told who we are and how to say no, and is offered no sign-up', async () => {
      await showByLink()
      expect(screen.getByText(/^Hi Ana. We’re the .* to meet Jordan\./)).toBeVisible()
      expect(screen.getByText(/You can say no here at any time/)).toBeVisible()
      renderPage(<SiteHeader />, '/meet')
      expect(screen.queryByRole('link', { name: 'Sign Up' })).toBeNull()
    })

    it('whose link is dead reads who to call', async () => {
      renderPage(<MeetPage />, `/meet#token=${token}`)
      expect(await screen.findByText('This link no longer works')).toBeVisible()
    })
  })

  it.each([
    ['2026-12-01T20:00:00Z', 'America/Denver', 'Tue, Dec 1, 1:00 PM MST (3:00 PM EST)'],
    ['2026-12-01T20:00:00Z', 'America/New_York', 'Tue, Dec 1, 3:00 PM EST'],
    ['2026-12-01T20:00:00Z', 'America/Toronto', 'Tue, Dec 1, 3:00 PM EST'],
  ])('%s is shown in %s as %s', (at, zone, text) => {
    expect(describeMeetingTime(new Date(at), zone)).toBe(text)
  })

  it.each([
    ['2026-12-01T19:48:00Z', 'Starts in 12 minutes.'],
    ['2026-12-01T20:01:00Z', 'It has started.'],
    ['2026-12-01T10:00:00Z', 'Today.'],
    ['2026-11-30T20:00:00Z', 'Tomorrow.'],
    ['2026-11-28T20:00:00Z', 'In 3 days.'],
  ])('seen at %s, the meeting is ahead: %s', (at, text) => {
    expect(describeAhead('2026-12-01T20:00:00Z', Date.parse(at), 'America/Denver')).toBe(text)
  })
})
const begins = '2026-11-25T20:00:00.000Z'
const finishes = '2026-11-25T20:45:00.000Z'

const showChanged = () =>
  renderPage(<IntroductionPanel user={fakePartner({ status: 'approved' })} />, '/dashboard')

describe('an introduction that has changed', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) }))
  afterEach(() => {
    vi.useRealTimers()
    sessionStorage.clear()
  })

  it('times are shown where someone answered from last, and an answer says where they are now', async () => {
    api.routes['GET /api/match'] = { body: fakeOwnMatch({ timeZone: 'Pacific/Honolulu' }) }
    const { user } = renderPage(
      <IntroductionPanel user={fakePartner({ status: 'approved' })} />,
      '/dashboard',
    )
    const zoneField = await screen.findByLabelText('Times are in')
    expect(zoneField).toHaveDisplayValue(/^Hawaii.* \(Honolulu\)$/)
    const [first] = screen.getAllByRole('checkbox', { name: /Dec\s1, 10:00\sAM\sHST/ })
    if (first) await user.click(first)
    api.routes['PUT /api/match/times'] = {
      body: fakeOwnMatch({ chosenTimes: [], newTimes: 'finding' }),
    }
    await user.click(screen.getByRole('button', { name: 'Send My Times' }))
    const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
    await waitFor(() => expect(api.requests.at(-1)?.body).toMatchObject({ zone }))
  })

  it('times are shown by another clock once it is chosen, and our mail follows with the next answer', async () => {
    api.routes['GET /api/match'] = { body: fakeOwnMatch({ timeZone: 'America/Denver' }) }
    const { user } = showChanged()
    expect(await screen.findByLabelText(/^Tue, Dec 1, 1:00 PM MST/)).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Times are in'), 'Pacific/Honolulu')
    await user.click(screen.getByLabelText(/^Tue, Dec 1, 10:00 AM HST/))
    api.routes['PUT /api/match/times'] = { body: fakeOwnMatch({ chosenTimes: [] }) }
    await user.click(screen.getByRole('button', { name: 'Send My Times' }))
    await waitFor(() =>
      expect(api.requests.at(-1)?.body).toMatchObject({ zone: 'Pacific/Honolulu' }),
    )
    expect(shownToast()[0]).toBe('Times sent')
  })

  it('digits that were typed once are not asked for again', async () => {
    const meeting = {
      ...fakeOwnMatch({ other: jordan }),
      firstName: 'Ana',
      timeZone: 'America/Denver',
      isRecordingAllowed: null,
    }
    api.routes['GET /api/meeting'] = { body: meeting }
    const { user } = renderPage(<MeetPage />, `/meet#token=${token}`)
    await user.type(await screen.findByLabelText(/Last 4 digits/), '1234')
    await user.click(screen.getByRole('button', { name: 'I Don’t Want This Introduction' }))
    const dialog = within(screen.getByRole('alertdialog'))
    expect(dialog.queryByLabelText(/Last 4 digits/)).toBeNull()
    const wrong = 'These aren’t the last 4 digits of the phone number we have.'
    api.routes['PUT /api/meeting/answer'] = {
      status: 400,
      body: { message: wrong, code: 'bad_request', errors: { phoneEnd: wrong } },
    }
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(await dialog.findByLabelText(/Last 4 digits/)).toHaveValue('1234')
    expect(api.requests.at(-1)?.body).toMatchObject({ answer: 'declined', phoneEnd: '1234' })
  })

  it('what a partner would be paid and sign is shown until they have decided, where it is known', async () => {
    const other = fakeOwnMatch().other
    const business = other.business && { ...other.business, partnerPay: '$400 a month' }
    api.routes['GET /api/match'] = {
      body: fakeOwnMatch({ ...met, other: { ...other, business } }),
    }
    showChanged()
    expect(await screen.findByText('$400 a month')).toBeVisible()
    expect(screen.getByText('$40,000')).toBeVisible()
    expect(screen.queryByText('What you’d sign')).toBeNull()
  })

  it('sent times are shown, and the invitation goes into a calendar', async () => {
    api.routes['GET /api/match'] = {
      body: fakeOwnMatch({ timeZone: 'America/Denver', chosenTimes: [startsAt] }),
    }
    const { unmount } = showChanged()
    expect(await screen.findByText(/^You’re free: Tue, Dec 1, 1:00 PM MST/)).toBeVisible()
    unmount()
    const invitation = 'BEGIN:VCALENDAR'
    api.routes['GET /api/match'] = {
      body: fakeOwnMatch({ state: 'booked', startsAt, endsAt, invitation }),
    }
    showChanged()
    expect(await screen.findByText(/^45 minutes by video with Ana and a member/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add to Calendar' })).toBeVisible()
  })

  it('a link shows how to reach the other with the end of the phone number, also after the page is fetched again', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(now) })
    const meeting = {
      ...fakeOwnMatch({ state: 'succeeded', startsAt: begins, endsAt: finishes }),
      other: jordan,
      firstName: 'Ana',
      isRecordingAllowed: null,
    }
    api.routes['GET /api/meeting'] = { body: meeting }
    const { user } = renderPage(<MeetPage />, `/meet#token=${'t'.repeat(43)}`)
    await screen.findByText(/Hi Ana/)
    expect(screen.getByText('You and Jordan both accepted.')).toBeVisible()
    const contacts = {
      firstName: 'Jordan',
      lastName: 'Avery',
      email: 'jordan@partner.example',
      phoneNumber: '3035550177',
    }
    api.routes['POST /api/meeting/contacts'] = { body: { ...meeting, contacts } }
    await user.type(screen.getByLabelText(/Last 4 digits/), '0142')
    await user.click(screen.getByRole('button', { name: 'Show Contact Details' }))
    expect(await screen.findByText('You and Jordan Avery both accepted.')).toBeVisible()
    expect(api.requests.at(-1)?.body).toEqual({ phoneEnd: '0142' })
    expect(screen.getByRole('heading', { name: 'How to reach Jordan' })).toHaveFocus()
    const before = api.count('GET /api/meeting')
    await act(async () => vi.advanceTimersByTime(120_000))
    expect(api.count('GET /api/meeting')).toBeGreaterThan(before)
    expect(screen.getByText('jordan@partner.example')).toBeVisible()
  })

  it('the focus stays with what comes in place of what was pressed, also when another state of the introduction does', async () => {
    const booked = { state: 'booked', startsAt: '2026-12-01T20:00:00.000Z' } as const
    api.routes['GET /api/match'] = { body: fakeOwnMatch(booked) }
    api.routes['PUT /api/match/times'] = {
      body: fakeOwnMatch({ chosenTimes: [], newTimes: 'finding' }),
    }
    const { user } = showChanged()
    await screen.findByRole('heading', { name: /^You’re meeting Ana/ })
    const press = (name: string) => user.click(screen.getByRole('button', { name }))
    await press('I Can’t Make This Time')
    const dialog = screen.getByRole('alertdialog', { name: /^Cancel Tue,.Dec.1, .*\?$/ })
    expect(dialog).toHaveAccessibleDescription('We’ll tell Ana and find new times.')
    await press('Keep This Time')
    const open = { name: 'I Can’t Make This Time' }
    await waitFor(() => expect(screen.getByRole('button', open)).toHaveFocus())
    await press(open.name)
    await user.type(screen.getByLabelText(/When would be better/), 'Evenings')
    await press('Cancel This Meeting')
    const heading = { name: 'Meet Ana, Rivera Bakery' }
    await waitFor(() => expect(screen.getByRole('heading', heading)).toHaveFocus())
    await waitFor(() => expect(shownToast()[0]).toBe('Meeting canceled'))
    const given = api.requests.find(({ method }) => method === 'PUT')
    expect(given?.body).toMatchObject({ times: [], note: 'Evenings' })
  })

  it('that no time works is still said after a reload, with when would be better', async () => {
    api.routes['GET /api/match'] = { body: fakeOwnMatch() }
    const { user, unmount } = showChanged()
    await user.click(await screen.findByRole('button', { name: 'None of These Work' }))
    await user.type(screen.getByLabelText(/When would be better/), 'Evenings')
    unmount()
    showChanged()
    expect(await screen.findByLabelText(/When would be better/)).toHaveValue('Evenings')
  })
})
const from = '2026-12-01T20:00:00.000Z'
const until = '2026-12-01T20:45:00.000Z'

/** The page of a partner, or of an entrepreneur. */
const pages = {
  partner: (match: OwnMatch) => {
    api.routes['GET /api/match'] = { body: match }
    return renderPage(
      <IntroductionPanel user={fakePartner({ status: 'approved' })} />,
      '/dashboard',
    )
  },
  entrepreneur: (match: OwnMatch) => {
    const own = { firstName: 'Ana', timeZone: 'America/Denver', isRecordingAllowed: null }
    api.routes['GET /api/meeting'] = { body: { ...match, ...own } }
    return renderPage(<MeetPage />, `/meet#token=${'t'.repeat(43)}`)
  },
}

const sides = ['partner', 'entrepreneur'] as const
const hasMet = { state: 'met', startsAt: from, endsAt: until } as const
const over = { startsAt: '2026-12-01T19:00:00.000Z', endsAt: '2026-12-01T19:45:00.000Z' }

/** Of each phase, the button that says no; null once it is decided. */
const phases: Record<Exclude<Phase, 'waiting' | 'late'>, [Partial<OwnMatch>, string | null]> = {
  choose: [{}, 'I Don’t Want This Introduction'],
  chosen: [{ chosenTimes: fakeOwnMatch().offeredTimes }, 'I Don’t Want This Introduction'],
  finding: [{ newTimes: 'finding' }, 'I Don’t Want This Introduction'],
  'no-overlap': [
    { newTimes: 'no-overlap', chosenTimes: fakeOwnMatch().offeredTimes },
    'I Don’t Want This Introduction',
  ],
  called: [{ newTimes: 'called' }, 'I Don’t Want This Introduction'],
  booked: [{ state: 'booked', startsAt: from, endsAt: until }, 'I Don’t Want This Introduction'],
  over: [{ state: 'booked', ...over }, 'I Don’t Want This Introduction'],
  met: [hasMet, 'Decline'],
  accepted: [{ ...hasMet, answer: 'accepted' }, 'Decline'],
  succeeded: [{ ...hasMet, state: 'succeeded' }, null],
  ended: [{ state: 'ended' }, null],
  declined: [{ state: 'ended', answer: 'declined' }, null],
}

describe('the phases of an introduction', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T20:10:00.000Z') })
    api.routes['GET /api/profile-completion'] = { body: { percent: 100, steps: [] } }
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  describe.each(sides)('the page of a(n) %s', (side) => {
    it.each(Object.entries(phases))('has a way to say no: %s', async (_, [overrides, label]) => {
      const { user } = pages[side](fakeOwnMatch(overrides))
      await screen.findAllByRole('heading', {
        name: /Ana|Jordan|Your meeting|match|won’t move|declined/,
      })
      const no = screen.queryByRole('button', { name: /^(I Don’t Want|Decline)/ })
      expect(no?.textContent ?? null).toBe(label)
      if (!no) return
      await user.click(no)
      const dialog = screen.getByRole('alertdialog', { name: 'Decline This Introduction?' })
      if (side === 'entrepreneur')
        await user.type(within(dialog).getByLabelText(/Last 4 digits/), '0142')
      const path = side === 'partner' ? '/api/match' : '/api/meeting'
      api.routes[`PUT ${path}/answer`] = { body: fakeOwnMatch({ state: 'ended' }) }
      await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
      expect(api.requests.at(-1)?.body).toMatchObject({ answer: 'declined' })
    })

    it.each(['Etc/Unknown', 'UTC', 'Europe/London', undefined])(
      'has Eastern times, and says so, in a browser whose zone is %s',
      async (timeZone) => {
        const said = Object.assign(new Intl.DateTimeFormat().resolvedOptions(), { timeZone })
        vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(said)
        pages[side](fakeOwnMatch({ offeredTimes: ['2026-12-02T20:00:00.000Z'] }))
        const zoneField = await screen.findByLabelText('Times are in')
        expect(zoneField).toHaveDisplayValue('Eastern Time (New York)')
        expect(screen.getByLabelText('Wed, Dec 2, 3:00 PM EST')).toBeVisible()
      },
    )
  })

  it('an entrepreneur whose link is locked reads until when, and who to call', async () => {
    const { user } = pages.entrepreneur(fakeOwnMatch(hasMet))
    const message = 'This link is locked until tomorrow. Call (303) 555-0142.'
    const body = { message, code: 'too_many_requests' }
    api.routes['PUT /api/meeting/answer'] = { status: 429, body }
    await user.click(await screen.findByRole('button', { name: 'Accept' }))
    const dialog = within(screen.getByRole('alertdialog'))
    await user.type(dialog.getByLabelText(/Last 4 digits/), '1234')
    await user.click(dialog.getByRole('button', { name: 'Accept' }))
    expect(await screen.findByText(message)).toBeVisible()
  })
})
