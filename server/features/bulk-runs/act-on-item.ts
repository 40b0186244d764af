import { eq, sql } from 'drizzle-orm'
import { kindOfList } from '@shared/list-choices'
import type { ReviewDecision } from '@shared/review'
import type { EventSource, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { checkBasis } from '../../db/review'
import { bulkRuns, type bulkRunItems } from '../../db/schema/bulk-runs'
import { conflict, orNotFound, onlyRow } from '../../errors'
import { deleteCredential } from '../credentials/manage-credentials'
import { getCredential } from '../credentials/queries'
import { decide } from '../decisions/decide'
import { readBases } from '../decisions/read-basis'
import { undoDecision } from '../decisions/undo-decision'
import { deleteFile } from '../files/delete-file'
import { getReviewedFile } from '../files/queries'
import { composeMail } from '../mail/manage-outbox'
import { askQuestion } from '../questions/ask-question'
import { undoQuestion } from '../questions/end-question'
import { deleteUser } from '../users/erase-account'
import { getUser } from '../users/queries'
import { decisionsOf, questionsOf } from './queries'

export type BulkRun = typeof bulkRuns.$inferSelect
export type BulkItem = typeof bulkRunItems.$inferSelect

/** There is nothing to do; the message says why. */
export class AlreadyDone extends Error {}

/** Does what a click does, with an object of each list. */
const operations = {
  users: { get: getUser, remove: deleteUser },
  files: { get: getReviewedFile, remove: deleteFile },
  credentials: { get: getCredential, remove: deleteCredential },
}

/**
 * Does to one object what the run is for. Throws what the operations throw, and 409 when the status is no
 * longer the one that was seen.
 */
export async function actOnItem(
  ctx: TxCtx<EventSource>,
  run: BulkRun,
  item: BulkItem,
): Promise<void> {
  const { db: tx } = ctx
  const { objectId: id } = item
  const { action } = run
  const { get, remove } = operations[run.of]
  if (action === 'approve' || action === 'reject') {
    const rests = await readRests(tx, run, id)
    const decision = { ...readDecision(run, item), ...rests }
    await decide(ctx, { kind: kindOfList[run.of], id, decision })
    return
  }
  if (action === 'undo') return undoItem(ctx, run, id)
  if (action === 'ask') {
    await askQuestion(ctx, id, { words: run.reason ?? '', basedOn: item.seenStatus })
    return
  }
  const found = orNotFound<{ status: string; email?: string }>(await get(tx, id))
  if (action === 'delete') {
    checkBasis(found.status, { basedOn: item.seenStatus })
    await remove(ctx, id)
    return
  }
  if (!run.mail || !found.email) throw new Error('Only people can get an email or a question.')
  await composeMail(ctx, { to: found.email, ...run.mail })
}

/** Reads what the decision settles with it, and what was said to speak against it; nothing of a bare run. */
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

async function undoItem(ctx: TxCtx<EventSource>, run: BulkRun, id: number): Promise<void> {
  const isUndone = eq(bulkRuns.id, run.undoes ?? 0)
  const undone = orNotFound((await ctx.db.select().from(bulkRuns).where(isUndone))[0])
  const asked = undone.action === 'ask'
  const { rows } = await ctx.db.execute<{ id: number }>(
    asked
      ? sql`${questionsOf(undone)} and user_id = ${id}`
      : sql`${decisionsOf(undone)} and kind = ${kindOfList[run.of]} and subject_id = ${id}`,
  )
  const act = orNotFound(rows[0])
  await (asked ? undoQuestion : undoDecision)(ctx, act.id)
}

function readDecision(run: BulkRun, { seenStatus }: BulkItem): ReviewDecision {
  const status = run.action === 'approve' ? 'approved' : 'rejected'
  if (seenStatus === status) throw new AlreadyDone(`Already ${status}.`)
  return { status, basedOn: seenStatus, ...(run.reason && { reason: run.reason }) }
}
