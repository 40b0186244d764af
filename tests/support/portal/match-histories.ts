import { and, isNotNull } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { addBusinessDays } from '@shared/business-days'
import { sides } from '@shared/matches'
import { mails } from '@server/db/schema/mail'
import { matches } from '@server/db/schema/matches'
import { HttpError } from '@server/errors'
import { openContent } from '@server/features/mail/queue-mail'
import { needOf } from '@server/features/matches/need-of'
import { isOpen, sideOf } from '@server/features/matches/next-match'
import { hiddenSeconds } from '@server/features/matches/policy'
import { getPresentMatch, type MatchRow } from '@server/features/matches/queries'
import type { TestApp } from './app'
import type { BuiltUser } from './factories'
import { buildWorld, endAll, matchOfAct, perform, type Act, type World } from './match-acts'
import { turnBack } from './match-clock'
import { anyPart } from './match-stories'
import { openToken } from '@server/features/matches/write-match'

const readAll = async ({ app }: World) =>
  (await app.db.select().from(matches)).toSorted((a, b) => a.id - b.id)

/** All of a match that a step changes. */
const stateOf = (match: MatchRow) => ({
  ...match,
  needSince: match.needSince ?? match.movedAt,
  movedAt: null,
  before: null,
  inviteSequence: null,
  tokenHash: null,
  sealedToken: null,
  sealedLink: null,
})

/** What people themselves said, and what the administrator's last step changed: a model apart from the database. */
interface Model {
  /** The newest mail that was looked at. */
  mailId: number
  accepted: Set<string>
  undoable: Map<number, ReturnType<typeof stateOf>>
}

async function play(world: World, model: Model, act: Act): Promise<void> {
  let before = await readAll(world)
  const about = await matchOfAct(world, act)
  const leaving = act.name === 'leave' ? world.entrepreneurs[act.whom]?.id : undefined
  try {
    await perform(world, act)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    expect(await readAll(world)).toEqual(before)
    return
  }
  if (act.name === 'answer' && about && act.answer === 'accepted') {
    model.accepted.add(`${about.id} ${act.side}`)
  }
  const after = await readAll(world)
  if (act.name === 'clock') {
    before = before.map((row) => turnBack(row, act.hours))
    for (const [id, row] of model.undoable) model.undoable.set(id, turnBack(row, act.hours))
  }
  if (leaving !== undefined) {
    const theirs = { entrepreneurId: null, entrepreneurNote: null, entrepreneurZone: null }
    for (const [id, row] of model.undoable)
      if (row.entrepreneurId === leaving)
        model.undoable.set(id, { ...row, ...theirs, recordsEntrepreneur: null })
    const successes = before.filter(hasBothAccepted)
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(successes.map(({ id }) => id)))
  }
  if (act.name === 'undo' && about) {
    // As it was before the step; an offer that is undone is gone.
    const now = after.find(({ id }) => id === about.id)
    expect(now && stateOf(now)).toEqual(model.undoable.get(about.id))
    if (about.state === 'ended' && now && now.state !== 'ended') {
      const others = after.filter(
        ({ id, partnerId }) => id !== now.id && partnerId === now.partnerId,
      )
      expect(others.filter(isOpen)).toEqual([])
    }
  }
  for (const match of after) {
    const earlier = before.find(({ id }) => id === match.id)
    if (earlier?.movedAt.getTime() === match.movedAt.getTime()) continue
    if (earlier && hostsActs.has(act.name)) model.undoable.set(match.id, stateOf(earlier))
    else model.undoable.delete(match.id)
  }
}

const hasBothAccepted = ({ partnerAnswer, entrepreneurAnswer }: MatchRow) =>
  partnerAnswer === 'accepted' && entrepreneurAnswer === 'accepted'

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
  // Someone who has left has left a match.
  if (match.entrepreneurId === null) expect(hasBothAccepted(match)).toBe(true)
  // Every open match is someone's turn, with a date.
  const need = needOf(match, new Date())
  expect(need !== null).toBe(isOpen(match))
  if (need) expect(Date.parse(need.due ?? '')).not.toBeNaN()
}

