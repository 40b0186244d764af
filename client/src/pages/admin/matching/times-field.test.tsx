import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CalendarEntry } from '@shared/matches'
import { fakeRefusal, installFakeApi } from '@tests/support/client/fake-api'
import { deskNow, fakeEntry } from '@tests/support/client/fake-matches'
import { renderPage } from '@tests/support/client/render-page'
import { describeSlot, listStarts, localTime, type Attendee } from './grid-times'
import { TimesField } from './times-field'

const api = installFakeApi()
let entries: CalendarEntry[]

beforeEach(() => {
  vi.setSystemTime(deskNow)
  entries = []
  api.routes = {
    'GET /api/admin/match-calendar': () => ({ body: entries }),
    'GET /api/admin/settings/meetings': { body: { room: '', minutes: 45 } },
  }
})
afterEach(() => vi.useRealTimers())

const jordan = { name: 'Jordan Lee', timeZone: 'Pacific/Honolulu' }
const ana = { name: 'Ana Rivera', timeZone: 'America/Denver' }
const noor = { name: 'Noor Haddad', timeZone: null }

interface FieldProps {
  most?: number
  matchId?: number
  withToday?: boolean
  attendees?: Attendee[]
}

function Field({ most = 5, attendees = [jordan, ana], ...rest }: FieldProps) {
  const [times, setTimes] = useState<string[]>([])
  return (
    <TimesField
      label="Times"
      hint="Choose some."
      value={times}
      onChange={setTimes}
      error={undefined}
      focusRef={null}
      most={most}
      attendees={attendees}
      {...rest}
    />
  )
}

