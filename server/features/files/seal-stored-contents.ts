import { randomUUID } from 'node:crypto'
import { dirname, extname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { addJob } from '../../db/add-job'
import type { Database, Transaction } from '../../db/client'
import { idRanges, type IdRange } from '../../db/id-ranges'
import { contentKeys } from '../../db/schema/content-keys'
import { files, fileVersions } from '../../db/schema/files'
import type { FileStorage } from '../../storage/port'
import { portalItself, recordEvent } from '../audit/record-event'
import { findFlaw } from './find-flaw'
import { lockContent } from './queries'
import { stageIntact } from './stage-intact'

const batchSize = 50
/** Of the time that sealing took: readers and uploads come first. */
const restFactor = 1
/** Who has asked for a document still finds it where it was. */
const plainMs = 60 * 60 * 1000

interface Sealing {
  db: Database
  /** Seals what it is to keep. */
  storage: FileStorage
  /** Hears from time to time how many are sealed. */
  report?: (sealed: number) => void
}

type PlainVersion = Awaited<ReturnType<typeof listPlain>>[number]
type SealedVersion = PlainVersion & { sealedStorageKey: string }

export interface SealingResult {
  sealed: number
  /** `File 7, version 9`, of which no copy is intact. */
  unsealable: string[]
}

/**
 * Seals every content that is stored as it came, beside a running portal: under another storage key, read
 * back before its row is changed. The plain bytes go an hour later. A run that was broken off is simply
 * started again. Throws when a disk is nearly full.
 */
export async function sealStoredContents(input: Sealing): Promise<SealingResult> {
  const { db, storage } = input
  const result: SealingResult = { sealed: 0, unsealable: [] }
  for await (const range of idRanges(db, fileVersions, batchSize)) {
    const began = Date.now()
    const sealed: SealedVersion[] = []
    for (const version of await listPlain(db, range)) {
      const sealedStorageKey = await sealContent(storage, version)
      if (sealedStorageKey) sealed.push({ ...version, sealedStorageKey })
      else result.unsealable.push(`File ${version.fileId}, version ${version.id}`)
    }
    if (sealed.length === 0) continue
    result.sealed += await showSealed(input, sealed)
    input.report?.(result.sealed)
    await delay(restFactor * (Date.now() - began))
  }
  return result
}

async function listPlain(db: Database, { after, upTo }: IdRange) {
  return (
    db
      .select({
        id: fileVersions.id,
        fileId: fileVersions.fileId,
        storageKey: fileVersions.storageKey,
        fileSize: fileVersions.fileSize,
        sha256: fileVersions.sha256,
      })
      .from(fileVersions)
      .leftJoin(contentKeys, eq(contentKeys.storageKey, fileVersions.storageKey))
      .where(and(gt(fileVersions.id, after), lte(fileVersions.id, upTo), isNull(contentKeys.id)))
      // In the order in which everyone locks files.
      .orderBy(asc(fileVersions.fileId), asc(fileVersions.id))
  )
}

/** Keeps a sealed content beside the plain one. Returns its storage key; null when no copy is intact. */
async function sealContent(storage: FileStorage, version: PlainVersion): Promise<string | null> {
  const { storageKey, sha256 } = version
  if (!(await storage.hasRoom()))
    throw new Error('Less than a tenth of a disk is free. Make room first.')
  const staged =
    (await stageIntact(storage, await storage.open(storageKey), sha256)) ??
    (await stageIntact(storage, await storage.openBackup(storageKey), sha256))
  if (!staged) return null
  const sealedStorageKey = `${dirname(storageKey)}/${randomUUID()}${extname(storageKey)}`
  try {
    await storage.keep(staged, sealedStorageKey)
  } finally {
    await storage.discard(staged)
  }
  const flaw =
    (await findFlaw(() => storage.open(sealedStorageKey), version)) ??
    (await findFlaw(() => storage.openBackup(sealedStorageKey), version))
  if (flaw) throw new Error(`${sealedStorageKey}, sealed just now, ${flaw.what}`)
  return sealedStorageKey
}

/** Puts sealed contents in the place of the plain ones. Returns of how many. */
async function showSealed({ db, storage }: Sealing, sealed: SealedVersion[]): Promise<number> {
  const gone: SealedVersion[] = []
  await db.transaction(async (tx) => {
    for (const version of sealed) if (!(await moveVersion(tx, version))) gone.push(version)
    const moved = sealed.filter((version) => !gone.includes(version))
    if (moved.length === 0) return
    const storageKeys = moved.map(({ storageKey }) => storageKey)
    await addJob(tx, 'remove-contents', { storageKeys }, { runAt: new Date(Date.now() + plainMs) })
    await recordEvent(tx, portalItself, 'documents.sealed', { details: { count: moved.length } })
  })
  for (const { sealedStorageKey } of gone) await storage.remove(sealedStorageKey)
  return sealed.length - gone.length
}

/** False when the content was removed meanwhile. */
async function moveVersion(tx: Transaction, version: SealedVersion): Promise<boolean> {
  const { id, fileId, storageKey, sealedStorageKey } = version
  const locked = await lockContent(tx, fileId)
  const moved = await tx
    .update(fileVersions)
    .set({ storageKey: sealedStorageKey, checkedAt: sql`now()`, damagedFingerprint: null })
    .where(and(eq(fileVersions.id, id), eq(fileVersions.storageKey, storageKey)))
    .returning({ id: fileVersions.id })
  if (moved.length === 0) return false
  if (locked?.storageKey === storageKey) {
    await tx.update(files).set({ storageKey: sealedStorageKey }).where(eq(files.id, fileId))
  }
  return true
}
