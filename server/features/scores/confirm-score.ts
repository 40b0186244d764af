import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { ScoreRequest } from '@shared/scores'
import type { Ctx, EventSource, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { creditScores } from '../../db/schema/scores'
import { users } from '../../db/schema/users'
import { badRequest, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { proposeScore } from './propose-score'
import { getUploadTime, listReadings } from './queries'

type Acting = Pick<TxCtx<EventSource>, 'db' | 'by'>

/**
 * Keeps the score of a person that the administrator confirms, in place of an earlier one. Throws
 * 404 when there is no such person, 400 when the document is not theirs.
 */
export const confirmScore = (ctx: Ctx, userId: number, confirmed: ScoreRequest): Promise<void> =>
  ctx.tx((inTx) => keepScore(inTx, userId, confirmed))

async function keepScore(
  { db: tx, by }: Acting,
  userId: number,
  confirmed: ScoreRequest,
): Promise<void> {
  const user = await lockPerson(tx, userId)
  // The administrator has no score to review.
  if (!user || user.isAdmin) throw notFound()
  const { fileId, score } = confirmed
  const uploadedAt = fileId === null ? null : await getUploadTime(tx, { fileId, userId })
  if (fileId !== null && !uploadedAt) throw badRequest('This document no longer exists.')
  const columns = {
    ...confirmed,
    uploadedAt,
    isAsRead: await wasRead(tx, userId, confirmed),
    confirmedBy: by.id ?? null,
    confirmedAt: sql`now()`,
  }
  await tx
    .insert(creditScores)
    .values({ userId, ...columns })
    .onConflictDoUpdate({ target: creditScores.userId, set: columns })
  await tx.update(users).set({ creditScore: score }).where(eq(users.id, userId))
  // Without figures: the trail outlives the person's data.
  await recordEvent({ db: tx, by }, 'user.score-confirmed', `user:${userId}`)
}

/** Confirms the score that was found in a document. The decision that rests on it has checked that it is proposed. */
export async function takeFoundScore(
  ctx: Acting,
  userId: number,
  found: { fileId: number; score: number },
): Promise<void> {
  const readings = await listReadings(ctx.db, userId)
  const read = readings.find(({ fileId }) => fileId === found.fileId)?.scores ?? []
  const taken = proposeScore(
    read
      .filter(({ score }) => score === found.score)
      .map((one) => ({ ...one, fileId: found.fileId, uploadedAt: new Date(0) })),
  )
  if (taken) await keepScore(ctx, userId, taken)
}

/** Takes back the score that was taken with a decision, unless the administrator has corrected it since. */
export async function undoTakenScore(ctx: Acting, userId: number, at: SQL): Promise<void> {
  const { db: tx } = ctx
  const removed = await tx
    .delete(creditScores)
    .where(and(eq(creditScores.userId, userId), sql`${creditScores.confirmedAt} = ${at}`))
    .returning({ userId: creditScores.userId })
  if (removed.length === 0) return
  await tx.update(users).set({ creditScore: null }).where(eq(users.id, userId))
  await recordEvent(ctx, 'user.score-removed', `user:${userId}`)
}

/** Whether exactly this was found in the document, so that nothing of it was typed. */
async function wasRead(tx: Transaction, userId: number, confirmed: ScoreRequest) {
  const readings = await listReadings(tx, userId)
  const { scores } = readings.find(({ fileId }) => fileId === confirmed.fileId) ?? {}
  const fields = ['score', 'model', 'bureau', 'reportDate', 'nameOnReport'] as const
  return (scores ?? []).some((found) => fields.every((field) => found[field] === confirmed[field]))
}

/** Takes a confirmed score back. Throws 404 when there is none. */
export async function removeScore(ctx: Ctx, userId: number): Promise<void> {
  await ctx.tx(async ({ db: tx, by }) => {
    if (!(await lockPerson(tx, userId))) throw notFound()
    const removed = await tx
      .delete(creditScores)
      .where(eq(creditScores.userId, userId))
      .returning({ userId: creditScores.userId })
    if (removed.length === 0) throw notFound()
    await tx.update(users).set({ creditScore: null }).where(eq(users.id, userId))
    await recordEvent({ db: tx, by }, 'user.score-removed', `user:${userId}`)
  })
}
