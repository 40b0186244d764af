import { setTimeout as delay } from 'node:timers/promises'
import { and, desc, eq, isNotNull, isNull, sql, inArray } from 'drizzle-orm'
import { hasReadableText } from '@shared/scores'
import type { JobCtx } from '../../ctx'
import { addJob } from '../../db/add-job'
import type { Database, Transaction } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import { fileReadings } from '../../db/schema/scores'
import { readEitherCopy } from '../../storage/read-content'
import type { ReportReading } from './report/read-report'
import { runReading } from './run-reading'

/**
 * Has a new content read in the background, once it may be read. Earlier contents of the file that still wait are
 * not read any more: no one sees them. Call it where a content is stored.
 */
export async function enqueueReading(
  tx: Transaction,
  version: { id: number; fileId: number; fileType: string },
): Promise<void> {
  const { id, fileId, fileType } = version
  const ofFile = tx
    .select({ id: fileVersions.id })
    .from(fileVersions)
    .where(eq(fileVersions.fileId, fileId))
  await tx
    .delete(fileReadings)
    .where(and(inArray(fileReadings.versionId, ofFile), eq(fileReadings.state, 'waiting')))
  if (!hasReadableText(fileType)) return
  await tx.insert(fileReadings).values({ versionId: id }).onConflictDoNothing()
  await addJob(tx, 'read-report', { versionId: id })
}

/** Has the content of an upload read, once it belongs to someone: a report of no one tells nothing. */
export async function enqueueFirstReading(tx: Transaction, fileId: number): Promise<void> {
  const [shown] = await tx
    .select({ id: fileVersions.id, fileId: files.id, fileType: fileVersions.fileType })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.storageKey, files.storageKey))
    .where(eq(files.id, fileId))
  if (shown) await enqueueReading(tx, shown)
}

/** How long a run takes at most, but for what it is reading then. It is asked to run every minute. */
const runMs = 40_000
/** Rests for as long as reading took, times this: everything else comes first. */
const restFactor = 1
const batchSize = 20
/** A machine that stopped during a reading is no fault of the document. */
const maxAttempts = 2

/** Reads the queue, the newest first, with pauses, so that a backlog slows no one down. */
export async function readWaitingReports(ctx: JobCtx): Promise<void> {
  const { db, signal } = ctx
  const end = Date.now() + runMs
  for (;;) {
    const waiting = await listWaiting(db)
    if (waiting.length === 0) return
    for (const { versionId } of waiting) {
      if (signal.aborted || Date.now() > end) return
      const began = Date.now()
      await readStoredReport(ctx, versionId)
      const rest = restFactor * (Date.now() - began)
      await delay(Math.min(rest, Math.max(0, end - Date.now())), undefined, { signal }).catch(
        () => undefined,
      )
    }
  }
}

/** Reads one content, if it still waits and may be read: it belongs to someone, is shown, and its virus check is done. */
export async function readStoredReport(ctx: JobCtx, versionId: number): Promise<void> {
  const { db, storage, signal } = ctx
  const version = await claimWaiting(db, versionId)
  if (!version) return
  const giveBackAndThrow = async (error: unknown): Promise<never> => {
    await giveBack(db, versionId)
    throw error
  }
  const mayRead = version.attempts <= maxAttempts
  const bytes = mayRead ? await readEitherCopy(storage, version).catch(giveBackAndThrow) : null
  const reading: ReportReading = bytes
    ? await runReading({ bytes, fileType: version.fileType, signal })
    : { state: 'failed' }
  if (signal.aborted) return giveBack(db, versionId)
  if (reading.state === 'failed' && bytes && version.attempts < maxAttempts) return
  await db
    .update(fileReadings)
    .set({
      state: reading.state,
      scores: reading.state === 'done' ? reading.scores : [],
      readAt: sql`now()`,
    })
    .where(and(eq(fileReadings.versionId, versionId), eq(fileReadings.state, 'waiting')))
}

const isReadable = and(
  eq(fileReadings.state, 'waiting'),
  eq(files.storageKey, fileVersions.storageKey),
  isNull(files.quarantine),
  isNotNull(files.userId),
)

async function listWaiting(db: Database) {
  return db
    .select({ versionId: fileReadings.versionId })
    .from(fileReadings)
    .innerJoin(fileVersions, eq(fileVersions.id, fileReadings.versionId))
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(isReadable)
    .orderBy(desc(fileReadings.versionId))
    .limit(batchSize)
}

/** Counts the attempt before it is made. */
async function claimWaiting(db: Database, versionId: number) {
  const [claimed] = await db
    .update(fileReadings)
    .set({ attempts: sql`${fileReadings.attempts} + 1` })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(
      and(
        eq(fileReadings.versionId, versionId),
        eq(fileVersions.id, fileReadings.versionId),
        isReadable,
      ),
    )
    .returning({
      attempts: fileReadings.attempts,
      storageKey: fileVersions.storageKey,
      fileType: fileVersions.fileType,
      fileSize: fileVersions.fileSize,
    })
  return claimed ?? null
}

/** Stopped half way, or without a storage that answers, it was no attempt. */
async function giveBack(db: Database, versionId: number): Promise<void> {
  await db
    .update(fileReadings)
    .set({ attempts: sql`${fileReadings.attempts} - 1` })
    .where(eq(fileReadings.versionId, versionId))
}
