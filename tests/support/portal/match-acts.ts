import { and, desc, eq, lte } from 'drizzle-orm'
import * as fc from 'fast-check'
import { sides, type Side } from '@shared/matches'
import { entrepreneurs } from '@server/db/schema/entrepreneurs'
import { mails } from '@server/db/schema/mail'
import { matches } from '@server/db/schema/matches'
import { decide } from '@server/features/decisions/decide'
import {
  changeEntrepreneur,
  deleteEntrepreneur,
} from '@server/features/entrepreneurs/manage-entrepreneurs'
import { endOfHold } from '@server/features/mail/queue-mail'
import { endLostMatches, removeOldLinks } from '@server/features/matches/end-lost-matches'
import type { Step } from '@server/features/matches/next-match'
import { offerMatch } from '@server/features/matches/offer-match'
import { etagFor } from '@server/features/matches/presenter'
import { getMatch, type MatchRow } from '@server/features/matches/queries'
import { takeStep } from '@server/features/matches/take-step'
import { undoStep } from '@server/features/matches/undo-step'
import { createCtx } from '@server/ctx'
import { portalItself } from '@server/features/audit/record-event'
import type { TestApp } from './app'
import type { BuiltUser } from './factories'
import { buildEntrepreneur, buildPartner } from './introductions'
import { turnClock } from './match-clock'
import { renewLink } from '@server/features/matches/rewrite-letters'

const who = fc.nat({ max: 1 })
const side = fc.constantFrom(...sides)
const slots = fc.subarray([0, 1, 2, 3], { minLength: 0 })
const named = <Name extends string>(name: Name) => fc.constant(name)

