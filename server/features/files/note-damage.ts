import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { fileVersions } from '../../db/schema/files'

/** Remembers whether a content was damaged when it was last read, for those who only ask. */
export async function noteDamage(
  db: Database,
  storageKey: string,
  isDamaged: boolean,
): Promise<void> {
  await db.update(fileVersions).set({ isDamaged }).where(eq(fileVersions.storageKey, storageKey))
}
