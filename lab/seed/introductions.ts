import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { easternMoment, nextBusinessDays } from '@shared/business-days'
import type { MatchEnd } from '@shared/matches'
import type { Ctx, EventSource } from '@server/ctx'
import { drawId } from '@server/db/ids'
import { entrepreneurs } from '@server/db/schema/entrepreneurs'
import { mails } from '@server/db/schema/mail'
import { matches } from '@server/db/schema/matches'
import { users } from '@server/db/schema/users'
import { addEntrepreneur } from '@server/features/entrepreneurs/manage-entrepreneurs'
import {
  updateHasMatch,
  sealedMatchLink,
  sealedMatchToken,
  type MatchRow,
} from '@server/features/matches/queries'
import { hashToken, newToken } from '@server/tokens'
import { demoEntrepreneurs, demoPeople, type DemoPerson } from './people'

/** Entrepreneurs in each status, and introductions in each state. Returns false when they are there. */
export async function seedIntroductions(ctx: Ctx<EventSource>): Promise<boolean> {
  const { db } = ctx
  const ids: number[] = []
  for (const entrepreneur of demoEntrepreneurs) {
    const known = await db.$count(entrepreneurs, eq(entrepreneurs.email, entrepreneur.email))
    if (known > 0) return false
    ids.push(await addEntrepreneur(ctx, entrepreneur))
  }
  const now = new Date()
  // What has ended comes first: of someone's introductions, the newest is theirs.
  for (const { partner, at, because } of demoEnds) {
    const state = { ...endedMatch(now), endedBecause: because }
    await addMatch(ctx, { partner, entrepreneurId: ids[at], state })
  }
  for (const [at, state] of demoStates(now).entries()) {
    await addMatch(ctx, { partner: approved[at + 1], entrepreneurId: ids[at], state })
  }
  return true
}

// The first waits for too long; the last have waited for a few days.
const approved = demoPeople.filter(({ status }) => status === 'approved')
const rejected = demoPeople.filter(({ status }) => status === 'rejected')

/** `at`: which of the entrepreneurs. */
const demoEnds: { partner: DemoPerson | undefined; at: number; because: MatchEnd }[] = [
  { partner: approved.at(-3), at: 12, because: 'partner-declined' },
  { partner: approved[1], at: 13, because: 'entrepreneur-declined' },
  { partner: approved[2], at: demoEntrepreneurs.length - 1, because: 'withdrawn' },
  { partner: rejected[0], at: 0, because: 'partner-gone' },
]

type DemoState = Pick<MatchRow, 'state' | 'movedAt' | 'offeredTimes'> &
  Partial<MatchRow> & {
    link?: string
    /** The mailbox of the partner refused the newest letter. */
    isRefused?: boolean
  }

const hourMs = 3_600_000

const meeting = (startsAt: Date) => ({
  offeredTimes: [startsAt],
  partnerTimes: [startsAt],
  entrepreneurTimes: [startsAt],
  startsAt,
  endsAt: new Date(Number(startsAt) + 45 * 60_000),
})

const hoursBefore = (now: Date, hours: number) =>
  new Date(Math.floor(Number(now) / hourMs - hours) * hourMs)

function endedMatch(now: Date): DemoState {
  const offeredTimes = [hoursBefore(now, 60)]
  return { state: 'ended', offeredTimes, movedAt: hoursBefore(now, 70) }
}

/** Who was introduced to someone, by what comes next: whose turn it is, and since when. */
function demoStates(now: Date): DemoState[] {
  const ago = (hours: number) => hoursBefore(now, hours)
  const days = nextBusinessDays(now, 4).slice(1)
  const at = (hour: number) => days.map((day) => easternMoment(day, { hour }))
  const [offeredTimes, afternoons] = [at(10), at(14)]
  const [booked = ago(-48)] = afternoons
  const [recently, lastWeek] = [ago(3), ago(7 * 24)]
  const arranging = { state: 'arranging', offeredTimes, movedAt: recently } as const
  const met = { state: 'met', ...meeting(ago(26)), movedAt: recently } as const
  return [
    {
      state: 'succeeded',
      ...meeting(ago(170)),
      movedAt: ago(150),
      partnerAnswer: 'accepted',
      entrepreneurAnswer: 'accepted',
    },
    // Answers: by one, by none because of a refused letter, and by none for days.
    { ...met, entrepreneurAnswer: 'accepted' },
    { ...met, isRefused: true },
    { ...met, ...meeting(ago(175)), movedAt: lastWeek },
    // A meeting: over, in a few minutes, and in some days.
    { state: 'booked', ...meeting(ago(4)), movedAt: ago(50) },
    {
      state: 'booked',
      ...meeting(new Date(Math.floor(Number(now) / 60_000 + 12) * 60_000)),
      movedAt: ago(50),
      link: 'https://video.example/demo-room',
    },
    { state: 'booked', ...meeting(booked), movedAt: recently },
    // Times: none for days, canceled too often, chosen by one, by both but none in common, and none that works.
    { ...arranging, movedAt: lastWeek },
    { ...arranging, partnerCancellations: 3 },
    { ...arranging, partnerTimes: offeredTimes.slice(0, 2) },
    {
      ...arranging,
      partnerTimes: offeredTimes.slice(0, 1),
      entrepreneurTimes: offeredTimes.slice(1),
    },
    {
      ...arranging,
      entrepreneurTimes: [],
      entrepreneurNote: 'Evenings after 6 would be better.',
    },
  ]
}

async function addMatch(
  { db, sealer }: Ctx<EventSource>,
  {
    partner,
    entrepreneurId,
    state,
  }: { partner: DemoPerson | undefined; entrepreneurId: number | undefined; state: DemoState },
): Promise<void> {
  if (!partner || entrepreneurId === undefined) return
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, partner.email))
    if (!account) return
    const id = await drawId(tx, matches)
    const token = newToken()
    const { link, isRefused, ...columns } = state
    await tx.insert(matches).values({
      ...columns,
      id,
      partnerId: account.id,
      entrepreneurId,
      tokenHash: hashToken(token),
      sealedToken: sealer.seal(token, sealedMatchToken(id)),
      sealedLink: link ? sealer.seal(link, sealedMatchLink(id)) : null,
      createdAt: new Date(Number(state.movedAt) - hourMs),
      partnerAskedAt: state.movedAt,
      entrepreneurAskedAt: state.movedAt,
    })
    if (isRefused) {
      await tx.insert(mails).values({
        messageId: `<${randomUUID()}@demo.example>`,
        kind: 'meeting',
        recipient: partner.email,
        subject: 'How was your meeting?',
        status: 'failed',
        attempts: 1,
        lastError: '550 No such user',
        userId: account.id,
        matchId: id,
        matchSide: 'partner',
        createdAt: state.movedAt,
      })
    }
    await updateHasMatch(tx, account.id)
  })
}
