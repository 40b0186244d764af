import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CalendarEntry } from '@shared/match-desk'
import { fakePage, fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { deskNow, fakeDesk, fakeEntrepreneur, fakeEntry } from '@tests/support/client/fake-matches'
import { renderPage } from '@tests/support/client/render-page'
import { type Attendee, describeSlot, listStarts, localTime } from './grid-times'
import { ChosenTimes, TimesField } from './times-field'
import { fill, fillAll } from '@tests/support/client/fill'
import { MatchingPage } from './matching-page'

const api = installFakeApi()
let entries: CalendarEntry[]
const jordanThere = { name: 'Jordan Lee', timeZone: 'Pacific/Honolulu' }
const ana = { name: 'Ana Rivera', timeZone: 'America/Denver' }
const noor = { name: 'Noor Haddad', timeZone: null }
interface FieldProps {
  most?: number
  matchId?: number
  meetBy?: Date
  withToday?: boolean
  attendees?: Attendee[]
}
function Field({ most = 5, attendees = [jordanThere, ana], ...rest }: FieldProps) {
  const [value, onChange] = useState<string[]>([])
  const control = { field: { value, onChange, ref: null }, fieldState: {} }
  return (
    <>
      <TimesField
        label="Times"
        hint="Choose some."
        control={control}
        most={most}
        attendees={attendees}
        {...rest}
      />
      <ChosenTimes control={control} attendees={attendees} />
    </>
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
const now = new Date('2027-03-11T15:00:00Z')
const at = (start: Date) => describeSlot(start, { now, minutes: 45, entries: [], attendees: [] })

describe('choosing times', () => {
  beforeEach(() => {
    vi.setSystemTime(deskNow)
    entries = []
    api.routes = {
      'GET /api/admin/match-calendar': () => ({ body: entries }),
      'GET /api/admin/settings/meetings': { body: { room: '', minutes: 45 } },
    }
  })

  afterEach(() => vi.useRealTimers())

  describe('the grid of times', () => {
    it('has the half hours of ten business days, without Thanksgiving and today', async () => {
      show()
      expect(await slot('Fri, Nov 27, 9:00 AM')).toBeVisible()
      expect(await slot('Thu, Dec 10, 4:30 PM')).toBeVisible()
      expect(screen.queryByLabelText(/^(Wed, Nov 25|Thu, Nov 26|Sat, Nov 28),/)).toBeNull()
      expect(screen.getAllByLabelText(/ [AP]M EST($|,)/)).toHaveLength(160)
    })

    it('asks for what is planned on these days only', async () => {
      show()
      await slot('Fri, Nov 27, 9:00 AM')
      const path =
        api.requests.map((call) => call.path).find((one) => one.includes('calendar')) ?? ''
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
        expect(blocked).toHaveAccessibleName(/, Booked: Jordan L\. and Ana R\.(,|$)/)
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

    it('says before it is chosen for whom a time is early, and by which clocks the hours are', async () => {
      show({ meetBy: new Date('2026-12-02T22:00:00Z') })
      const early = await slot('Mon, Nov 30, 9:00 AM')
      expect(early).toHaveAccessibleName(/, 4:00 AM HST for Jordan, 7:00 AM MST for Ana$/)
      expect(early).toHaveClass('bg-warning-surface')
      expect(await slot('Mon, Nov 30, 2:00 PM')).toHaveClass('bg-white')
      const hours = Array.from(document.querySelectorAll('[aria-hidden] > span:first-of-type'))
      expect(hours.map(({ textContent }) => textContent)).toEqual(
        expect.arrayContaining(['EST', 'MST', '9:00 AM', '7:00 AM']),
      )
      expect(screen.getByText(/Meet by Wed, Dec 2\.$/)).toBeVisible()
    })

    it('says when the promised day is over', async () => {
      show({ meetBy: new Date('2026-11-20T22:00:00Z') })
      expect(await screen.findByText(/The promised date was Fri, Nov 20\.$/)).toBeVisible()
    })

    it('is painted by a mouse that is dragged, as far as times are free', async () => {
      entries = [fakeEntry()]
      show()
      const drag = async (...names: string[]) => {
        const [first, ...others] = await Promise.all(names.map((name) => slot(name)))
        if (first) fireEvent.pointerDown(first, { pointerType: 'mouse', button: 0 })
        for (const other of others) fireEvent.pointerEnter(other, { buttons: 1 })
      }
      await drag('Tue, Dec 1, 12:30 PM', 'Tue, Dec 1, 1:00 PM', 'Tue, Dec 1, 1:30 PM')
      expect(chosen()).toHaveLength(2)
      await drag('Wed, Dec 2, 1:00 PM', 'Wed, Dec 2, 1:30 PM')
      await drag('Tue, Dec 1, 12:30 PM', 'Tue, Dec 1, 1:00 PM')
      expect(chosen()).toEqual([
        expect.stringMatching(/^Wed, Dec 2, 1:00 PM/),
        expect.stringMatching(/^Wed, Dec 2, 1:30 PM/),
      ])
      const last = await slot('Thu, Dec 3, 1:00 PM')
      fireEvent.pointerDown(last, { pointerType: 'touch', button: 0 })
      fireEvent.pointerEnter(await slot('Thu, Dec 3, 1:30 PM'), { buttons: 1 })
      expect(chosen()).toHaveLength(2)
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
      expect(await slot('Wed, Nov 25, 11:30 AM')).toHaveAccessibleName(/, Too soon(,|$)/)
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
})

const path = '/api/admin/entrepreneurs'
const luis = fakeEntrepreneur()
const jordan = { id: 12, partner: 'Jordan Lee' }
const showList = (query = '') =>
  renderPage(<MatchingPage />, `/admin/matching?tab=entrepreneurs${query}`)
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('entrepreneurs', () => {
  beforeEach(() => {
    api.routes = {
      'GET /api/admin/match-desk': { body: fakeDesk() },
      'GET /api/admin/todays-meetings': { body: [] },
      [`GET ${path}`]: () => fakePage([luis]),
      [`GET ${path}/8`]: () => ({ body: luis }),
    }
  })

  describe('the list of entrepreneurs', () => {
    it('says what they look for, and who is introduced or matched', async () => {
      const rows = [
        luis,
        fakeEntrepreneur({ id: 7, match: { ...jordan, isSucceeded: true } }),
        fakeEntrepreneur({ id: 6, match: { ...jordan, isSucceeded: false }, minScore: null }),
      ]
      api.routes[`GET ${path}`] = () => fakePage(rows)
      showList()
      await screen.findAllByText('Luis Ortega')
      const [, ready, matched, introduced] = screen.getAllByRole('row')
      expect(ready).toHaveTextContent(/Luis Ortega.*Ortega Tiles.*Ready.*\$40,000\.00.*700/)
      expect(matched).toHaveTextContent(/Matched/)
      expect(introduced).toHaveTextContent(/Introduced.*Any/)
      expect(screen.getByTitle('Meeting Jordan Lee')).toBeVisible()
    })

    it('is searched and narrowed, and keeps both in the address', async () => {
      showList()
      await userEvent.selectOptions(await screen.findByLabelText('Status'), 'In vetting')
      await waitFor(() => expect(api.requests.at(-1)?.path).toBe(`${path}?status=vetting`))
      fill(/^Search/, 'tiles')
      await waitFor(() =>
        expect(api.requests.at(-1)?.path).toBe(`${path}?search=tiles&status=vetting`),
      )
      expect(window.location.search).toBe('?tab=entrepreneurs&status=vetting&search=tiles')
    })

    it('says so when there are none, and when one does not exist', async () => {
      api.routes[`GET ${path}`] = () => fakePage([])
      showList('&open=99')
      expect(await screen.findByText('There is no such entrepreneur')).toBeVisible()
      expect(screen.getByText('No entrepreneurs yet')).toBeInTheDocument()
    })
  })

  describe('the form of an entrepreneur', () => {
    const typed = {
      'First name': 'Ana',
      'Last name': 'Rivera',
      'Business name': 'Rivera Bakery',
      Email: 'ana@bakery.example',
      'US phone number': '(303) 555-0101',
      'Looking for ($)': '$40,000',
      Summary: 'Sourdough for Denver.',
    }
    const sent = {
      firstName: 'Ana',
      lastName: 'Rivera',
      businessName: 'Rivera Bakery',
      email: 'ana@bakery.example',
      phoneNumber: '(303) 555-0101',
      timeZone: 'America/New_York',
      summary: 'Sourdough for Denver.',
      partnerPay: '',
      partnerSigns: '',
      amountCents: 4_000_000,
      minScore: null,
      status: 'vetting',
      notes: '',
    }

    it('adds one, once everything is right', async () => {
      api.routes[`POST ${path}`] = ({ body }) => {
        expect(body).toEqual({ ...sent, timeZone: 'Pacific/Honolulu' })
        return { status: 201, body: fakeEntrepreneur({ id: 9 }) }
      }
      showList()
      await press('Add Entrepreneur')
      expect(window.location.search).toBe('?tab=entrepreneurs&open=new')
      const dialog = within(await screen.findByRole('dialog', { name: 'Add Entrepreneur' }))
      const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Add Entrepreneur' }))
      const [first, , , , , , honolulu] = within(dialog.getByLabelText('Time zone')).getAllByRole(
        'option',
      )
      expect(first).toHaveTextContent('Eastern Time (New York)')
      expect(honolulu).toHaveTextContent('Hawaii-Aleutian Standard Time (Honolulu)')
      fill('US phone number', '12345')
      fill(/^Lowest credit score/, '900')
      await submit()
      for (const problem of [
        'First name is required.',
        'Please enter a US phone number with 10 digits.',
        'Please enter an amount like 500 or 1,250.50.',
        'Please enter at most 850.',
        'Please describe the business in a few sentences.',
      ])
        expect(await dialog.findByText(problem)).toBeVisible()
      fillAll(typed)
      fill(/^Lowest credit score/, '')
      fill('Time zone', 'Pacific/Honolulu')
      await submit()
      await waitFor(() => expect(shownToast()).toEqual(['Entrepreneur added']))
      await waitFor(() => expect(window.location.search).toBe('?tab=entrepreneurs'))
    })

    it('keeps what was typed when the email is taken', async () => {
      const taken = 'There’s already an entrepreneur with this email.'
      api.routes[`POST ${path}`] = () => ({
        status: 409,
        body: { message: taken, code: 'conflict', errors: { email: taken } },
      })
      showList('&open=new')
      await screen.findByLabelText('First name')
      fillAll(typed)
      const dialog = within(screen.getByRole('dialog'))
      await userEvent.click(dialog.getByRole('button', { name: 'Add Entrepreneur' }))
      expect(await dialog.findByText(taken)).toBeVisible()
      expect(dialog.getByLabelText('Last name')).toHaveValue('Rivera')
    })

    it('changes one, and leaves notes alone that no key opens', async () => {
      api.routes[`GET ${path}/8`] = () => ({ body: { ...luis, notes: null } })
      api.routes[`PATCH ${path}/8`] = ({ body }) => {
        expect(body).toMatchObject({ status: 'ready', minScore: 720, amountCents: 4_000_000 })
        expect(body).not.toHaveProperty('notes')
        return { body: { ...luis, minScore: 720 } }
      }
      showList()
      await press('Luis Ortega')
      expect(await screen.findByText(/^We can’t open the notes anymore/)).toBeVisible()
      expect(screen.getByLabelText('US phone number')).toHaveValue('(720) 555-0102')
      fill(/^Lowest credit score/, '720')
      await press('Save Changes')
      await waitFor(() => expect(shownToast()).toEqual(['Entrepreneur saved']))
    })

    it('asks before a withdrawal ends an introduction', async () => {
      const asked = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true)
      vi.stubGlobal('confirm', asked)
      const introduced = { ...luis, match: { ...jordan, isSucceeded: false } }
      api.routes[`GET ${path}/8`] = () => ({ body: introduced })
      api.routes[`PATCH ${path}/8`] = ({ body }) => {
        expect(body).toMatchObject({ status: 'withdrawn', notes: luis.notes })
        return { body: { ...luis, status: 'withdrawn' } }
      }
      showList('&open=8')
      const dialog = within(await screen.findByRole('dialog', { name: 'Luis Ortega' }))
      await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Withdrawn')
      await press('Save Changes')
      expect(api.count(`PATCH ${path}/8`)).toBe(0)
      await press('Save Changes')
      await waitFor(() => expect(shownToast()).toEqual(['Entrepreneur saved']))
      expect(asked).toHaveBeenCalledWith(
        expect.stringMatching(/^This ends the introduction to Jordan Lee\./),
      )
    })

    it('deletes one that is in no introduction, after asking', async () => {
      const asked = vi.fn().mockReturnValueOnce(false).mockReturnValue(true)
      vi.stubGlobal('confirm', asked)
      const refusal = 'This entrepreneur is in an introduction. Please end it first.'
      api.routes[`DELETE ${path}/8`] = () => fakeRefusal(409, refusal)
      showList('&open=8')
      await press('Delete')
      expect(api.count(`DELETE ${path}/8`)).toBe(0)
      await press('Delete')
      const failed = ['Error', `Failed to delete entrepreneur: ${refusal}`]
      await waitFor(() => expect(shownToast()).toEqual(failed))
      api.routes[`DELETE ${path}/8`] = { body: { message: 'Entrepreneur deleted' } }
      await press('Delete')
      await waitFor(() => expect(shownToast()).toEqual(['Entrepreneur deleted']))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(asked).toHaveBeenCalledWith(expect.stringMatching(/^Delete Luis Ortega\?/))
    })
  })
})
