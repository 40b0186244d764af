import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { holdBackupLock } from '../../db/backup-lock'
import type { Database } from '../../db/client'
import { fileVersions } from '../../db/schema/files'
import { copies } from '../../storage/port'
import { missing, readCopy } from '../../storage/read-content'
import { readSaved, type CheckedBackup } from './check-backup'
import { eachContent, type Documents } from './copy-contents'

/**
 * Puts back the documents that the database knows and the storage has lost, or has damaged, in both copies; one
 * that can't be read stays as it is. The portal may run. Their keys are in the database, so a backup of any age will do. Returns how many came back.
 */
export async function restoreDocuments(
  target: { db: Database; databaseUrl: string; documents: Documents },
  { manifest, place, damaged }: CheckedBackup,
): Promise<number> {
  const { db, databaseUrl, documents } = target
  const { raw, opened } = documents
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'credit-partner-restore',
    keepAlive: true,
  })
  // Without the connection the lock is gone; the next statement tells.
  client.on('error', () => undefined)
  await client.connect()
  let restored = 0
  try {
    // Nothing that someone deletes meanwhile comes back.
    await holdBackupLock(client)
    await eachContent(place, manifest, async (content) => {
      const { storageKey } = content
      if (damaged.has(storageKey)) return
      const readings = await Promise.all(copies.map((copy) => readCopy(opened, copy, content)))
      // One that can't be read now may be whole.
      if (!readings.every(({ flaw, isDamaged }) => flaw === missing || isDamaged)) return
      if ((await db.$count(fileVersions, eq(fileVersions.storageKey, storageKey))) === 0) return
      const saved = await readSaved(place, content)
      await client.query('select')
      await raw.remove(storageKey)
      await raw.keep(storageKey, saved)
      restored += 1
    })
  } finally {
    await client.end()
  }
  return restored
}