export const anyAct = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ name: named('offer'), who, whom: who, slots, hasReason: fc.boolean() }),
  },
  { weight: 5, arbitrary: fc.record({ name: named('times'), who, side, slots }) },
  {
    weight: 5,
    arbitrary: fc.record({
      name: named('answer'),
      who,
      side,
      answer: fc.constantFrom('accepted' as const, 'accepted' as const, 'declined' as const),
    }),
  },
  fc.record({
    name: named('offer-times'),
    who,
    slots,
    missing: fc.option(side, { nil: undefined }),
  }),
  { weight: 2, arbitrary: fc.record({ name: named('book'), who, slot: fc.nat({ max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ name: named('met'), who }) },
  fc.record({ name: named('end'), who }),
  { weight: 5, arbitrary: fc.record({ name: named('undo'), who, back: fc.nat({ max: 2 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ name: named('clock'), hours: fc.integer({ min: 1, max: 8 }) }),
  },
  // Links are removed after two weeks.
  fc.record({ name: named('clock'), hours: fc.constant(15 * 24) }),
  fc.record({ name: named('record'), who, isAllowed: fc.boolean() }),
  fc.record({ name: named('renew'), who }),
  fc.record({ name: named('address'), whom: who }),
  fc.record({ name: named('leave'), whom: who }),
  { weight: 3, arbitrary: fc.record({ name: named('post'), isRefused: fc.boolean() }) },
  fc.record({ name: named('decide'), who, status: fc.constantFrom('approved', 'rejected') }),
  fc.record({ name: named('withdraw'), whom: who, isBack: fc.boolean() }),
)
export type Act = typeof anyAct extends fc.Arbitrary<infer One> ? One : never

export interface World {
  app: TestApp
  boss: BuiltUser
  partners: BuiltUser[]
  entrepreneurs: { id: number }[]
}

export const buildWorld = async (app: TestApp, boss: BuiltUser): Promise<World> => ({
  app,
  boss,
  partners: [await buildPartner(app), await buildPartner(app)],
  entrepreneurs: [await buildEntrepreneur(app), await buildEntrepreneur(app)],
})

const hour = 3_600_000
/** A full hour, from three hours ahead on. */
const slot = (number: number) => new Date(Math.ceil(Date.now() / hour) * hour + (3 + number) * hour)

/** A partner's newest match, or one so many before it. */
async function matchOf({ app, partners }: World, at: number, back = 0): Promise<MatchRow | null> {
  const [row] = await app.db
    .select()
    .from(matches)
    .where(eq(matches.partnerId, partners[at]?.id ?? 0))
    .orderBy(desc(matches.id))
    .offset(back)
    .limit(1)
  return row ?? null
}

/** The match that an act is about; null for one about none. */
export const matchOfAct = async (world: World, act: Act): Promise<MatchRow | null> =>
  'who' in act ? matchOf(world, act.who, 'back' in act ? act.back : 0) : null

let serial = 0

/** Throws what the portal would refuse with. */
export async function perform(world: World, act: Act): Promise<void> {
  const { app, boss, partners } = world
  const by = { ...boss, ip: null }
  const ctx = createCtx(app, by)
  switch (act.name) {
    case 'offer': {
      const offer = {
        partnerId: partners[act.who]?.id ?? 0,
        entrepreneurId: world.entrepreneurs[act.whom]?.id ?? 0,
        times: act.slots.map((number) => slot(number).toISOString()),
        ...(act.hasReason && { reason: 'Asked for one more' }),
      }
      await offerMatch(ctx, offer)
      return
    }
    case 'clock':
      await turnClock(app, act.hours)
      await endLostMatches(createCtx(app, portalItself))
      await removeOldLinks(app.db)
      return
    case 'decide': {
      const decision = { status: act.status === 'approved' ? 'approved' : 'rejected' } as const
      const id = partners[act.who]?.id ?? 0
      await ctx.tx((inTx) => decide(inTx, { kind: 'user', id, decision, isSilent: true }))
      return
    }
    case 'withdraw': {
      const id = world.entrepreneurs[act.whom]?.id ?? 0
      const change = { status: act.isBack ? 'ready' : 'withdrawn' } as const
      await changeEntrepreneur(ctx, id, change)
      return
    }
    case 'address': {
      const id = world.entrepreneurs[act.whom]?.id ?? 0
      const email = `moved-${(serial += 1)}@bakery.example`
      await changeEntrepreneur(ctx, id, { email })
      return
    }
    case 'leave': {
      await deleteEntrepreneur(ctx, world.entrepreneurs[act.whom]?.id ?? 0)
      world.entrepreneurs[act.whom] = await buildEntrepreneur(app)
      return
    }
    case 'post': {
      const status = act.isRefused ? 'failed' : 'sent'
      const isDue = and(eq(mails.status, 'queued'), lte(mails.nextAttemptAt, endOfHold()))
      await app.db.update(mails).set({ status, attempts: 1 }).where(isDue)
      return
    }
    case 'renew': {
      const match = await matchOfAct(world, act)
      if (match) await renewLink(ctx, match.id)
      return
    }
    default: {
      const match = await matchOfAct(world, act)
      if (!match) return
      const found = await getMatch(app.db, match.id)
      if (act.name === 'undo') {
        await undoStep(ctx, match.id, found)
        return
      }
      if (act.name === 'record') {
        const times = match.entrepreneurTimes ?? []
        const said = { note: match.entrepreneurNote ?? '', zone: match.entrepreneurZone }
        const step = { kind: 'times', side: 'entrepreneur', times, ...said } as const
        await takeStep(ctx, {
          matchId: match.id,
          step: { ...step, isRecordingAllowed: act.isAllowed },
          as: 'entrepreneur',
          basedOn: etagFor(match, 'entrepreneur'),
        })
        return
      }
      const as: Side | 'administrator' =
        act.name === 'times' || act.name === 'answer' ? act.side : 'administrator'
      const basedOn = as === 'administrator' ? found.basedOn : etagFor(match, as)
      await takeStep(ctx, { matchId: match.id, step: stepOf(act), as, basedOn })
    }
  }
}

function stepOf(
  act: Extract<Act, { name: 'times' | 'answer' | 'offer-times' | 'book' | 'met' | 'end' }>,
): Step {
  switch (act.name) {
    case 'times': {
      const times = act.slots.map(slot)
      return { kind: 'times', side: act.side, times, note: '', zone: 'America/Denver' }
    }
    case 'answer':
      return { kind: 'answer', side: act.side, answer: act.answer }
    case 'offer-times':
      return { kind: 'offer-times', times: act.slots.map(slot), missing: act.missing }
    case 'book':
      return { kind: 'book', time: slot(act.slot) }
    case 'met':
      return { kind: 'met' }
    default:
      return { kind: 'end', because: 'withdrawn' }
  }
}

/** Leaves the calendar free for the next ones. */
export async function endAll({ app }: World): Promise<void> {
  await app.db.delete(matches)
  await app.db.delete(entrepreneurs)
}
