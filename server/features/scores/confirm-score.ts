import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { ScoreRequest } from '@shared/scores'
import type { Actor, EventSource } from '../../ctx'
import type { Database, Queryable, Transaction } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { creditScores } from '../../db/schema/scores'
import { users } from '../../db/schema/users'
import { badRequest, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { proposeScore } from './propose-score'
import { getCreditScore, getUploadTime, listReadings, type CreditScoreRow } from './queries'

/**
 * Keeps the score of a person that the administrator confirms, in place of an earlier one. Throws
 * 404 when there is no such person, 400 when the document is not theirs.
 */
export async function confirmScore(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  userId: number
  confirmed: ScoreRequest
  by: EventSource
}): Promise<CreditScoreRow> {
  const { db, userId, confirmed, by } = input
  return db.transaction(async (tx) => {
    const user = await lockPerson(tx, userId)
    if (!user || !canHaveScore(user)) throw notFound()
    const { fileId, score, model, bureau, reportDate, nameOnReport } = confirmed
    const uploadedAt = fileId === null ? null : await getUploadTime(tx, { fileId, userId })
    if (fileId !== null && !uploadedAt) throw badRequest('This document no longer exists.')
    const columns = {
      score,
      model,
      bureau,
      reportDate,
      nameOnReport,
      fileId,
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
    await recordEvent(tx, by, 'user.score-confirmed', { object: `user:${userId}` })
    const stored = await getCreditScore(tx, userId)
    if (!stored) throw notFound()
    return stored
  })
}

/** Confirms the score that was found in a document. The decision that rests on it has checked that it is proposed. */
export async function takeFoundScore(
  tx: Transaction,
  input: { userId: number; found: { fileId: number; score: number }; by: EventSource },
): Promise<void> {
  const { userId, found, by } = input
  const readings = await listReadings(tx, userId)
  const read = readings.find(({ fileId }) => fileId === found.fileId)?.scores ?? []
  const taken = proposeScore(
    read
      .filter(({ score }) => score === found.score)
      .map((one) => ({ ...one, fileId: found.fileId, uploadedAt: new Date(0) })),
  )
  if (taken) await confirmScore({ db: tx, userId, confirmed: taken, by })
}

/** Takes back the score that was taken with a decision, unless the administrator has corrected it since. */
export async function undoTakenScore(
  tx: Transaction,
  { userId, at, by }: { userId: number; at: SQL; by: EventSource },
): Promise<void> {
  const removed = await tx
    .delete(creditScores)
    .where(and(eq(creditScores.userId, userId), sql`${creditScores.confirmedAt} = ${at}`))
    .returning({ userId: creditScores.userId })
  if (removed.length === 0) return
  await tx.update(users).set({ creditScore: null }).where(eq(users.id, userId))
  await recordEvent(tx, by, 'user.score-removed', { object: `user:${userId}` })
}

/** Whether exactly this was found in the document, so that nothing of it was typed. */
async function wasRead(tx: Transaction, userId: number, confirmed: ScoreRequest) {
  const readings = await listReadings(tx, userId)
  const { scores } = readings.find(({ fileId }) => fileId === confirmed.fileId) ?? {}
  return (scores ?? []).some(
    (found) =>
      found.score === confirmed.score &&
      found.model === confirmed.model &&
      found.bureau === confirmed.bureau &&
      found.reportDate === confirmed.reportDate &&
      found.nameOnReport === confirmed.nameOnReport,
  )
}

/** Takes a confirmed score back. Throws 404 when there is none. */
export async function removeScore(input: {
  db: Database
  userId: number
  by: Actor
}): Promise<void> {
  const { db, userId, by } = input
  await db.transaction(async (tx) => {
    if (!(await lockPerson(tx, userId))) throw notFound()
    const removed = await tx
      .delete(creditScores)
      .where(eq(creditScores.userId, userId))
      .returning({ userId: creditScores.userId })
    if (removed.length === 0) throw notFound()
    await tx.update(users).set({ creditScore: null }).where(eq(users.id, userId))
    await recordEvent(tx, by, 'user.score-removed', { object: `user:${userId}` })
  })
}

/** The administrator has no score to review. */
const canHaveScore = (user: { isAdmin: 0 | 1 }): boolean => user.isAdmin === 0
