import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import type { Database } from './client'
import { fileVersions, contentKeys } from './schema/files'
import type { SealedColumn, Sealer } from './sealing'
import { drawId, idRanges, isIn } from './ids'

export const sealedContentKey = (id: number): SealedColumn => ({
  table: 'content_keys',
  column: 'sealed_key',
  id,
})

export function createContentKeys(db: Database, sealer: Sealer) {
  return {
    async add(storageKey: string, key: Buffer): Promise<void> {
      const id = await drawId(db, contentKeys)
      const sealedKey = sealer.seal(key.toString('base64'), sealedContentKey(id))
      await db.insert(contentKeys).values({ id, storageKey, sealedKey })
    },

    async find(storageKey: string): Promise<Buffer | null> {
      const [row] = await db
        .select({ id: contentKeys.id, sealedKey: contentKeys.sealedKey })
        .from(contentKeys)
        .where(eq(contentKeys.storageKey, storageKey))
      return row ? openKey(sealer, row) : null
    },

    async remove(storageKey: string): Promise<void> {
      await db
        .delete(contentKeys)
        .where(and(eq(contentKeys.storageKey, storageKey), isOfNoFile(db)))
    },
  }
}

function openKey(sealer: Sealer, row: { id: number; sealedKey: string }): Buffer {
  try {
    return Buffer.from(sealer.open(row.sealedKey, sealedContentKey(row.id)), 'base64')
  } catch (error) {
    // For the operator, who reads it in the log or from fsck.
    throw new Error('DATA_KEY does not open its key', { cause: error })
  }
}

/** Removes keys that are older than so many days and that no file has come to: their upload broke off. */
export async function removeStrayKeys(db: Database, days: number): Promise<number> {
  let removed = 0
  for await (const range of idRanges(db, contentKeys)) {
    const { rowCount } = await db
      .delete(contentKeys)
      .where(
        and(
          isIn(contentKeys.id, range),
          lt(contentKeys.createdAt, sql`now() - make_interval(days => ${days})`),
          isOfNoFile(db),
        ),
      )
    removed += rowCount ?? 0
  }
  return removed
}

/** As long as a file has the content, or had it before, its key stays. */
const isOfNoFile = (db: Database) =>
  notExists(
    db
      .select({ id: fileVersions.id })
      .from(fileVersions)
      .where(eq(fileVersions.storageKey, contentKeys.storageKey)),
  )
