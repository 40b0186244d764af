import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { decisionKinds, type UndoneDecision } from '@shared/decisions'
import type { Ctx, EventSource } from '../../ctx'
import type { Transaction } from '../../db/client'
import { decisions } from '../../db/schema/decisions'
import { conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { cancelDecisionMails, refuseTold } from '../mail/queue-decision-mail'
import { undoDecisionTexts } from '../texts/queue-text'
import { kinds } from './kinds'

type Taken = Awaited<ReturnType<typeof listTakenTogether>>[number]

/**
 * Takes a decision back, with those taken in the same act: status, reason and time are again what they were, so is
 * what was earned by it, and mail about it that has not left goes nowhere. Throws 404 for an unknown decision, 409
 * when it was undone before, anything it changed has changed since, or with `ifUntold` the person was told.
 */
export async function undoDecision(
  ctx: Ctx<EventSource>,
  decisionId: number,
  ifUntold = false,
): Promise<UndoneDecision> {
  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const taken = await listTakenTogether(tx, decisionId)
    if (taken.length === 0) throw notFound()
    const active = taken.filter(({ undoneAt }) => undoneAt === null)
    if (!active.some(({ id }) => id === decisionId)) {
      throw conflict('This decision was already undone.')
    }
    const undone: UndoneDecision['undone'] = []
    for (const decision of active) {
      const { kind, subjectId: id, fromStatus: status } = decision
      undone.push({ kind, id, name: await restoreStatus(tx, decision), status })
    }
    const ids = active.map(({ id }) => id)
    await tx
      .update(decisions)
      .set({ undoneAt: sql`now()` })
      .where(inArray(decisions.id, ids))
    for (const { kind, subjectId, fromStatus } of active) {
      await recordEvent(inTx, 'decision.undone', `${kind}:${subjectId}`, { status: fromStatus })
    }
    for (const decision of active) await kinds[decision.kind].onUndone?.(inTx, decision)
    const told = await cancelDecisionMails(tx, ids)
    const wasTexted = await undoDecisionTexts(tx, ids)
    if (ifUntold) refuseTold(told, { name: undone[0]?.name, wasTexted })
    return { undone, mail: told }
  })
}

/** In the order in which rows are locked everywhere. */
async function listTakenTogether(tx: Transaction, decisionId: number) {
  const rows = await tx
    .select()
    .from(decisions)
    .where(
      or(
        eq(decisions.id, decisionId),
        and(eq(decisions.takenWith, decisionId), isNull(decisions.undoneAt)),
      ),
    )
  return rows.toSorted(
    (left, right) =>
      decisionKinds.indexOf(left.kind) - decisionKinds.indexOf(right.kind) ||
      left.subjectId - right.subjectId,
  )
}

/** The moment of the decision tells whether anything changed since. Returns the object's name. */
async function restoreStatus(tx: Transaction, { id, kind }: Taken): Promise<string> {
  const { table, name } = kinds[kind]
  const { rows } = await tx.execute<{ name: string }>(sql`
    update ${table} set
      status = decision.from_status,
      status_reason = decision.from_reason,
      status_at = decision.from_status_at
    from decisions decision
    where decision.id = ${id} and ${table.id} = decision.subject_id
      and ${table.status} = decision.to_status and ${table.statusAt} = decision.at
    returning ${name} as name`)
  const [restored] = rows
  if (!restored) {
    throw conflict('This has changed since the decision, so it can’t be undone. Please look again.')
  }
  return restored.name
}
