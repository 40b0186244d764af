import { and, eq, sql } from 'drizzle-orm'
import type { QuarantineState } from '@shared/files'
import type { Ctx, EventSource } from '../../ctx'
import { addJob } from '../../db/add-job'
import type { Queryable } from '../../db/client'
import { noteOutage, noteWorking } from '../../db/outages'
import { files, fileVersions } from '../../db/schema/files'
import { unsupportedType } from '../../errors'
import { readEitherCopy } from '../../storage/read-content'
import { isScanning, type VirusScanner } from '../../storage/virus-scanner'
import { recordEvent } from '../audit/record-event'
import { notifySupport } from '../mail/notify-support'
import { lockContent } from './queries'
import type { NewContent } from './store-content'

/** The sender waits for it, and gets no answer until it is done. */
const scanMs = 15_000
/** A scanner that left the last upload without an answer holds up the next ones no longer than that. */
const scanAgainMs = 1_000
const silent = new WeakSet<VirusScanner>()

/**
 * Asks the virus scanner about received content. Throws 415 for infected content; `waiting` while
 * the scanner does not answer, so that no one reads the content before it was checked. `object` is for the audit trail.
 */
export async function scanForViruses(
  ctx: Ctx<EventSource>,
  { bytes, columns }: NewContent,
  object?: string,
): Promise<QuarantineState | null> {
  const { scanner } = ctx
  if (!scanner) return null
  const ms = silent.has(scanner) ? scanAgainMs : scanMs
  const { result, isAway } = await scan(ctx, scanner, bytes, ms)
  if (isAway) silent.add(scanner)
  else silent.delete(scanner)
  if (result === 'clean') return null
  if (result === 'unavailable') return 'waiting'
  const details = { signature: result.signature, sha256: columns.sha256 }
  await recordEvent(ctx, 'file.refused-infected', object, details)
  throw unsupportedType(
    'Our virus check found something harmful in this file. Please upload a clean copy.',
  )
}

async function scan(
  { db }: Pick<Ctx<EventSource>, 'db'>,
  scanner: VirusScanner,
  bytes: Buffer,
  ms: number,
) {
  const result = await scanner.scan(bytes, ms)
  const isAway = result === 'unavailable' && !(await isScanning(scanner, scanAgainMs))
  await (isAway ? noteOutage : noteWorking)(db, 'scanner')
  return { result, isAway }
}

const waitingScanMs = 30_000
const batchSize = 500
/** It is asked to run every minute. */
const runMs = 45_000

type WaitingFile = Awaited<ReturnType<typeof listWaiting>>[number]

/**
 * Checks the documents that came while the virus scanner was away. Clean ones become readable;
 * of infected ones the bytes are removed and the row stays, rejected, so that their owner learns why.
 */
export async function scanWaitingFiles(ctx: Ctx<EventSource>): Promise<void> {
  const { db, scanner } = ctx
  if (!scanner) return
  const end = Date.now() + runMs
  for (const file of await listWaiting(db)) {
    if (Date.now() > end) return
    const scanned = await scanStored(ctx, scanner, file)
    if (scanned === 'unreadable') continue
    const { result, isAway } = scanned
    if (isAway) return
    if (result === 'clean') await release(db, file)
    else if (result !== 'unavailable') await removeInfected(ctx, file, result)
  }
}

/** In random order, so that one that the scanner cannot handle does not hold up the others. */
async function listWaiting(db: Queryable) {
  return db
    .select()
    .from(files)
    .where(eq(files.quarantine, 'waiting'))
    .orderBy(sql`random()`)
    .limit(batchSize)
}

const unreadable = 'unreadable'

/** `unreadable`: missing bytes too. One such document must not hold up the others; fsck names it. */
async function scanStored(ctx: Ctx<EventSource>, scanner: VirusScanner, file: WaitingFile) {
  try {
    const bytes = await readEitherCopy(ctx.storage, file)
    return bytes ? await scan(ctx, scanner, bytes, waitingScanMs) : unreadable
  } catch {
    return unreadable
  }
}

/** True of the content that was scanned, also when the same was sent again; of no other. */
const showsStill = ({ id, sha256 }: WaitingFile) => and(eq(files.id, id), eq(files.sha256, sha256))

async function release(db: Queryable, file: WaitingFile): Promise<void> {
  await db
    .update(files)
    .set({ quarantine: null })
    .where(and(showsStill(file), eq(files.quarantine, 'waiting')))
}

async function removeInfected(
  ctx: Ctx<EventSource>,
  file: WaitingFile,
  { signature }: { signature: string },
): Promise<void> {
  const { id, sha256 } = file
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    // Held, so that nothing comes between what it shows and the versions that go.
    if (!(await lockContent(tx, id))) return
    await tx
      .update(files)
      .set({
        quarantine: 'infected',
        status: 'rejected',
        statusReason: `The virus check found ${signature} in this document, so it was removed.`,
        statusAt: sql`now()`,
      })
      .where(showsStill(file))
    const removed = await tx
      .delete(fileVersions)
      .where(and(eq(fileVersions.fileId, id), eq(fileVersions.sha256, sha256)))
      .returning({ storageKey: fileVersions.storageKey })
    if (removed.length === 0) return
    await addJob(tx, 'remove-contents', { storageKeys: removed.map((row) => row.storageKey) })
    const details = { signature, sha256 }
    await recordEvent(inTx, 'file.found-infected', `file:${id}`, details)
    await notifySupport(inTx, {
      text: 'A virus was found in a document',
      path: `/admin/reports?open=${id}`,
    })
  })
}
