import { and, eq, sql } from 'drizzle-orm'
import { addJob } from '../../db/add-job'
import type { Database } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import type { FileStorage } from '../../storage/port'
import type { ScanResult, VirusScanner } from '../../storage/virus-scanner'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { notifySupport } from '../mail/notify-support'

const scanMs = 30_000
const batchSize = 500
/** It is asked to run every minute. */
const runMs = 45_000
/** So many in a row without an answer, and the scanner is taken to be away. */
const maxUnanswered = 3

interface ScanDeps {
  db: Database
  mail: MailDeps
  storage: FileStorage
  scanner: VirusScanner | null
}

type WaitingFile = Awaited<ReturnType<typeof listWaiting>>[number]

/**
 * Checks the documents that came while the virus scanner was away. Clean ones become readable;
 * of infected ones the bytes are removed and the row stays, rejected, so that their owner learns why.
 */
export async function scanWaitingFiles(deps: ScanDeps): Promise<void> {
  const { db, storage, scanner } = deps
  if (!scanner) return
  const end = Date.now() + runMs
  let unanswered = 0
  for (const file of await listWaiting(db)) {
    if (unanswered === maxUnanswered || Date.now() > end) return
    const content =
      (await storage.open(file.storageKey)) ?? (await storage.openBackup(file.storageKey))
    // Missing bytes are told apart when the file is opened.
    if (!content) continue
    const result = await scanner.scan(content.stream(), scanMs)
    unanswered = result === 'unavailable' ? unanswered + 1 : 0
    if (result === 'clean') await release(db, file)
    else if (result !== 'unavailable') await removeInfected(deps, file, result)
  }
}

/** In any order, so that one on which the scanner chokes does not hold up the others. */
async function listWaiting(db: Database) {
  return db
    .select({ id: files.id, storageKey: files.storageKey, sha256: files.sha256 })
    .from(files)
    .where(eq(files.quarantine, 'waiting'))
    .orderBy(sql`random()`)
    .limit(batchSize)
}

/** True of the content that was scanned, and of no other that came meanwhile. */
const showsStill = ({ id, storageKey }: WaitingFile) =>
  and(eq(files.id, id), eq(files.storageKey, storageKey), eq(files.quarantine, 'waiting'))

async function release(db: Database, file: WaitingFile): Promise<void> {
  await db.update(files).set({ quarantine: null }).where(showsStill(file))
}

async function removeInfected(
  { db, mail }: ScanDeps,
  file: WaitingFile,
  { signature }: Exclude<ScanResult, string>,
): Promise<void> {
  const { id, sha256 } = file
  await db.transaction(async (tx) => {
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
    await recordEvent(tx, { action: 'file.found-infected', object: `file:${id}`, details })
    await notifySupport(tx, mail, {
      text: 'A virus was found in a document',
      path: `/admin/reports?open=${id}`,
    })
  })
}
