import { and, eq, sql } from 'drizzle-orm'
import type { AnswerRequest, Side, TimesRequest } from '@shared/matches'
import type { Queryable } from '../../db/client'
import { users } from '../../db/schema/users'
import { badRequest, notFound } from '../../errors'
import type { EventSource } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { getMatchByToken, getPresentMatch } from './queries'
import { takeStep } from './take-step'

interface Deps {
  db: Queryable
  mail: MailDeps
}

/** What either of the two says: the times that work for them, or their answer after the meeting. */
export type Said = { times: TimesRequest; isRecordingAllowed?: boolean } | { answer: AnswerRequest }

/** Throws 404 when a partner has no introduction, otherwise like `takeStep`. */
export async function sayAsPartner(
  deps: Deps,
  { said, by }: { said: Said; by: EventSource & { id: number } },
): Promise<void> {
  const found = await getPresentMatch(deps.db, by.id)
  if (!found) throw notFound()
  await deps.db.transaction(async (tx) => {
    await say({ ...deps, db: tx }, { matchId: found.match.id, side: 'partner', said, by })
    if (!('times' in said)) return
    // The time zone that their browser sent last.
    const { zone: timeZone } = said.times
    const isNews = sql`${users.timeZone} is distinct from ${timeZone}`
    await tx
      .update(users)
      .set({ timeZone })
      .where(and(eq(users.id, by.id), isNews))
  })
}

/** Whose link it is; null when it is dead. */
export async function findLinkOwner(db: Queryable, tokenHash: string) {
  const found = await getMatchByToken(db, tokenHash)
  return found && { matchId: found.match.id, phoneNumber: found.entrepreneur.phoneNumber }
}

/** Proof that a mail scanner can't give. Throws 400 for other digits than the phone on file ends with. */
export function checkPhoneEnd(phoneNumber: string, phoneEnd: string): void {
  if (phoneNumber.replaceAll(/\D/g, '').slice(-4) === phoneEnd) return
  const message = 'These aren’t the last 4 digits of the phone number we have for you.'
  throw badRequest(message, { phoneEnd: message })
}

/** Throws like `takeStep`. */
export const sayAsEntrepreneur = (
  deps: Deps,
  about: { matchId: number; said: Said; by: EventSource },
): Promise<unknown> => say(deps, { ...about, side: 'entrepreneur' })

async function say(
  { db, mail }: Deps,
  about: { matchId: number; side: Side; said: Said; by: EventSource },
): Promise<unknown> {
  const { matchId, side, said, by: source } = about
  const by = { as: side, source }
  if ('answer' in said) {
    const { answer, basedOn } = said.answer
    return takeStep({ db, mail, matchId, step: { kind: 'answer', side, answer }, by, basedOn })
  }
  const { times, note, zone, basedOn } = said.times
  const step = {
    kind: 'times',
    side,
    times: times.map((time) => new Date(time)),
    note,
    zone,
    ...(said.isRecordingAllowed !== undefined && { isRecordingAllowed: said.isRecordingAllowed }),
  } as const
  return takeStep({ db, mail, matchId, step, by, basedOn })
}
