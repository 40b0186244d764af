import { eq } from 'drizzle-orm'
import type { FileDecision } from '@shared/files'
import type { Queryable } from '../../db/client'
import { checkBasis, decidedColumns, lockReviewed } from '../../db/review'
import { files } from '../../db/schema/files'
import { conflict, notFound } from '../../errors'
import type { EventSource } from '../audit/record-event'
import { recordDecision } from '../decisions/record-decisions'
import type { MailDeps } from '../mail/find-sender'
import { queueRefusalMail, replaceDecisionMails } from '../mail/queue-decision-mail'
import { markApprovedContent } from './mark-approved-content'
import { getReviewedFile, type ReviewedFileRow } from './queries'

/** Sets any status from any other; the owner of a rejected document hears of it by mail. */
export async function setFileStatus(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  /** Null: no mail is sent. */
  mail: MailDeps | null
  fileId: number
  decision: FileDecision
  by: EventSource
}): Promise<ReviewedFileRow & { decisionId: number }> {
  const { db, mail, fileId, decision, by } = input
  return db.transaction(async (tx) => {
    const found = await lockReviewed(tx, files, fileId)
    if (!found) throw notFound()
    const before = { id: fileId, ...found }
    checkBasis(before.status, decision)
    const decisionId = await recordDecision(tx, { kind: 'file', subject: before, decision, by })
    await tx.update(files).set(decidedColumns(decision)).where(eq(files.id, fileId))
    if (decision.status === 'approved') await markApprovedContent(tx, [fileId])
    const file = await getReviewedFile(tx, fileId)
    if (!file) throw notFound()
    if (decision.basedOnVersion && decision.basedOnVersion !== file.sha256) {
      throw conflict('The document was replaced in the meantime. Please look at it again.')
    }
    const kind = 'file'
    const isNews = await replaceDecisionMails(tx, { kind, before, decision })
    const about = { kind, name: file.fileName, userId: file.userId } as const
    if (mail && isNews) await queueRefusalMail(tx, mail, { decisionId, decision, ...about })
    return { ...file, decisionId }
  })
}
