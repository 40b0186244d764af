import type { MatchRow } from '@server/features/matches/queries'

export const at = (text: string) => new Date(text)

/** Wednesday morning in New York. */
export const now = at('2026-12-02T15:00:00Z')
/** On Friday, in the order of the day. */
export const [morning, noon, evening] = [
  at('2026-12-04T15:00:00Z'),
  at('2026-12-04T18:00:00Z'),
  at('2026-12-04T21:00:00Z'),
] as const

const hour = 3_600_000
export const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * hour)

/** An introduction with three times to choose from, which no one has answered. */
export const someMatch = (changes: Partial<MatchRow> = {}): MatchRow => ({
  id: 12,
  partnerId: 2,
  entrepreneurId: 3,
  state: 'arranging',
  endedBecause: null,
  offeredTimes: [morning, noon, evening],
  partnerTimes: null,
  entrepreneurTimes: null,
  partnerNote: null,
  entrepreneurNote: null,
  partnerZone: null,
  entrepreneurZone: null,
  partnerAskedAt: now,
  entrepreneurAskedAt: now,
  partnerCancellations: 0,
  entrepreneurCancellations: 0,
  startsAt: null,
  endsAt: null,
  partnerAnswer: null,
  entrepreneurAnswer: null,
  inviteSequence: 0,
  recordsEntrepreneur: null,
  tokenHash: 'one',
  sealedToken: null,
  sealedLink: null,
  movedAt: now,
  bookedAt: null,
  needSince: null,
  before: null,
  createdAt: now,
  ...changes,
})

/** The same in each state. */
export const booked = (startsAt = noon, changes: Partial<MatchRow> = {}) =>
  someMatch({
    state: 'booked',
    partnerTimes: [noon],
    entrepreneurTimes: [noon, evening],
    startsAt,
    endsAt: new Date(startsAt.getTime() + 0.75 * hour),
    ...changes,
  })
export const met = (changes: Partial<MatchRow> = {}) =>
  booked(hoursFromNow(-1), { state: 'met', ...changes })
export const succeeded = () =>
  met({ state: 'succeeded', partnerAnswer: 'accepted', entrepreneurAnswer: 'accepted' })
export const ended = (changes: Partial<MatchRow> = {}) =>
  someMatch({ state: 'ended', endedBecause: 'withdrawn', ...changes })
