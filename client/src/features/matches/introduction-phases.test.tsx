import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnMatch } from '@shared/matches'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fakeOwnMatch, fakePartner } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { IntroductionPanel } from '@/pages/dashboard/introduction-panel'
import { MeetPage } from '@/pages/site/meet-page'
import type { Phase } from './match-times'

const api = installFakeApi()
const startsAt = '2026-12-01T20:00:00.000Z'
const endsAt = '2026-12-01T20:45:00.000Z'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T20:10:00.000Z') })
  api.routes['GET /api/profile-completion'] = { body: { percent: 100, steps: [] } }
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

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
const met = { state: 'met', startsAt, endsAt } as const
const over = { startsAt: '2026-12-01T19:00:00.000Z', endsAt: '2026-12-01T19:45:00.000Z' }

/** Of each phase, the button that says no; null once it is decided. */
const phases: Record<Phase, [Partial<OwnMatch>, string | null]> = {
  choose: [{}, 'I Don’t Want This Introduction'],
  chosen: [{ chosenTimes: fakeOwnMatch().offeredTimes }, 'I Don’t Want This Introduction'],
  'no-times': [{ offeredTimes: [] }, 'I Don’t Want This Introduction'],
  booked: [{ state: 'booked', startsAt, endsAt }, 'I Don’t Want This Introduction'],
  over: [{ state: 'booked', ...over }, 'I Don’t Want This Introduction'],
  met: [met, 'Decline'],
  accepted: [{ ...met, answer: 'accepted' }, 'Decline'],
  succeeded: [{ ...met, state: 'succeeded' }, null],
  ended: [{ state: 'ended' }, null],
}

describe.each(sides)('the page of a(n) %s', (side) => {
  it.each(Object.entries(phases))('has a way to say no: %s', async (_, [overrides, label]) => {
    const { user } = pages[side](fakeOwnMatch(overrides))
    await screen.findAllByRole('heading', { name: /Ana|Jordan|Your meeting|match|isn’t going/ })
    const no = screen.queryByRole('button', { name: /^(I Don’t Want|Decline)/ })
    expect(no?.textContent ?? null).toBe(label)
    if (!no) return
    await user.click(no)
    const dialog = screen.getByRole('dialog', { name: 'Decline This Introduction?' })
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
      expect(await screen.findByText(/Times are in Eastern Time \(New York\)/)).toBeVisible()
      expect(screen.getByLabelText('Wed, Dec 2, 3:00 PM EST')).toBeVisible()
    },
  )
})

it('an entrepreneur whose link is locked reads until when, and who to call', async () => {
  const { user } = pages.entrepreneur(fakeOwnMatch(met))
  const message = 'This link is locked until tomorrow. Call (303) 555-0142.'
  const body = { message, code: 'too_many_requests' }
  api.routes['PUT /api/meeting/answer'] = { status: 429, body }
  await user.type(await screen.findByLabelText(/Last 4 digits/), '1234')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText(message)).toBeVisible()
})
