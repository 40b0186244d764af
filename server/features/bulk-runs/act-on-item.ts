import { eq, sql } from 'drizzle-orm'
import { kindOfList } from '@shared/list-choices'
import type { ReviewDecision } from '@shared/review'
import type { EventSource } from '../../ctx'
import type { Transaction } from '../../db/client'
import { checkBasis } from '../../db/review'
import { onlyRow } from '../../db/only-row'
import { bulkRuns, type bulkRunItems } from '../../db/schema/bulk-runs'
import { conflict, notFound } from '../../errors'
import { deleteCredential } from '../credentials/delete-credential'
import { getCredential } from '../credentials/queries'
import { decide } from '../decisions/decide'
import { readBases } from '../decisions/read-basis'
import { undoDecision } from '../decisions/undo-decision'
import { deleteFile } from '../files/delete-file'
import { getReviewedFile } from '../files/queries'
import type { MailDeps } from '../mail/find-sender'
import { composeMail } from '../mail/manage-outbox'
import { askQuestion } from '../questions/ask-question'
import { undoQuestion } from '../questions/undo-question'
import { deleteUser } from '../users/erase-account'
import { getUser } from '../users/queries'
import { decisionsOf, questionsOf } from './queries'

export type BulkRun = typeof bulkRuns.$inferSelect
export type BulkItem = typeof bulkRunItems.$inferSelect

/** There is nothing to do; the message says why. */
export class AlreadyDone extends Error {}

interface Act {
  db: Transaction
  mail: MailDeps
  id: number
  by: EventSource
}

/** What can be done with an object of each list: the same as by a click. */
const operations = {
  users: {
    get: getUser,
    remove: ({ db, mail, id: userId, by }: Act) => deleteUser({ db, mail, userId, by }),
  },
  files: {
    get: getReviewedFile,
    remove: ({ db, id: fileId, by }: Act) => deleteFile({ db, fileId, by }),
  },
  credentials: {
    get: getCredential,
    remove: ({ db, id: credentialId, by }: Act) => deleteCredential({ db, credentialId, by }),
  },
}

/**
 * Does to one object what the run is for. Throws what the operations throw, and 409 when the status is no
 * longer the one that was seen.
 */
export async function actOnItem(
  tx: Transaction,
  { run, item, mail }: { run: BulkRun; item: BulkItem; mail: MailDeps },
): Promise<void> {
  const { objectId: id } = item
  const { action } = run
  const { get, remove } = operations[run.of]
  const by: EventSource = {
    id: run.startedBy,
    ip: run.ip,
    ...(run.requestId && { requestId: run.requestId }),
  }
  if (action === 'approve' || action === 'reject') {
    const kind = kindOfList[run.of]
    const rests = await readRests(tx, run, id)
    await decide(tx, { kind, id, decision: { ...readDecision(run, item), ...rests }, by, mail })
    return
  }
  if (action === 'undo') {
    await undoItem(tx, { run, mail, id, by })
    return
  }
  if (action === 'ask') {
    const request = { words: run.reason ?? '', basedOn: item.seenStatus }
    await askQuestion(tx, { userId: id, request, by, mail })
    return
  }
  const found = await get(tx, id)
  if (!found) throw notFound()
  if (action === 'delete') {
    checkBasis(found.status, { basedOn: item.seenStatus })
    await remove({ db: tx, mail, id, by })
    return
  }
  if (!run.mail || !('email' in found))
    throw new Error('Only people can get an email or a question.')
  await composeMail({ ...mail, db: tx, draft: { to: found.email, ...run.mail }, by })
}

/** What the decision settles with it, and what was said to speak against it; nothing of a bare run. */
async function readRests(tx: Transaction, run: BulkRun, id: number) {
  const { accepts, of, createdAt } = run
  if (!accepts) return {}
  if (of !== 'users') return { accepts }
  const { rows } = await tx.execute<{ isNewer: boolean }>(sql`
    select exists (select from files f join file_versions v on v.storage_key = f.storage_key
        where f.user_id = ${id} and v.created_at > ${createdAt})
      or exists (select from monitoring_credentials
        where user_id = ${id} and coalesce(corrected_at, created_at) > ${createdAt}) as "isNewer"`)
  if (onlyRow(rows).isNewer) throw conflict('Sent something new in the meantime.')
  const settles = (await readBases(tx, 'user', [id])).get(id)?.settles
  return { accepts, ...(settles && { settles }) }
}

/** Takes back what another run did to one object. */
async function undoItem(
  tx: Transaction,
  { run, mail, id, by }: { run: BulkRun; mail: MailDeps; id: number; by: EventSource },
): Promise<void> {
  const [undone] = await tx
    .select()
    .from(bulkRuns)
    .where(eq(bulkRuns.id, run.undoes ?? 0))
  if (!undone) throw notFound()
  const asked = undone.action === 'ask'
  const { rows } = await tx.execute<{ id: number }>(
    asked
      ? sql`${questionsOf(undone)} and user_id = ${id}`
      : sql`${decisionsOf(undone)} and kind = ${kindOfList[run.of]} and subject_id = ${id}`,
  )
  const [act] = rows
  if (!act) throw notFound()
  if (asked) await undoQuestion({ db: tx, questionId: act.id, by })
  else await undoDecision({ db: tx, mail, decisionId: act.id, by })
}

function readDecision(run: BulkRun, { seenStatus }: BulkItem): ReviewDecision {
  const status = run.action === 'approve' ? 'approved' : 'rejected'
  if (seenStatus === status) throw new AlreadyDone(`Already ${status}.`)
  return { status, basedOn: seenStatus, ...(run.reason && { reason: run.reason }) }
}