async function check(world: World, model: Model): Promise<void> {
  const all = await readAll(world)
  for (const match of all) checkOne(match, model)
  const open = all.filter(isOpen)
  for (const of of [
    open.map(({ partnerId }) => partnerId),
    open.map(({ entrepreneurId }) => entrepreneurId),
    // Whoever has a match is introduced to no one else.
    all
      .filter(({ state, entrepreneurId }) => state !== 'ended' && entrepreneurId !== null)
      .map(({ entrepreneurId }) => entrepreneurId),
  ])
    expect(new Set(of).size).toBe(of.length)
  const hours = all
    .filter(({ state }) => state === 'booked')
    .map(({ startsAt, endsAt }) => [Number(startsAt), Number(endsAt)] as const)
    .toSorted(([left], [right]) => left - right)
  for (const [index, [start]] of hours.entries())
    expect(start).toBeGreaterThanOrEqual(hours[index - 1]?.[1] ?? 0)
  await checkLetters(world, model, all)
  for (const { id } of world.partners) await checkPresent(world, id, all)
  const { rows } = await world.app.pool.query(
    'select id, has_match from users where id = any($1)',
    [world.partners.map(({ id }) => id)],
  )
  for (const { id, has_match: hasMatch } of rows)
    expect(hasMatch).toBe(all.some(({ partnerId, state }) => partnerId === id && state !== 'ended'))
}

const isShown = ({ createdAt }: MatchRow) =>
  Date.now() - createdAt.getTime() >= hiddenSeconds * 1_000

/** What a partner is shown: the open introduction, else the match, else the newest; none that is still hidden. */
async function checkPresent({ app }: World, partnerId: number, all: readonly MatchRow[]) {
  const theirs = all.filter((match) => match.partnerId === partnerId && isShown(match))
  const expected =
    theirs.find(isOpen) ?? theirs.findLast(({ state }) => state === 'succeeded') ?? theirs.at(-1)
  expect((await getPresentMatch(app.db, partnerId))?.match.id).toBe(expected?.id)
}

/** Every letter to an entrepreneur has their link, and each question one reminder. */
async function checkLetters({ app }: World, model: Model, all: readonly MatchRow[]) {
  const written = await app.db
    .select()
    .from(mails)
    .where(and(isNotNull(mails.matchId), isNotNull(mails.matchSide)))
  for (const match of all) {
    const token = openToken(app.sealer, match)
    if (isOpen(match)) expect(token).not.toBeNull()
    const theirs = written.filter(({ matchId }) => matchId === match.id)
    for (const { id, matchSide, sealedContent } of theirs) {
      if (id <= model.mailId || matchSide !== 'entrepreneur') continue
      const html = (sealedContent && openContent(app.sealer, sealedContent, id)?.html) ?? ''
      expect(html.replaceAll(`/meet#token=${token}`, '')).not.toContain('/meet')
    }
    for (const side of sides) {
      const askedAt = side === 'partner' ? match.partnerAskedAt : match.entrepreneurAskedAt
      // This clock moves rows but not the calendar: a reminder sent before a holiday may come due again after it.
      const dueAt = Number(addBusinessDays(askedAt, 1))
      const reminders = theirs.filter(
        ({ matchSide, subject, status, createdAt, nextAttemptAt }) =>
          matchSide === side &&
          subject.startsWith('Reminder: ') &&
          (status === 'queued' || (status === 'sent' && Number(nextAttemptAt) === dueAt)) &&
          createdAt >= askedAt,
      )
      expect(reminders.length).toBeLessThanOrEqual(1)
    }
  }
  model.mailId = Math.max(model.mailId, ...written.map(({ id }) => id))
}

/** Plays random histories of introductions, and holds the rules after each act. */
export const playMatchHistories = (
  app: TestApp,
  boss: BuiltUser,
  { runs, parts }: { runs: number; parts: number },
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.array(anyPart, { minLength: parts / 2, maxLength: parts }), async (all) => {
      const acts = all.flat()
      const world = await buildWorld(app, boss)
      const model: Model = { mailId: 0, accepted: new Set(), undoable: new Map() }
      try {
        for (const act of acts) {
          await play(world, model, act)
          await check(world, model)
        }
      } finally {
        await endAll(world)
      }
    }),
    { numRuns: runs },
  )
