import { sql } from 'drizzle-orm'
import type { AuditAction } from '@shared/audit'
import type { DecisionKind } from '@shared/decisions'
import type { ReviewDecision } from '@shared/review'
import type { Transaction } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import type { Decided } from '../../db/review'
import { auditEvents } from '../../db/schema/audit-events'
import { decisions } from '../../db/schema/decisions'
import { eventRow, type EventSource } from '../audit/record-event'

const actions = {
  user: 'user.status-changed',
  file: 'file.status-changed',
  credential: 'credential.status-changed',
} as const satisfies Record<DecisionKind, AuditAction>

interface Recording {
  kind: DecisionKind
  decision: ReviewDecision
  by: EventSource
}

interface Recordings extends Recording {
  subjects: readonly Decided[]
  /** The decision about the person that these are taken with. */
  takenWith?: number
}

/** Records a decision; see `recordDecisions`. Returns its id. */
export async function recordDecision(
  tx: Transaction,
  { subject, ...recording }: Recording & { subject: Decided },
): Promise<number> {
  return onlyRow(await recordDecisions(tx, { ...recording, subjects: [subject] }))
}

/**
 * Records a decision about each of these objects, and its event in the audit trail, in one statement.
 * Call it in the transaction that changes their status. Returns the decisions' ids.
 */
export async function recordDecisions(tx: Transaction, input: Recordings): Promise<number[]> {
  const { event, recorded } = recordingOf(tx, input)
  const rows = await tx.with(event, recorded).select({ id: recorded.id }).from(recorded)
  return rows.map(({ id }) => id)
}

/** The same as parts of the statement that changes the status: `with event, recorded`. */
export function recordingOf(tx: Transaction, input: Recordings) {
  const { kind, subjects, decision, by, takenWith } = input
  const { status, reason } = decision
  const events = subjects.map(({ id }) =>
    eventRow(by, actions[kind], { object: `${kind}:${id}`, details: { status } }),
  )
  const event = tx
    .$with('event')
    .as(tx.insert(auditEvents).values(events).returning({ id: auditEvents.id }))
  const recorded = tx.$with('recorded').as(
    tx
      .insert(decisions)
      .values(
        subjects.map((before) => ({
          kind,
          subjectId: before.id,
          userId: before.userId,
          fromStatus: before.status,
          fromReason: before.statusReason,
          fromStatusAt: sql`${before.statusAt}::timestamptz`,
          toStatus: status,
          reason: reason || null,
          decidedBy: by.id,
          requestId: by.requestId,
          takenWith,
        })),
      )
      .returning({ id: decisions.id }),
  )
  return { event, recorded }
}
