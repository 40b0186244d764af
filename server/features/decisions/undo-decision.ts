import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { DecisionKind, UndoneDecision } from '@shared/decisions'
import type { Queryable, Transaction } from '../../db/client'
import { decisions } from '../../db/schema/decisions'
import { files } from '../../db/schema/files'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { users } from '../../db/schema/users'
import { conflict, notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { cancelDecisionMails } from '../mail/queue-decision-mail'
import { settleRewardsAround } from '../rewards/settle-reward'

const tables = { user: users, file: files, credential: monitoringCredentials }
const names = {
  user: sql`${users.firstName} || ' ' || ${users.lastName}`,
  file: sql`${files.fileName}`,
  credential: sql`${monitoringCredentials.serviceName}`,
}
/** The order in which rows are held, here as everywhere. */
const order: Record<DecisionKind, number> = { user: 0, file: 1, credential: 2 }

type Taken = Awaited<ReturnType<typeof listTakenTogether>>[number]

/**
 * Takes a decision back, with those taken in the same act: status, reason and time are again what they
 * were, so is what was earned by it, and mail about it that has not left goes nowhere. Throws 404 for an unknown decision, 409 when
 * it was undone before or anything it changed has changed since.
 */
export async function undoDecision(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  decisionId: number
  by: Actor
}): Promise<UndoneDecision> {
  const { db, decisionId, by } = input
  return db.transaction(async (tx) => {
    const taken = await listTakenTogether(tx, decisionId)
    if (taken.length === 0) throw notFound()
    const standing = taken.filter(({ undoneAt }) => undoneAt === null)
    if (!standing.some(({ id }) => id === decisionId)) {
      throw conflict('This decision was already undone.')
    }
    const undone: UndoneDecision['undone'] = []
    for (const decision of standing) {
      const { kind, subjectId: id, fromStatus: status } = decision
      undone.push({ kind, id, name: await restoreStatus(tx, decision), status })
    }
    const ids = standing.map(({ id }) => id)
    await tx
      .update(decisions)
      .set({ undoneAt: sql`now()` })
      .where(inArray(decisions.id, ids))
    for (const { kind, subjectId, fromStatus } of standing) {
      await recordEvent(tx, by, 'decision.undone', {
        object: `${kind}:${subjectId}`,
        details: { status: fromStatus },
      })
    }
    for (const { kind, subjectId } of standing) {
      if (kind === 'user') await settleRewardsAround(tx, subjectId, by)
    }
    const mail = await cancelDecisionMails(tx, ids)
    return { undone, mail }
  })
}

async function listTakenTogether(tx: Transaction, decisionId: number) {
  const rows = await tx
    .select({
      id: decisions.id,
      kind: decisions.kind,
      subjectId: decisions.subjectId,
      fromStatus: decisions.fromStatus,
      toStatus: decisions.toStatus,
      undoneAt: decisions.undoneAt,
    })
    .from(decisions)
    .where(
      or(
        eq(decisions.id, decisionId),
        and(eq(decisions.takenWith, decisionId), isNull(decisions.undoneAt)),
      ),
    )
  return rows.toSorted(
    (left, right) => order[left.kind] - order[right.kind] || left.subjectId - right.subjectId,
  )
}

/** The moment of the decision tells whether what it wrote still stands. Returns the object's name. */
async function restoreStatus(tx: Transaction, { id, kind, toStatus }: Taken): Promise<string> {
  const table = tables[kind]
  const { rows } = await tx.execute<{ name: string }>(sql`
    update ${table} set
      status = decision.from_status,
      status_reason = decision.from_reason,
      status_at = decision.from_status_at
    from decisions decision
    where decision.id = ${id} and ${table.id} = decision.subject_id
      and ${table.status} = decision.to_status and ${table.statusAt} = decision.at
    returning ${names[kind]} as name`)
  const [restored] = rows
  if (!restored) {
    throw conflict('This has changed since the decision, so it can’t be undone. Please look again.')
  }
  if (kind === 'file' && toStatus === 'approved') await unmarkApprovedContent(tx, id)
  return restored.name
}

/** The content counts as approved no longer, unless it was approved before. */
async function unmarkApprovedContent(tx: Transaction, decisionId: number): Promise<void> {
  await tx.execute(sql`
    update file_versions set approved_at = null
    from decisions decision
    where decision.id = ${decisionId} and file_versions.file_id = decision.subject_id
      and file_versions.approved_at = decision.at`)
}
