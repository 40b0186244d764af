import { and, eq, ne, sql } from 'drizzle-orm'
import type { AnswerRequest, Side, TimesRequest } from '@shared/matches'
import { readDigits } from '@shared/text'
import type { Ctx, EventSource, Visitor } from '../../ctx'
import type { Queryable, Transaction } from '../../db/client'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { users } from '../../db/schema/users'
import { badRequest, notFound, orNotFound } from '../../errors'
import { getMatchByToken, getPresentMatch } from './queries'
import { rewriteLetters } from './rewrite-letters'
import { lockWithPeople, takeStepIn, type Taking } from './take-step'

/** The answer of either of the two: the times that work for them, or whether they go on after the meeting. */
export type Answer =
  { times: TimesRequest; isRecordingAllowed?: boolean } | { answer: AnswerRequest }

/** Throws 404 when a partner has no introduction, otherwise like `takeStep`. */
export async function answerAsPartner(ctx: Ctx, given: Answer): Promise<void> {
  const { match } = orNotFound(await getPresentMatch(ctx.db, ctx.by.id))
  await answer(ctx, { matchId: match.id, side: 'partner', given })
}

/** Throws like `takeStep`. */
export const answerByLink = (ctx: Ctx<Visitor>, matchId: number, given: Answer): Promise<void> =>
  answer(ctx, { matchId, side: 'entrepreneur', given })

/** The match of a link, and its entrepreneur's phone; null when the link is dead. */
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

interface About {
  matchId: number
  side: Side
  given: Answer
}

async function answer(ctx: Ctx<EventSource>, about: About): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const { side, given } = about
    if ('times' in given) {
      const { [side]: person } = await lockWithPeople(tx, about.matchId)
      if (!person) throw notFound()
      const { id } = person
      if (await noteZone(tx, { side, id, zone: given.times.zone }))
        await rewriteLetters(inTx, { side, id, what: 'zone' })
    }
    await takeStepIn(inTx, stepOf(about))
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

function stepOf({ matchId, side, given }: About): Taking {
  if ('answer' in given) {
    const { answer: chosen, basedOn } = given.answer
    return { matchId, step: { kind: 'answer', side, answer: chosen }, as: side, basedOn }
  }
  const { times, note, zone, basedOn } = given.times
  const step = {
    kind: 'times',
    side,
    times: times.map((time) => new Date(time)),
    note,
    zone,
    ...(given.isRecordingAllowed !== undefined && { isRecordingAllowed: given.isRecordingAllowed }),
  } as const
  return { matchId, step, as: side, basedOn }
}
