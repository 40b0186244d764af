import { desc, eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { sides, type Side } from '@shared/matches'
import { entrepreneurs } from '@server/db/schema/entrepreneurs'
import { matches } from '@server/db/schema/matches'
import { decide } from '@server/features/decisions/decide'
import { changeEntrepreneur } from '@server/features/entrepreneurs/save-entrepreneur'
import { endLostMatches } from '@server/features/matches/end-lost-matches'
import type { Step } from '@server/features/matches/next-match'
import { offerMatch } from '@server/features/matches/offer-match'
import { basisOf } from '@server/features/matches/presenter'
import { getMatch, type MatchRow } from '@server/features/matches/queries'
import { takeStep } from '@server/features/matches/take-step'
import { undoStep } from '@server/features/matches/undo-step'
import type { TestApp } from './app'
import type { BuiltUser } from './factories'
import { buildEntrepreneur, buildPartner } from './introductions'

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
  { weight: 3, arbitrary: fc.record({ name: named('undo'), who }) },
  {
    weight: 4,
    arbitrary: fc.record({ name: named('clock'), hours: fc.integer({ min: 1, max: 8 }) }),
  },
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

/** A partner's newest match. */
export async function newestOf({ app, partners }: World, at: number): Promise<MatchRow | null> {
  const [row] = await app.db
    .select()
    .from(matches)
    .where(eq(matches.partnerId, partners[at]?.id ?? 0))
    .orderBy(desc(matches.id))
    .limit(1)
  return row ?? null
}

/** Throws what the portal would refuse with. */
export async function perform(world: World, act: Act): Promise<void> {
  const { app, boss, partners } = world
  const deps = { db: app.db, mail: app }
  const by = { ...boss, ip: null }
  switch (act.name) {
    case 'offer': {
      const offer = {
        partnerId: partners[act.who]?.id ?? 0,
        entrepreneurId: world.entrepreneurs[act.whom]?.id ?? 0,
        times: act.slots.map((number) => slot(number).toISOString()),
        ...(act.hasReason && { reason: 'Asked for one more' }),
      }
      await offerMatch({ ...deps, offer, by })
      return
    }
    case 'clock':
      await turnClock(app, act.hours)
      await endLostMatches(deps)
      return
    case 'decide': {
      const decision = { status: act.status === 'approved' ? 'approved' : 'rejected' } as const
      const id = partners[act.who]?.id ?? 0
      await app.db.transaction((tx) => decide(tx, { kind: 'user', id, decision, by, mail: null }))
      return
    }
    case 'withdraw': {
      const id = world.entrepreneurs[act.whom]?.id ?? 0
      const change = { status: act.isBack ? 'ready' : 'withdrawn' } as const
      await changeEntrepreneur({ ...deps, id, change, by })
      return
    }
    default: {
      const match = await newestOf(world, act.who)
      if (!match) return
      const found = await getMatch(app.db, match.id)
      const about = { ...deps, matchId: match.id, basedOn: found?.basedOn ?? '' }
      if (act.name === 'undo') {
        await undoStep({ ...about, by })
        return
      }
      const as: Side | 'administrator' =
        act.name === 'times' || act.name === 'answer' ? act.side : 'administrator'
      const basedOn = as === 'administrator' ? about.basedOn : basisOf(match, as)
      await takeStep({ ...about, basedOn, step: stepOf(act), by: { as, source: by } })
    }
  }
}

function stepOf(
  act: Exclude<Act, { name: 'offer' | 'clock' | 'decide' | 'withdraw' | 'undo' }>,
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

/** Everything came about so many hours earlier. What can be undone is not known any more. */
async function turnClock(app: TestApp, hours: number): Promise<void> {
  await app.pool.query(
    'update users set status_at = status_at - make_interval(hours => $1) where is_admin = 0',
    [hours],
  )
  // One by one, the earliest meeting first: no two may overlap on the way.
  const { rows } = await app.pool.query('select id from matches order by starts_at')
  for (const { id } of rows) {
    await app.pool.query(
      `update matches set
        offered_times = array(select at - turned from unnest(offered_times) at),
        partner_times = case when partner_times is not null
          then array(select at - turned from unnest(partner_times) at) end,
        entrepreneur_times = case when entrepreneur_times is not null
          then array(select at - turned from unnest(entrepreneur_times) at) end,
        starts_at = starts_at - turned, ends_at = ends_at - turned,
        moved_at = moved_at - turned, created_at = created_at - turned, before = null
      from make_interval(hours => $2) as turned where id = $1`,
      [id, hours],
    )
  }
}

/** Leaves the calendar free for the next ones. */
export const endAll = ({ app }: World) => app.db.delete(entrepreneurs)
