import { eq } from 'drizzle-orm'
import {
  defaultReasons,
  type DecisionKind,
  type ReasonsChange,
  type RejectionReasons,
} from '@shared/decisions'
import type { Database, Queryable } from '../../db/client'
import { rejectionReasons } from '../../db/schema/decisions'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'

/** What the administrator picks from when rejecting a person, a document or a login. */
export async function listReasons(db: Queryable): Promise<RejectionReasons> {
  const edited = await db.select().from(rejectionReasons)
  return { ...defaultReasons, ...Object.fromEntries(edited.map((row) => [row.kind, row.reasons])) }
}

interface Editing {
  db: Database
  kind: DecisionKind
  by: Actor
}

export async function editReasons(
  input: Editing & { change: ReasonsChange },
): Promise<RejectionReasons> {
  const { db, kind, change, by } = input
  const { reasons } = change
  return db.transaction(async (tx) => {
    await tx
      .insert(rejectionReasons)
      .values({ kind, reasons })
      .onConflictDoUpdate({ target: rejectionReasons.kind, set: { reasons } })
    await recordEvent(tx, by, 'reasons.changed', { object: `reasons:${kind}` })
    return listReasons(tx)
  })
}

/** Restores the default reasons. */
export async function resetReasons({ db, kind, by }: Editing): Promise<RejectionReasons> {
  return db.transaction(async (tx) => {
    await tx.delete(rejectionReasons).where(eq(rejectionReasons.kind, kind))
    await recordEvent(tx, by, 'reasons.reset', { object: `reasons:${kind}` })
    return listReasons(tx)
  })
}
