import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnMatch } from '@shared/matches'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fakeOwnMatch, fakePartner } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { DashboardPage } from './dashboard-page'

const api = installFakeApi()

const met: Partial<OwnMatch> = {
  state: 'met',
  startsAt: '2026-11-23T20:00:00.000Z',
  endsAt: '2026-11-23T20:45:00.000Z',
}
const booked: Partial<OwnMatch> = {
  state: 'booked',
  startsAt: '2026-12-04T20:00:00.000Z',
  endsAt: '2026-12-04T20:45:00.000Z',
}

const matches: Record<string, Partial<OwnMatch> | null> = {
  'has none yet': null,
  'has times to choose from': {},
  'has chosen times': { chosenTimes: ['2026-12-01T20:00:00.000Z'] },
  'has no time that works': { chosenTimes: [] },
  'will meet': booked,
  'has just met': { ...met, state: 'booked' },
  'is asked for an answer': met,
  'has accepted': { ...met, answer: 'accepted' },
  'has a match': { ...met, state: 'succeeded', answer: 'accepted' },
  'gets one more offer': { ...met, state: 'ended', isOneMoreComing: true },
  'gets no more offers': { ...met, state: 'ended' },
}

/** What one card must not say without the other. */
const words = [
  /You’ll meet by Tue, Dec 1/,
  /finding new times/,
  /Your meeting was on/,
  /You’ve met Ana\. (Please|Do you)/,
  /You accepted/,
  /It’s a match/,
  /looking for one more entrepreneur/,
  /call us about what comes next/,
]

/** Which of them a card says. */
const said = (text: string | null | undefined) =>
  words.filter((one) => one.test(text ?? '')).map(String)

const card = (name: string) => screen.getByRole('region', { name })

describe.each([
  ['in time', '2026-11-24T08:00:00.000Z'],
  ['later than we promised', '2026-12-02T15:00:00.000Z'],
])('an approved partner, %s,', (_, now) => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) }))
  afterEach(() => vi.useRealTimers())

  it.each(Object.keys(matches))('who %s reads the same in both cards', async (named) => {
    const match = matches[named]
    const partner = fakePartner({ status: 'approved', statusAt: '2026-11-23T16:00:00.000Z' })
    api.routes['GET /api/user'] = { body: partner }
    api.routes['GET /api/files'] = { body: [] }
    api.routes['GET /api/credit-credentials'] = { body: [] }
    api.routes['GET /api/profile-completion'] = { body: { percent: 100, steps: [] } }
    api.routes['GET /api/match'] = { body: match && fakeOwnMatch(match) }
    renderPage(<DashboardPage />, '/dashboard')
    await waitFor(() =>
      expect(card('Your Introduction')).toHaveTextContent(/entrepreneur|Ana|meeting|introduction/),
    )
    const [status, introduction] = ['Application Status', 'Your Introduction'].map(
      (name) => card(name).textContent,
    )
    expect(said(status)).toEqual(said(introduction))
    expect(said(introduction).length).toBeLessThanOrEqual(1)
    // Spec section 4; whoever has their match, or is to call us, isn't told.
    const isOver = named === 'has a match' || named === 'gets no more offers'
    expect(status?.includes('Our team will contact you to match you')).toBe(!isOver)
    expect(status).not.toMatch(/Your introduction .* is below/)
    expect(status?.match(/Now: /g)).toHaveLength(1)
  })
})
