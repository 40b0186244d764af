import { sql, type Placeholder } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import type { AuditAction } from '@shared/audit'
import type { DecisionKind } from '@shared/decisions'
import type { ReviewDecision } from '@shared/review'
import type { Queryable, Transaction } from '../../db/client'
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
  const { subjects, takenWith, ...recording } = input
  const rows = subjects.map((subject) => rowsOf({ ...recording, subject }))
  const { event, recorded } = inserting(
    tx,
    rows.map((row) => row.event),
    rows.map((row) => ({ ...row.decision, takenWith })),
  )
  const inserted = await tx.with(event, recorded).select({ id: recorded.id }).from(recorded)
  return inserted.map(({ id }) => id)
}

/**
 * The same for one object, as parts of a kept statement that changes its status as well: `with event, recorded`. Run
 * it with `recordingValues`.
 */
export const openRecording = (db: Queryable) => inserting(db, [openEvent], [openDecision])

/** For the places of `openRecording`. */
export function recordingValues(recording: Recording & { subject: Decided }) {
  const { event, decision } = rowsOf(recording)
  const values = { ...event, ...decision }
  // Drizzle takes a place without a value for a mistake.
  return { ...values, actorId: values.actorId ?? null, requestId: values.requestId ?? null }
}

const open = (name: keyof ReturnType<typeof recordingValues>) => sql.placeholder(name)
const openEvent = {
  action: open('action'),
  object: open('object'),
  details: open('details'),
  actorId: open('actorId'),
  ip: open('ip'),
  requestId: open('requestId'),
}
const openDecision = {
  kind: open('kind'),
  subjectId: open('subjectId'),
  userId: open('userId'),
  fromStatus: open('fromStatus'),
  fromReason: open('fromReason'),
  fromStatusAt: open('fromStatusAt'),
  toStatus: open('toStatus'),
  reason: open('reason'),
  decidedBy: open('actorId'),
  requestId: open('requestId'),
}

function rowsOf({
  kind,
  subject,
  decision: { status, reason },
  by,
}: Recording & { subject: Decided }) {
  const { id: subjectId, userId, status: fromStatus, statusReason: fromReason, statusAt } = subject
  const event = eventRow(by, actions[kind], {
    object: `${kind}:${subjectId}`,
    details: { status },
  })
  const decision = {
    kind,
    subjectId,
    userId,
    fromStatus,
    fromReason,
    fromStatusAt: statusAt,
    toStatus: status,
    reason: reason || null,
    decidedBy: by.id,
    requestId: by.requestId,
  }
  return { event, decision }
}

type NewDecision = Omit<PgInsertValue<typeof decisions>, 'fromStatusAt'> & {
  fromStatusAt: string | null | Placeholder
}

function inserting(
  db: Queryable,
  events: PgInsertValue<typeof auditEvents>[],
  newDecisions: NewDecision[],
) {
  const event = db
    .$with('event')
    .as(db.insert(auditEvents).values(events).returning({ id: auditEvents.id }))
  const rows = newDecisions.map((row) => ({
    ...row,
    fromStatusAt: sql`${row.fromStatusAt}::timestamptz`,
  }))
  const recorded = db
    .$with('recorded')
    .as(db.insert(decisions).values(rows).returning({ id: decisions.id }))
  return { event, recorded }
}
