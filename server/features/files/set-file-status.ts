import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FileDecision } from '@shared/files'
import type { Database, Transaction } from '../../db/client'
import { checkBasis, decidedColumns } from '../../db/review'
import { files, fileVersions } from '../../db/schema/files'
import { conflict, notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { getReviewedFile, type ReviewedFileRow } from './queries'

export async function setFileStatus(input: {
  db: Database
  fileId: number
  decision: FileDecision
  by: Actor
}): Promise<ReviewedFileRow> {
  const { db, fileId, decision, by } = input
  return db.transaction(async (tx) => {
    const before = await lockStatus(tx, fileId)
    if (!before) throw notFound()
    checkBasis(before.status, decision)
    await tx.update(files).set(decidedColumns(decision)).where(eq(files.id, fileId))
    await recordEvent(tx, by, 'file.status-changed', {
      object: `file:${fileId}`,
      details: { status: decision.status },
    })
    if (decision.status === 'approved') await markShownContent(tx, fileId)
    const file = await getReviewedFile(tx, fileId)
    if (!file) throw notFound()
    if (decision.basedOnVersion && decision.basedOnVersion !== file.sha256) {
      throw conflict('The document was replaced in the meantime. Please look at it again.')
    }
    return file
  })
}

async function lockStatus(tx: Transaction, fileId: number) {
  const [row] = await tx
    .select({ status: files.status })
    .from(files)
    .where(eq(files.id, fileId))
    .for('update')
  return row
}

/** Approved contents are kept longest when there are too many. */
async function markShownContent(tx: Transaction, fileId: number): Promise<void> {
  const shown = tx.select({ storageKey: files.storageKey }).from(files).where(eq(files.id, fileId))
  await tx
    .update(fileVersions)
    .set({ approvedAt: sql`now()` })
    .where(and(eq(fileVersions.storageKey, shown), isNull(fileVersions.approvedAt)))
}
