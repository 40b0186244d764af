import { and, asc, eq, exists, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { mails } from '../../db/schema/mail'
import { isOpenIn, matches } from '../../db/schema/matches'
import { portalItself, recordEvent } from '../audit/record-event'
import type { MailCtx } from '../mail/find-sender'
import { cancelQueued } from '../mail/queue-decision-mail'
import type { MatchLetter, ReaderChange } from './letters'
import { otherSide } from './next-match'
import type { MatchRow } from './queries'
import { composeLetters, readPeople, sendLetters, queueMatchLetters } from './queue-letters'
import { rewriteMatchTexts } from './queue-texts'
import { lockWithPeople } from './take-step'
import { isNews, listWritten } from './written-letters'
import { onlyRow, conflict } from '../../errors'
import { newLink, openToken } from './write-match'
import type { Ctx } from '../../ctx'
import { canRenewLink } from './policy'

/**
 * Writes the letters to someone about their introductions anew, in the transaction that changes their email or what
 * letters say, or that erases them. At another address, what is asked is asked again, a meeting ahead enters the
 * calendar there and leaves the one before, and an entrepreneur's link is replaced. The person is locked, an
 * entrepreneur with all partners.
 */
export async function rewriteLetters(
  ctx: MailCtx,
  { id, ...reader }: ReaderChange & { id: number },
): Promise<void> {
  const { db: tx } = ctx
  const { side, what } = reader
  const isTheirs = side === 'partner' ? eq(matches.partnerId, id) : eq(matches.entrepreneurId, id)
  const waiting = tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.matchId, matches.id), eq(mails.status, 'queued')))
  const isLinked = side === 'entrepreneur' ? isNotNull(matches.tokenHash) : undefined
  const found = await tx
    .select({ id: matches.id })
    .from(matches)
    .where(and(isTheirs, or(isOpenIn(matches), isLinked, exists(waiting))))
    .orderBy(asc(matches.id))
  for (const { id: matchId } of found) {
    const { match } = await lockWithPeople(tx, matchId)
    const isNewLink = side === 'entrepreneur' && what === 'email'
    const needsLink = match.entrepreneurId !== null && openToken(ctx.sealer, match) === null
    const after = onlyRow(
      await tx
        .update(matches)
        .set({
          ...((isNewLink || needsLink) && newLink(ctx.sealer, matchId).columns),
          // One number for what leaves a calendar, and a higher one for what enters another.
          inviteSequence: sql`${matches.inviteSequence} + 2`,
        })
        .where(eq(matches.id, matchId))
        .returning(),
    )
    if (isNewLink)
      await recordEvent({ db: tx, by: portalItself }, 'match.link-renewed', `match:${matchId}`)
    // Everything that the other reads of them is a detail, their email among it.
    const others = { side: otherSide(side), what: 'details' } as const
    const isReadByOther = what === 'details' || what === 'email'
    for (const one of isReadByOther ? [reader, others] : [reader])
      await rewrite(ctx, { before: match, after, reader: one })
  }
}

async function rewrite(
  ctx: MailCtx,
  { before, after, reader }: { before: MatchRow; after: MatchRow; reader: ReaderChange },
): Promise<void> {
  const { db: tx } = ctx
  const { side, what } = reader
  const isSameAddress = what === 'details' || what === 'zone'
  // Held, so that none of them begins to leave.
  await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.matchId, after.id), eq(mails.status, 'queued')))
    .orderBy(asc(mails.id))
    .for('update')
  const written = await listWritten(tx, after.id)
  const waiting = written.filter((mail) => mail.status === 'queued' && mail.matchSide === side)
  const people = await readPeople(ctx, after)
  if (side === 'partner' && what === 'zone') {
    const { timeZone } = people.partner
    await rewriteMatchTexts(ctx, { match: after, timeZone })
  }
  const change = { before, after, by: 'portal', reader } as const
  const [news, reminder] = [waiting.filter(isNews), waiting.find((mail) => !isNews(mail))]
  const letters = composeLetters(ctx, { change, people, written }).flatMap(
    (letter): MatchLetter[] => {
      if (!isSameAddress || letter.at === undefined) return [letter]
      return reminder ? [{ ...letter, at: reminder.nextAttemptAt }] : []
    },
  )
  // A letter without a successor stays as it is, unless it is for an address of the past.
  const isReplaced = (mail: (typeof waiting)[number]) =>
    !isSameAddress || letters.some(({ at }) => (at === undefined) === isNews(mail))
  const replaced = waiting.filter(isReplaced).map(({ id }) => id)
  await cancelQueued(tx, inArray(mails.id, replaced))
  // The administrator can still undo it for as long as before.
  const held = news
    .filter(({ attempts }) => attempts === 0)
    .map(({ nextAttemptAt }) => nextAttemptAt.getTime())
  const leavesAt = held.length > 0 ? new Date(Math.max(...held)) : undefined
  await sendLetters(ctx, {
    match: after,
    people,
    letters,
    leavesAt,
    isErased: what === 'erased',
  })
}

/** Replaces the entrepreneur's link and mails the new one. Throws 404, or 409 once it is over. */
export async function renewLink(ctx: Ctx, matchId: number): Promise<string> {
  return ctx.tx(async (inTx) => {
    const { db: tx, sealer } = inTx
    const { match } = await lockWithPeople(tx, matchId)
    if (!canRenewLink(match)) throw conflict('This introduction is over.')
    const { token, columns } = newLink(sealer, matchId)
    const inviteSequence = sql`${matches.inviteSequence} + 1`
    const after = onlyRow(
      await tx
        .update(matches)
        .set({ ...columns, inviteSequence })
        .where(eq(matches.id, matchId))
        .returning(),
    )
    await recordEvent(inTx, 'match.link-renewed', `match:${matchId}`)
    await queueMatchLetters(inTx, { before: match, after, by: 'administrator' })
    return token
  })
}
