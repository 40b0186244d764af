import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { sides } from '@shared/matches'
import { buildAdmin } from '@tests/support/portal/factories'
import {
  anyAct,
  buildWorld,
  endAll,
  newestOf,
  perform,
  type Act,
  type World,
} from '@tests/support/portal/match-acts'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { matches } from '../../db/schema/matches'
import { HttpError } from '../../errors'
import { needOf } from './need-of'
import { isOpen, sideOf } from './next-match'
import type { MatchRow } from './queries'

const app = await startSharedApp()
const boss = await buildAdmin(app)

const readAll = async () => (await app.db.select().from(matches)).toSorted((a, b) => a.id - b.id)

/** All of a match but when it moved. */
const withoutMoment = ({ movedAt: _moved, before: _before, ...rest }: MatchRow) => rest

/** What people themselves said, and what the administrator's last step changed: a model apart from the database. */
interface Model {
  accepted: Set<string>
  undoable: Map<number, ReturnType<typeof withoutMoment>>
}

async function play(world: World, model: Model, act: Act): Promise<void> {
  const before = await readAll()
  const about = 'who' in act ? await newestOf(world, act.who) : null
  try {
    await perform(world, act)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    expect(await readAll()).toEqual(before)
    return
  }
  if (act.name === 'answer' && about && act.answer === 'accepted') {
    model.accepted.add(`${about.id} ${act.side}`)
  }
  const after = await readAll()
  if (act.name === 'clock') model.undoable.clear()
  if (act.name === 'undo' && about) {
    // As it was before the step; an offer that is undone is gone.
    const now = after.find(({ id }) => id === about.id)
    expect(now && withoutMoment(now)).toEqual(model.undoable.get(about.id))
  }
  for (const match of after) {
    const earlier = before.find(({ id }) => id === match.id)
    if (earlier?.movedAt.getTime() === match.movedAt.getTime()) continue
    if (earlier && hostsActs.has(act.name)) model.undoable.set(match.id, withoutMoment(earlier))
    else model.undoable.delete(match.id)
  }
}

const hostsActs = new Set(['offer-times', 'book', 'met', 'end', 'withdraw'])

function checkOne(match: MatchRow, { accepted }: Model): void {
  const offered = match.offeredTimes.map(Number)
  for (const side of sides) {
    const { times, answer } = sideOf(match, side)
    for (const time of times ?? []) expect(offered).toContain(Number(time))
    // No one accepts for someone else.
    if (answer === 'accepted') expect(accepted).toContain(`${match.id} ${side}`)
    if (!['met', 'succeeded', 'ended'].includes(match.state)) expect(answer).toBeNull()
  }
  if (match.state === 'succeeded') {
    expect([match.partnerAnswer, match.entrepreneurAnswer]).toEqual(['accepted', 'accepted'])
    expect(match.startsAt).not.toBeNull()
  }
  // Every open match is someone's turn, with a date.
  const need = needOf(match, new Date())
  expect(need !== null).toBe(isOpen(match))
  if (need) expect(Date.parse(need.due ?? '')).not.toBeNaN()
}

async function check(world: World, model: Model): Promise<void> {
  const all = await readAll()
  for (const match of all) checkOne(match, model)
  const open = all.filter(isOpen)
  for (const of of [
    open.map(({ partnerId }) => partnerId),
    open.map(({ entrepreneurId }) => entrepreneurId),
  ])
    expect(new Set(of).size).toBe(of.length)
  const hours = all
    .filter(({ state }) => state === 'booked')
    .map(({ startsAt, endsAt }) => [Number(startsAt), Number(endsAt)] as const)
    .toSorted(([left], [right]) => left - right)
  for (const [index, [start]] of hours.entries())
    expect(start).toBeGreaterThanOrEqual(hours[index - 1]?.[1] ?? 0)
  const { rows } = await app.pool.query('select id, has_match from users where id = any($1)', [
    world.partners.map(({ id }) => id),
  ])
  for (const { id, has_match: hasMatch } of rows)
    expect(hasMatch).toBe(all.some(({ partnerId, state }) => partnerId === id && state !== 'ended'))
}

it('whatever happens in whichever order, the rules of introductions hold', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 20, maxLength: 40 }), async (acts) => {
      const world = await buildWorld(app, boss)
      const model: Model = { accepted: new Set(), undoable: new Map() }
      for (const act of acts) {
        await play(world, model, act)
        await check(world, model)
      }
      await endAll(world)
    }),
    { numRuns: 5 },
  ))
