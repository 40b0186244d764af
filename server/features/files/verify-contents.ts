import { setTimeout as delay } from 'node:timers/promises'
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { JobCtx } from '../../ctx'
import type { Database } from '../../db/client'
import { fileVersions } from '../../db/schema/files'
import { readCopy } from '../../storage/read-content'

/** It is asked to run every minute. */
const runMs = 20_000
/** Rests for the time that reading took, times this: readers and uploads come first. */
const restFactor = 2
const batchSize = 50
/** A content is due before its time is up, so that all of them are read in time. */
const hoursPerDay = 0.9 * 24

type Verification = Pick<JobCtx, 'db' | 'storage' | 'logger' | 'signal'>

type Version = Awaited<ReturnType<typeof listDue>>[number]

/**
 * Reads the contents, and their copies, that no one has verified for nearly `days` days, the longest
 * waiting first; damaged ones every day. Takes up where the last run ended.
 */
export async function verifyContents(input: Verification & { days: number }): Promise<void> {
  const { db, signal, days } = input
  const end = Date.now() + runMs
  for (;;) {
    const due = [...(await listDamaged(db)), ...(await listDue(db, days))]
    if (due.length === 0) return
    for (const version of due) {
      if (signal.aborted || Date.now() > end) return
      const began = Date.now()
      await verifyVersion(input, version)
      await rest(restFactor * (Date.now() - began), signal)
    }
  }
}

async function verifyVersion({ db, storage, logger }: Verification, version: Version) {
  const { id, fileId } = version
  const content = await readCopy(storage, 'content', version)
  const copy = await readCopy(storage, 'backup', version)
  const noted = await db
    .update(fileVersions)
    .set({ checkedAt: sql`now()`, isDamaged: content.isDamaged })
    .where(eq(fileVersions.id, id))
    .returning({ id: fileVersions.id })
  // Deleted while it was read, it lacks nothing.
  if (noted.length === 0) return
  for (const [name, { flaw }] of Object.entries({ content, 'backup copy': copy })) {
    if (!flaw) continue
    const problem = `the ${name} ${flaw}`
    logger.error({ file: fileId, version: id, problem }, 'a stored file is damaged')
  }
}

const lastCheck = sql`coalesce(${fileVersions.checkedAt}, ${fileVersions.createdAt})`

const listDue = (db: Database, days: number) => listUnchecked(db, Math.round(days * hoursPerDay))

/** A content that could not be read right once may be whole after all. */
const listDamaged = (db: Database) => listUnchecked(db, 24, eq(fileVersions.isDamaged, true))

async function listUnchecked(db: Database, hours: number, filter?: SQL) {
  return db
    .select()
    .from(fileVersions)
    .where(and(sql`${lastCheck} < now() - make_interval(hours => ${hours})`, filter))
    .orderBy(asc(lastCheck))
    .limit(batchSize)
}

const rest = (milliseconds: number, signal: AbortSignal) =>
  delay(milliseconds, undefined, { signal }).catch(() => undefined)
