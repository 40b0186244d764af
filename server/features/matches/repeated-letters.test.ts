import { describe, expect, it } from 'vitest'
import { hoursFromNow, met, now, someMatch } from '@tests/support/samples/some-match'
import { lettersFor, type MatchChange, type Delivered } from './letters'

const nothing: Delivered = {
  meeting: null,
  elsewhere: [],
  hasHeard: false,
  lastNewsUnsent: false,
  nothingSent: false,
  hadMany: false,
}

/** The letters to the entrepreneur, in a word each, reminders with when they leave. */
function tellEntrepreneur(
  change: Omit<MatchChange, 'by'>,
  told: Partial<Delivered> = {},
): string[] {
  const all = { partner: nothing, entrepreneur: { ...nothing, ...told }, host: nothing }
  return lettersFor({ ...change, by: 'administrator' }, all, now)
    .filter(({ to }) => to === 'entrepreneur')
    .map(({ letter, at }) => [letter, at?.toISOString()].filter(Boolean).join(' '))
}

/** When both were asked. */
const daysAgo = (days: number) => ({
  partnerAskedAt: hoursFromNow(-24 * days),
  entrepreneurAskedAt: hoursFromNow(-24 * days),
})

describe('a question has one reminder', () => {
  const renewed = { tokenHash: 'two' }
  const reminder = 'meeting-times-reminder 2026-12-02T22:00:00.000Z'

  it('at its time, also after a new link', () => {
    const before = someMatch(daysAgo(1))
    const after = { ...before, ...renewed }
    expect(tellEntrepreneur({ before, after })).toEqual(['meeting-link', reminder])
  })

  it.each([
    ['for times', someMatch(daysAgo(3))],
    ['for an answer', met(daysAgo(3))],
  ])('%s, and no second one after a new link', (_what, before) => {
    const after = { ...before, ...renewed }
    expect(tellEntrepreneur({ before, after })).toEqual(['meeting-link'])
  })

  it('and no second one after an undo', () => {
    const change = { isUndo: true, after: met(daysAgo(3)) }
    const before = met({ state: 'ended', endedBecause: 'withdrawn' })
    expect(tellEntrepreneur({ ...change, before }, { hasHeard: true })).toEqual(['meeting-met'])
  })
})
