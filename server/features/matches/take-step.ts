import { eq } from 'drizzle-orm'
import type { AuditAction } from '@shared/audit'
import { formatMeetingTime } from '@shared/meeting-time'
import { programZone } from '@shared/program-time'
import type { Ctx, EventSource, TxCtx } from '../../ctx'
import { violatesExclusion, type Transaction } from '../../db/client'
import { lockPeople, lockPerson } from '../../db/lock-person'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { matches } from '../../db/schema/matches'
import { badRequest, conflict, HttpError, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import type { MailCtx } from '../mail/find-sender'
import { findClash, listFreeTimes } from './calendar-queries'
import { needSinceAfter } from './need-of'
import { isOpen, nextMatch, type Step } from './next-match'
import { takesPart } from './policy'
import { shownMatch } from './shown-match'
import type { MatchChange } from './letters'
import { etagFor } from './presenter'
import {
  getMeetingSettings,
  listPartnersOf,
  lockMatch,
  updateHasMatch,
  type MatchRow,
} from './queries'
import { queueMatchLetters } from './queue-letters'
import { lockCalendar, writeMatch, type Changes } from './write-match'

export interface Taking {
  matchId: number
  step: Step
  /** The part in which the step is taken. */
  as: MatchChange['by']
  /** The match as the person who takes the step saw it: when it was last changed or, of either side, `etagFor`. */
  basedOn?: string
}

const hasChanged = 'This introduction has changed in the meantime. Please look again.'
const isChanging = 'We’re changing the times right now. Please try again in a minute.'
export const isOnHold = 'This introduction can’t be changed right now.'

/**
 * The only way to change a match: its row, whether the partner has a match, letters and trail, together.
 * A repeated step changes nothing. Throws 404 without the match, 400 for times that can't be chosen, 409
 * when it is no longer what the step is based on, or does not allow the step.
 */
export const takeStep = (ctx: Ctx<EventSource>, taking: Taking): Promise<MatchRow> =>
  ctx.tx((inTx) => takeStepIn(inTx, taking))

export async function takeStepIn(
  ctx: Pick<TxCtx<EventSource>, 'db' | 'env' | 'sealer' | 'by'>,
  { matchId, step, as, basedOn }: Taking,
): Promise<MatchRow> {
  const { db: tx, by } = ctx
  const { match, partner, ...locked } = await lockWithPeople(tx, matchId)
  const now = new Date()
  const next = nextMatch(match, step, now)
  if (next.outcome === 'same') return match
  const shown = shownMatch(match, now)
  const current = as === 'partner' || as === 'entrepreneur' ? etagFor(shown, as) : locked.basedOn
  if (basedOn !== undefined && basedOn !== current) throw conflict(hasChanged)
  if (step.kind !== 'end' && !takesPart(partner)) throw conflict(isOnHold)
  // They chose from times that are being replaced, and don't know the new ones.
  const isOfOldTimes = step.kind === 'times' && shown !== match
  if (isOfOldTimes && (next.outcome !== 'moved' || step.times.length === 0))
    throw conflict(isChanging)
  if (next.outcome === 'refused') throw conflict(next.problem)
  if (next.outcome === 'wrong-times') throw badRequest(next.problem, { times: next.problem })

  const { minutes } = await getMeetingSettings(tx)
  const times = step.kind === 'offer-times' ? step.times : step.kind === 'book' ? [step.time] : []
  await refuseClash(tx, { times, minutes, except: match.id })
  const canBeUndone = as === 'administrator'
  const after = await write(ctx, { match, minutes, canBeUndone }, next)
  if (step.kind === 'book' && after.state !== 'booked') throw conflict(wasTaken)
  if (isOpen(match) !== isOpen(after) || match.state === 'succeeded') {
    await updateHasMatch(tx, match.partnerId)
  }
  for (const [action, details] of eventsOf(step, match, after)) {
    await recordEvent({ db: tx, by }, action, `match:${match.id}`, details)
  }
  await queueMatchLetters(ctx, { before: match, after, by: as })
  return after
}

/**
 * The partner, the entrepreneur, the match: everything that changes one locks them in this order. Without an
 * entrepreneur it is the match of someone who has left.
 */
export async function lockWithPeople(tx: Transaction, matchId: number) {
  const [ids] = await tx
    .select({ partnerId: matches.partnerId, entrepreneurId: matches.entrepreneurId })
    .from(matches)
    .where(eq(matches.id, matchId))
  const partner = ids && (await lockPerson(tx, ids.partnerId))
  const entrepreneur = ids?.entrepreneurId ? await lockEntrepreneur(tx, ids.entrepreneurId) : null
  const locked = await lockMatch(tx, matchId)
  if (!locked || !partner) throw notFound()
  return { ...locked, partner, entrepreneur }
}

export async function lockEntrepreneur(tx: Transaction, id: number) {
  const [row] = await tx
    .select({
      id: entrepreneurs.id,
      email: entrepreneurs.email,
      status: entrepreneurs.status,
    })
    .from(entrepreneurs)
    .where(eq(entrepreneurs.id, id))
    .for('no key update')
  return row ?? null
}

/** An entrepreneur with all partners they were introduced to. Throws 404 without one, 409 when another came. */
export async function lockWithPartners(tx: Transaction, id: number) {
  const partnerIds = await listPartnersOf(tx, id)
  await lockPeople(tx, partnerIds)
  const entrepreneur = await lockEntrepreneur(tx, id)
  if (!entrepreneur) throw notFound()
  if ((await listPartnersOf(tx, id)).some((partnerId) => !partnerIds.includes(partnerId))) {
    throw conflict(hasChanged)
  }
  return { ...entrepreneur, partnerIds }
}

const wasTaken = 'That time was just taken. Please choose another.'

/** Throws 409, with the names, when a meeting is booked at one of these times. */
export async function refuseClash(
  tx: Transaction,
  hours: { times: readonly Date[]; minutes: number; except?: number },
): Promise<void> {
  const clash = hours.times.length > 0 ? await findClash(tx, hours) : null
  if (!clash?.startsAt) return
  const at = formatMeetingTime(clash.startsAt, programZone)
  const message = `${clash.partner} and ${clash.entrepreneur} meet on ${at}. Please choose another time.`
  throw conflict(message, { times: message })
}

interface Writing {
  match: MatchRow
  minutes: number
  canBeUndone: boolean
}

/** Should a meeting have been written by a transaction that took no turn, the next free time is tried. */
const attempts = 5

/** Books the earliest free time; an exclusion constraint prevents overlaps. */
async function write(
  ctx: MailCtx,
  { match, minutes, canBeUndone }: Writing,
  { changes, starts }: { changes: Changes; starts: readonly Date[] },
): Promise<MatchRow> {
  const { db: tx } = ctx
  if (starts.length > 0) await lockCalendar(tx)
  const wait = { isAsking: canBeUndone, now: new Date() }
  const waited = (set: Changes): Changes => ({
    ...set,
    needSince: needSinceAfter(match, { ...match, ...set }, wait),
  })
  for (let attempt = 1; starts.length > 0; attempt += 1) {
    const [startsAt] = await listFreeTimes(tx, { times: starts, minutes, except: match.id })
    if (!startsAt) break
    const endsAt = new Date(Number(startsAt) + minutes * 60_000)
    const booked = { ...changes, state: 'booked' as const, startsAt, endsAt, bookedAt: new Date() }
    try {
      return await tx.transaction((savepoint) =>
        writeMatch({ ...ctx, db: savepoint }, { match, changes: waited(booked), canBeUndone }),
      )
    } catch (error) {
      if (!violatesExclusion(error)) throw error
      if (attempt === attempts) throw conflict(wasTaken)
    }
  }
  return writeMatch(ctx, { match, changes: waited(changes), canBeUndone })
}

type Details = Record<string, string | number>

/** Details of the event: sides, times and reasons, never a name. */
function* eventsOf(
  step: Step,
  before: MatchRow,
  after: MatchRow,
): Generator<[AuditAction, Details]> {
  if (step.kind === 'times') {
    yield ['match.times-given', { side: step.side, times: step.times.length }]
  }
  if (step.kind === 'answer') {
    yield ['match.answered', { side: step.side, answer: step.answer }]
  }
  if ('missing' in step && step.missing) yield ['match.missed', { missing: step.missing }]
  if (step.kind === 'offer-times' && step.times.length > 0) {
    yield ['match.times-offered', { times: step.times.length }]
  }
  if (step.kind === 'met') yield ['match.met', {}]
  if (
    after.state === 'booked' &&
    after.startsAt &&
    Number(before.startsAt) !== Number(after.startsAt)
  ) {
    yield ['match.booked', { startsAt: after.startsAt.toISOString() }]
  }
  if (after.state === 'succeeded' && before.state !== 'succeeded') yield ['match.succeeded', {}]
  if (after.endedBecause) yield ['match.ended', { because: after.endedBecause }]
}

/** Adds the match as it is now to the refusal of a step. */
export async function attachCurrentMatch<Result>(
  work: () => Promise<Result>,
  readCurrent: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 409) throw error
    const { status, code, message, options } = error
    throw new HttpError(status, code, message, { ...options, current: await readCurrent() })
  }
}
