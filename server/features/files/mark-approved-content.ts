import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'

/** Marks what these files show now: approved contents are kept longest when there are too many. */
export async function markApprovedContent(tx: Transaction, fileIds: number[]): Promise<void> {
  const shown = tx
    .select({ storageKey: files.storageKey })
    .from(files)
    .where(inArray(files.id, fileIds))
  await tx
    .update(fileVersions)
    .set({ approvedAt: sql`now()` })
    .where(and(inArray(fileVersions.storageKey, shown), isNull(fileVersions.approvedAt)))
}
