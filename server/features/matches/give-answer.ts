import { and, eq, ne, sql } from 'drizzle-orm'
import type { AnswerRequest, Side, TimesRequest } from '@shared/matches'
import { readDigits } from '@shared/text'
import type { EventSource } from '../../ctx'
import type { Queryable, Transaction } from '../../db/client'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { users } from '../../db/schema/users'
import { badRequest, notFound } from '../../errors'
import type { MailDeps } from '../mail/find-sender'
import { getMatchByToken, getPresentMatch } from './queries'
import { rewriteLetters } from './rewrite-letters'
import { lockWithPeople, takeStep } from './take-step'

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
  await say(deps, { matchId: found.match.id, side: 'partner', said, by })
}

/** Whose link it is; null when it is dead. */
export async function findLinkOwner(db: Queryable, tokenHash: string) {
  const found = await getMatchByToken(db, tokenHash)
  return found && { matchId: found.match.id, phoneNumber: found.entrepreneur.phoneNumber }
}

/** Proof that a mail scanner can't give. Throws 400 for other digits than the phone on file ends with. */
export function checkPhoneEnd(phoneNumber: string, phoneEnd: string): void {
  if (readDigits(phoneNumber).slice(-4) === phoneEnd) return
  const message = 'These aren’t the last 4 digits of the phone number we have for you.'
  throw badRequest(message, { phoneEnd: message })
}

/** Throws like `takeStep`. */
export const sayAsEntrepreneur = (
  deps: Deps,
  about: { matchId: number; said: Said; by: EventSource },
): Promise<unknown> => say(deps, { ...about, side: 'entrepreneur' })

interface About {
  matchId: number
  side: Side
  said: Said
  by: EventSource
}

async function say({ db, mail }: Deps, about: About): Promise<void> {
  await db.transaction(async (tx) => {
    const { side, said } = about
    if ('times' in said) {
      const { [side]: person } = await lockWithPeople(tx, about.matchId)
      if (!person) throw notFound()
      const { id } = person
      if (await noteZone(tx, { side, id, zone: said.times.zone }))
        await rewriteLetters(tx, mail, { side, id, what: 'zone' })
    }
    await takeStep({ db: tx, mail, ...stepOf(about) })
  })
}

/** Someone reads times where they answered from last. False when that is no news. */
async function noteZone(
  tx: Transaction,
  { side, id, zone }: { side: Side; id: number; zone: string | null },
): Promise<boolean> {
  if (side === 'partner') {
    const isNews = sql`${users.timeZone} is distinct from ${zone}`
    const changed = tx.update(users).set({ timeZone: zone })
    const rows = await changed.where(and(eq(users.id, id), isNews)).returning({ id: users.id })
    return rows.length > 0
  }
  // The administrator knows where they are, also where their browser doesn't say.
  if (zone === null) return false
  const changed = tx.update(entrepreneurs).set({ timeZone: zone })
  const rows = await changed
    .where(and(eq(entrepreneurs.id, id), ne(entrepreneurs.timeZone, zone)))
    .returning({ id: entrepreneurs.id })
  return rows.length > 0
}

function stepOf({ matchId, side, said, by: source }: About) {
  const by = { as: side, source }
  if ('answer' in said) {
    const { answer, basedOn } = said.answer
    return { matchId, step: { kind: 'answer', side, answer } as const, by, basedOn }
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
  return { matchId, step, by, basedOn }
}