const show = (props: FieldProps = {}) => renderPage(<Field {...props} />)
const slot = (name: string) => screen.findByLabelText(new RegExp(`^${name} EST`))
// Pointer events of 160 buttons take long; whether one can be pressed at all is for the journeys.
const choose = async (name: string) => fireEvent.click(await slot(name))
const chosen = () =>
  within(screen.getByRole('list', { name: 'Chosen times' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

describe('the grid of times', () => {
  it('has the half hours of ten business days, without Thanksgiving and today', async () => {
    show()
    expect(await slot('Fri, Nov 27, 9:00 AM')).toBeVisible()
    expect(await slot('Thu, Dec 10, 4:30 PM')).toBeVisible()
    expect(screen.queryByLabelText(/^(Wed, Nov 25|Thu, Nov 26|Sat, Nov 28),/)).toBeNull()
    expect(screen.getAllByLabelText(/ [AP]M EST$/)).toHaveLength(160)
  })

  it('asks for what is planned on these days only', async () => {
    show()
    await slot('Fri, Nov 27, 9:00 AM')
    const path = api.requests.map((call) => call.path).find((one) => one.includes('calendar')) ?? ''
    const asked = new URL(path, 'http://localhost').searchParams
    expect(Date.parse(asked.get('from') ?? '')).toBeLessThan(Date.parse('2026-11-27T14:00:00Z'))
    expect(Date.parse(asked.get('to') ?? '')).toBeGreaterThan(Date.parse('2026-12-10T22:15:00Z'))
  })

  it('blocks what would overlap with a meeting, and says with whose', async () => {
    entries = [fakeEntry()]
    show()
    for (const time of ['1:30 PM', '2:00 PM', '2:30 PM']) {
      const blocked = await slot(`Tue, Dec 1, ${time}`)
      expect(blocked).toHaveAttribute('aria-disabled', 'true')
      expect(blocked).toHaveAccessibleName(/, Booked: Jordan L\. and Ana R\.$/)
      fireEvent.click(blocked)
      expect(blocked).toHaveAttribute('aria-pressed', 'false')
    }
    for (const time of ['1:00 PM', '3:00 PM'])
      expect(await slot(`Tue, Dec 1, ${time}`)).not.toHaveAttribute('aria-disabled')
  })

  it('leaves the hour free of the meeting that is moved', async () => {
    entries = [fakeEntry()]
    show({ matchId: 12 })
    expect(await slot('Tue, Dec 1, 2:00 PM')).not.toHaveAttribute('aria-disabled')
  })

  it('marks what is offered to others, which can be offered all the same', async () => {
    entries = [fakeEntry({ isBooked: false, partner: 'Sam Torres' })]
    show()
    expect(await slot('Tue, Dec 1, 2:00 PM')).toHaveAccessibleName(/, Also offered to Sam T\.$/)
    await choose('Tue, Dec 1, 2:00 PM')
    expect(chosen()).toHaveLength(1)
  })

  it('shows what a time is for both, and says when it is too early for one', async () => {
    show()
    await choose('Tue, Dec 1, 2:00 PM')
    await choose('Mon, Nov 30, 9:00 AM')
    expect(chosen()).toEqual([
      'Mon, Nov 30, 9:00 AM EST4:00 AM HST for Jordan7:00 AM MST for Ana',
      'Tue, Dec 1, 2:00 PM EST9:00 AM HST for Jordan12:00 PM MST for Ana',
    ])
    fireEvent.click(screen.getByLabelText('Remove Mon, Nov 30, 9:00 AM EST'))
    expect(chosen()).toHaveLength(1)
    expect(await slot('Mon, Nov 30, 9:00 AM')).toHaveAttribute('aria-pressed', 'false')
  })

  it('says when someone’s time zone isn’t known', async () => {
    show({ attendees: [noor] })
    await choose('Tue, Dec 1, 2:00 PM')
    expect(screen.getByText('Noor’s time zone isn’t known')).toBeVisible()
  })

  it('takes five times at most, and of an agreed time the last one', async () => {
    const { unmount } = show()
    for (const day of ['Mon, Nov 30', 'Tue, Dec 1', 'Wed, Dec 2', 'Thu, Dec 3', 'Fri, Dec 4'])
      await choose(`${day}, 2:00 PM`)
    await choose('Mon, Dec 7, 2:00 PM')
    expect(chosen()).toHaveLength(5)
    expect(screen.getByText('You can choose at most 5 times.')).toBeVisible()
    unmount()
    show({ most: 1, withToday: true })
    expect(await slot('Wed, Nov 25, 11:30 AM')).toHaveAccessibleName(/Too soon$/)
    await choose('Wed, Nov 25, 12:00 PM')
    await choose('Tue, Dec 1, 2:00 PM')
    expect(chosen()).toHaveLength(1)
  })

  it('is one tab stop, and arrow keys move in it', async () => {
    show()
    const first = await slot('Fri, Nov 27, 9:00 AM')
    first.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(await slot('Fri, Nov 27, 9:30 AM')).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(async () => expect(await slot('Mon, Nov 30, 9:30 AM')).toHaveFocus())
    await userEvent.keyboard('[Space]')
    expect(chosen()).toHaveLength(1)
    await userEvent.keyboard('{End}{ArrowDown}')
    expect(await slot('Mon, Nov 30, 4:30 PM')).toHaveFocus()
    await userEvent.keyboard('{Home}{ArrowUp}')
    expect(await slot('Mon, Nov 30, 9:00 AM')).toHaveFocus()
    expect(document.querySelectorAll('[aria-pressed][tabindex="0"]')).toHaveLength(1)
  })

  it('shows another day on a phone', async () => {
    show()
    await slot('Fri, Nov 27, 9:00 AM')
    const monday = screen.getByLabelText('Mon, Nov 30')
    expect(monday).toHaveClass('hidden')
    fireEvent.click(screen.getByLabelText('Next day'))
    expect(monday).not.toHaveClass('hidden')
    expect(screen.getByLabelText('Fri, Nov 27')).toHaveClass('hidden')
  })

  it('can be loaded again', async () => {
    api.routes['GET /api/admin/match-calendar'] = () => fakeRefusal(503, 'The portal is busy.')
    show()
    expect(await screen.findByText('The calendar could not be loaded')).toBeVisible()
    api.routes['GET /api/admin/match-calendar'] = { body: [] }
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await slot('Fri, Nov 27, 9:00 AM')).toBeVisible()
  })
})

const now = new Date('2027-03-11T15:00:00Z')
const at = (start: Date) => describeSlot(start, { now, minutes: 45, entries: [] })

describe('times around a change of the clock', () => {
  it('are those that the clock in New York shows', () => {
    const starts = listStarts(now, false).flat()
    const two = starts.map(at).filter(({ clock }) => clock === '2:00 PM')
    expect(two.slice(0, 2).map((one) => [one.name, one.at])).toEqual([
      ['Fri, Mar 12, 2:00 PM EST', '2027-03-12T19:00:00.000Z'],
      ['Mon, Mar 15, 2:00 PM EDT', '2027-03-15T18:00:00.000Z'],
    ])
  })

  it.each([
    ['2026-11-02T19:00:00Z', 'America/Phoenix', '12:00 PM MST for Jordan', false],
    ['2027-03-15T18:00:00Z', 'Pacific/Honolulu', '8:00 AM HST for Jordan', false],
    ['2027-03-15T13:00:00Z', 'Pacific/Honolulu', '3:00 AM HST for Jordan', true],
    ['2027-03-15T13:00:00Z', 'America/Denver', '7:00 AM MDT for Jordan', true],
    ['2027-03-16T00:00:00Z', 'America/New_York', '8:00 PM EDT for Jordan', true],
  ])('are odd outside of 8 to 8: %s in %s', (moment, timeZone, text, isOdd) => {
    expect(localTime(moment, { name: 'Jordan Lee', timeZone })).toEqual({ text, isOdd })
  })
})

it('begins with the first time that can be chosen', async () => {
  // 6 PM in New York: nothing of this day is left.
  vi.setSystemTime(new Date('2026-11-25T23:00:00Z'))
  entries = [
    fakeEntry({ startsAt: '2026-11-27T14:00:00.000Z', endsAt: '2026-11-27T15:00:00.000Z' }),
  ]
  show({ withToday: true })
  expect(await slot('Fri, Nov 27, 10:00 AM')).toHaveAttribute('tabindex', '0')
})
