import { eq } from 'drizzle-orm'
import { dayOfDate, easternMoment } from '@shared/business-days'
import { longestSnoozeDays, type SnoozeRequest } from '@shared/users'
import type { Ctx } from '../../ctx'
import { lockPerson } from '../../db/lock-person'
import { snoozes } from '../../db/schema/users'
import { badRequest, conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { addNote } from '../notes/manage-notes'

const dayMs = 24 * 3_600_000

/**
 * Sets someone who waits for a decision aside until the morning of a day, and notes why. Throws 404 for no one, 400 for
 * a day that is over or too far ahead, 409 for someone who doesn't wait for a decision.
 */
export async function snoozePerson(
  ctx: Ctx,
  userId: number,
  { until: day, note }: SnoozeRequest,
): Promise<void> {
  const until = easternMoment(dayOfDate(day), { hour: 0 })
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const person = await lockPerson(tx, userId)
    if (!person || person.isAdmin) throw notFound()
    const ahead = until.getTime() - Date.now()
    if (ahead <= 0 || ahead > longestSnoozeDays * dayMs) {
      const message = `Please choose a day within the next ${longestSnoozeDays} days.`
      throw badRequest(message, { until: message })
    }
    if (person.status !== 'pending' || person.kind === 'referrer' || person.askedAt)
      throw conflict('You can only set aside people who wait for your decision.')
    await tx
      .insert(snoozes)
      .values({ userId, until })
      .onConflictDoUpdate({ target: snoozes.userId, set: { until } })
    if (note) await addNote(inTx, userId, note)
    await recordEvent(inTx, 'user.set-aside', `user:${userId}`, { until: day })
  })
}

/** Puts someone back into the queue before that day; does nothing for someone who is in it. */
export async function endSnooze(ctx: Ctx, userId: number): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    if (!(await lockPerson(tx, userId))) throw notFound()
    const ended = await tx.delete(snoozes).where(eq(snoozes.userId, userId)).returning()
    if (ended.length > 0) await recordEvent(inTx, 'user.brought-back', `user:${userId}`)
  })
}
