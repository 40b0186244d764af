import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client'

/** True when the portal's own database role may do more with the audit trail than add to it. */
export async function canChangeTrail(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ can_change: boolean }>(
    sql`select has_table_privilege('audit_events', 'UPDATE, DELETE, TRUNCATE, TRIGGER') as can_change`,
  )
  return rows[0]?.can_change !== false
}
