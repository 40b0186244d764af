import type { ReviewDecision } from '@shared/review'
import type { Transaction } from '../../db/client'
import { checkBasis } from '../../db/review'
import type { bulkRunItems, bulkRuns } from '../../db/schema/bulk-runs'
import { notFound } from '../../errors'
import type { EventSource } from '../audit/record-event'
import { deleteFile } from '../files/delete-file'
import { getReviewedFile } from '../files/queries'
import { setFileStatus } from '../files/set-file-status'
import type { MailDeps } from '../mail/find-sender'
import { composeMail } from '../mail/manage-outbox'
import { deleteUser } from '../users/delete-user'
import { getUser } from '../users/queries'
import { setUserStatus } from '../users/set-user-status'

export type BulkRun = typeof bulkRuns.$inferSelect
export type BulkItem = typeof bulkRunItems.$inferSelect

/** There is nothing to do; the message says why. */
export class Unneeded extends Error {}

/**
 * Does to one person or document what the run is for, through the same operations as a click. Throws
 * what they throw, and 409 when the status is no longer the one that was seen.
 */
export async function actOnItem(
  tx: Transaction,
  { run, item, mail }: { run: BulkRun; item: BulkItem; mail: MailDeps },
): Promise<void> {
  const { objectId } = item
  const { action } = run
  const by: EventSource = {
    id: run.startedBy,
    ip: run.ip,
    ...(run.requestId && { requestId: run.requestId }),
  }
  if (action === 'approve' || action === 'reject') {
    const decision = readDecision(run, item)
    if (run.of === 'users') await setUserStatus({ db: tx, mail, userId: objectId, decision, by })
    else await setFileStatus({ db: tx, mail, fileId: objectId, decision, by })
    return
  }
  const found = await (run.of === 'users' ? getUser : getReviewedFile)(tx, objectId)
  if (!found) throw notFound()
  if (action === 'delete') {
    checkBasis(found.status, { basedOn: item.seenStatus })
    if (run.of === 'users') await deleteUser({ db: tx, userId: objectId, by })
    else await deleteFile({ db: tx, fileId: objectId, by })
    return
  }
  if (!run.mail || !('email' in found)) throw new Error('Only people are written to.')
  await composeMail({ ...mail, db: tx, draft: { to: found.email, ...run.mail }, by })
}

function readDecision(run: BulkRun, { seenStatus }: BulkItem): ReviewDecision {
  const status = run.action === 'approve' ? 'approved' : 'rejected'
  if (seenStatus === status) throw new Unneeded(`Was ${status} already.`)
  return { status, basedOn: seenStatus, ...(run.reason && { reason: run.reason }) }
}
