import { asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../../ctx'
import type { Database, Transaction } from '../../../db/client'
import { files, fileVersions } from '../../../db/schema/files'
import { missing, readCopy } from '../../../storage/read-content'
import { noteDamage } from '../../files/queries'

export type OwnDocument = Awaited<ReturnType<typeof listOwnDocuments>>[number]
export type OwnVersion = OwnDocument['versions'][number]

/** Someone's documents, the oldest first, each with every content that is kept of it. */
export async function listOwnDocuments(tx: Transaction, userId: number) {
  const owned = await tx.select().from(files).where(eq(files.userId, userId)).orderBy(asc(files.id))
  const ids = owned.map(({ id }) => id)
  const versions = ids.length
    ? await tx
        .select()
        .from(fileVersions)
        .where(inArray(fileVersions.fileId, ids))
        .orderBy(asc(fileVersions.id))
    : []
  return owned.map((file) => ({
    ...file,
    versions: versions
      .filter(({ fileId }) => fileId === file.id)
      .map((version) => ({ ...version, isShown: version.storageKey === file.storageKey })),
  }))
}

/** Why a content is not in someone's copy. */
export type LeftOut = 'waiting for its virus check' | 'missing' | 'damaged'

/** The bytes of a content, from its second copy when the first is not whole; or why there are none. */
export async function readWhole(
  { db, storage, logger }: Ctx & { db: Database },
  document: OwnDocument,
  version: OwnVersion,
): Promise<Buffer | LeftOut> {
  if (document.quarantine && version.isShown) return 'waiting for its virus check'
  const { bytes, flaw, isDamaged } = await readCopy(storage, 'content', version)
  if (bytes) return bytes
  if (flaw !== missing) logger.error({ flaw }, 'a stored file is damaged')
  if (isDamaged) await noteDamage(db, version.storageKey, true)
  const copy = await readCopy(storage, 'backup', version)
  if (copy.bytes) return copy.bytes
  return flaw === missing && copy.flaw === missing ? 'missing' : 'damaged'
}

/** Characters that some system's file names may not hold, and those that hide or turn others around. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/** File systems take no longer name. */
const maxNameBytes = 255

/**
 * The path of a document's content in an archive: safe to unpack anywhere, and like no other, as the
 * numbers come first.
 */
export function entryName(of: { document: number; version: number; fileName: string }): string {
  const { document, version, fileName } = of
  const safe = fileName.replaceAll(unsafe, '_').replace(/[\s.]+$/u, '')
  const numbers = `${document}-version-${version}-`
  return `documents/${numbers}${shorten(safe || 'document', maxNameBytes - numbers.length)}`
}

/** Cuts a name to so many bytes of UTF-8, before its ending. */
function shorten(name: string, bytes: number): string {
  const ending = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? ''
  let left = bytes - Buffer.byteLength(ending)
  const kept: string[] = []
  for (const { segment } of new Intl.Segmenter().segment(
    name.slice(0, name.length - ending.length),
  )) {
    left -= Buffer.byteLength(segment)
    if (left < 0) break
    kept.push(segment)
  }
  return kept.join('') + ending
}
