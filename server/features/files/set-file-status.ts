import type { FileDecision } from '@shared/files'
import type { Database } from '../../db/client'
import { writeDecision } from '../../db/review'
import { files } from '../../db/schema/files'
import { conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { getReviewedFile, type ReviewedFileRow } from './queries'

export async function setFileStatus(input: {
  db: Database
  fileId: number
  decision: FileDecision
  actorId: number
  ip: string | undefined
}): Promise<ReviewedFileRow> {
  const { db, fileId, decision, actorId, ip } = input
  return db.transaction(async (tx) => {
    if (!(await writeDecision(tx, files, fileId, decision))) throw notFound()
    await recordEvent(tx, {
      action: 'file.status-changed',
      actorId,
      object: `file:${fileId}`,
      ip,
      details: { status: decision.status },
    })
    const file = await getReviewedFile(tx, fileId)
    if (!file) throw notFound()
    if (decision.basedOnVersion && decision.basedOnVersion !== file.sha256) {
      throw conflict('The document was replaced in the meantime. Please look at it again.')
    }
    return file
  })
}
