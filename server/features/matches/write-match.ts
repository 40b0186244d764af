import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Transaction } from '../../db/client'
import { matches } from '../../db/schema/matches'
import { isMailConfigured, type MailCtx } from '../mail/find-sender'
import { type MatchRow, sealedMatchToken } from './queries'
import { onlyRow } from '../../errors'
import { openOrNull, type Sealer } from '../../db/sealing'
import { hashToken, newToken } from '../../tokens'

// Undo puts back all columns but these.
const {
  id,
  partnerId,
  entrepreneurId,
  inviteSequence,
  tokenHash,
  sealedToken,
  sealedLink,
  movedAt,
  before,
  createdAt,
  ...changeable
} = getTableColumns(matches)
const names = { id, partnerId, entrepreneurId, inviteSequence, tokenHash, sealedToken, sealedLink }
const kept = Object.keys({ ...names, movedAt, before, createdAt }).map(toSnakeCase)

/** The columns that steps change. */
export type Changes = Partial<Pick<MatchRow, keyof typeof changeable>>

/** A match as it was before the administrator's last step. */
export async function readBefore(tx: Transaction, matchId: number): Promise<Changes> {
  const earlier = tx
    .$with('earlier', changeable)
    .as(
      sql`select (jsonb_populate_record(null::matches, before)).* from matches where id = ${matchId}`,
    )
  return onlyRow(await tx.with(earlier).select().from(earlier))
}

// Any fixed number.
const calendarLock = 8_240_017

/**
 * Makes everything that books a meeting take turns until the transaction ends, because the host has one calendar: two
 * that the exclusion constraint compares at the same time would wait for each other. Taken after the match.
 */
export async function lockCalendar(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${calendarLock})`)
}

/** Rises with every step, also where a transaction that began earlier comes later. */
const nextMoment = sql`greatest(clock_timestamp(), ${movedAt} + interval '1 microsecond')`

/**
 * Writes a step, in one statement: another update of the same row would have Postgres compare its meeting with all
 * others again. What is sent about the step has a sequence number of its own, and a link that is good.
 */
export async function writeMatch(
  ctx: MailCtx,
  step: { match: MatchRow; changes: Changes; canBeUndone: boolean },
): Promise<MatchRow> {
  const { db: tx, env, sealer } = ctx
  const { match, changes, canBeUndone } = step
  const needsLink = match.entrepreneurId !== null && openToken(sealer, match) === null
  const isSent = await isMailConfigured(tx, env)
  const written = await tx
    .update(matches)
    .set({
      ...changes,
      ...(needsLink && newLink(sealer, match.id).columns),
      ...(isSent && { inviteSequence: sql`${inviteSequence} + 1` }),
      movedAt: nextMoment,
      // Undone, the match has needed the same for as long as if the step had not been.
      before: canBeUndone
        ? sql`to_jsonb(matches) - ${sql.param(kept)}::text[]
            || jsonb_build_object('need_since', coalesce(need_since, moved_at))`
        : null,
    })
    .where(eq(id, match.id))
    .returning()
  return onlyRow(written)
}

/** Removes someone from the introductions in which both had accepted: these stay, without them. */
export async function leaveMatches(tx: Transaction, leavingId: number): Promise<void> {
  const { partnerAnswer, entrepreneurAnswer } = changeable
  const theirs = { entrepreneurNote: null, entrepreneurZone: null, recordsEntrepreneur: null }
  await tx
    .update(matches)
    .set({
      ...theirs,
      entrepreneurId: null,
      tokenHash: null,
      sealedToken: null,
      sealedLink: null,
      before: sql`${before} || ${JSON.stringify(inSnakeCase(theirs))}::jsonb`,
    })
    .where(
      and(
        eq(entrepreneurId, leavingId),
        eq(partnerAnswer, 'accepted'),
        eq(entrepreneurAnswer, 'accepted'),
      ),
    )
}

const inSnakeCase = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [toSnakeCase(name), value]))

/** A new link for the entrepreneur: its token, and the columns that hold it. */
export function newLink(sealer: Sealer, matchId: number) {
  const token = newToken()
  const sealed = sealer.seal(token, sealedMatchToken(matchId))
  return { token, columns: { tokenHash: hashToken(token), sealedToken: sealed } }
}

/** The token of the entrepreneur's link; null when it was removed, or its key is gone. */
export function openToken(sealer: Sealer, match: Pick<MatchRow, 'id' | 'sealedToken'>) {
  const sealed = match.sealedToken
  return sealed && openOrNull(() => sealer.open(sealed, sealedMatchToken(match.id)))
}
