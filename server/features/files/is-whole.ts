import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../db/client'
import { fileVersions } from '../../db/schema/files'
import type { OpenedContent } from '../../storage/port'
import { findFlawIn } from './find-flaw'

/**
 * Whether the bytes of a content are those that were stored. They are read when this process has not
 * read them before, or when they have changed since. Damage is logged, and noted for all processes.
 */
export async function isWhole(input: {
  db: Database
  logger: Logger
  content: OpenedContent
  version: {
    storageKey: string
    fileSize: number
    sha256: string
    damagedFingerprint: string | null
  }
}): Promise<boolean> {
  const { db, logger, content, version } = input
  const { storageKey, damagedFingerprint } = version
  const isKnownDamage = content.fingerprint === damagedFingerprint
  if (!isKnownDamage) {
    if (content.knownChecksum() === version.sha256) return true
    const flaw = await findFlawIn(content, version)
    if (!flaw) return true
    if (flaw.damagedFingerprint) await noteDamage(db, storageKey, flaw.damagedFingerprint)
  }
  logger.error('a stored file is damaged')
  return false
}

/** So that no one has to read these bytes again to know it; null: they are whole after all. */
export async function noteDamage(
  db: Database,
  storageKey: string,
  damagedFingerprint: string | null,
): Promise<void> {
  await db
    .update(fileVersions)
    .set({ damagedFingerprint })
    .where(eq(fileVersions.storageKey, storageKey))
}
