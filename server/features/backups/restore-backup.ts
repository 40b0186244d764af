import { Readable } from 'node:stream'
import { Client } from 'pg'
import type { DatabaseUrls } from '../../db/database-urls'
import { migrateDatabase } from '../../db/migrate'
import type { FileStorage } from '../../storage/port'
import { readSaved, type CheckedBackup } from './check-backup'
import { eachContent } from './listed-contents'
import { loadDatabase } from './load-database'
import { requireEmptyDatabase, requireEmptyStorage } from './require-empty'

/**
 * Puts a backup that was checked into an empty database and an empty storage. The rows come last and all at
 * once: whatever breaks it off leaves a portal without people, never half of them. Damaged documents are left
 * out.
 */
export async function restoreBackup(
  target: { database: DatabaseUrls; stored: FileStorage },
  { manifest, place, damaged }: CheckedBackup,
): Promise<void> {
  const { database, stored } = target
  const client = new Client({
    connectionString: database.ownerUrl,
    application_name: 'credit-partner-restore',
  })
  await client.connect()
  try {
    await requireEmptyDatabase(client, manifest.migratedTo)
    await requireEmptyStorage(stored)
    await migrateDatabase(database, { upTo: manifest.migratedTo })
    await eachContent(place, manifest, async (content) => {
      if (damaged.has(content.storageKey)) return
      const staged = await stored.stage(Readable.from([await readSaved(place, content)]))
      await stored.keep(staged, content.storageKey)
    })
    await loadDatabase(client, place, manifest)
  } finally {
    await client.end()
  }
  await migrateDatabase(database)
}
