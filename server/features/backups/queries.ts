import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { onlyRow } from '../../errors'

const lastOf = (action: 'backup.made' | 'backup.checked') => sql`(
  select at from audit_events where action = ${action} and actor_id is null order by id desc limit 1)`

const inIso = (at: string | null) => at && new Date(at).toISOString()

/** When the last backup was made, and when one was last read to its end; null for never. */
export async function getBackupTimes(db: Queryable) {
  const { rows } = await db.execute<{ madeAt: string | null; checkedAt: string | null }>(sql`
    select ${lastOf('backup.made')} as "madeAt", ${lastOf('backup.checked')} as "checkedAt"`)
  const { madeAt, checkedAt } = onlyRow(rows)
  return { madeAt: inIso(madeAt), checkedAt: inIso(checkedAt) }
}

/** Whether this portal has made a backup. Those of before it was restored are another portal's. */
export async function hasMadeBackups(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ hasMade: boolean }>(sql`
    select exists (select from audit_events where action = 'backup.made' and actor_id is null and id >
      coalesce((select max(id) from audit_events where action = 'backup.restored' and actor_id is null), 0)) as "hasMade"`)
  return onlyRow(rows).hasMade
}

/** Seconds since the last backup was made, or since the first start while there is none; null before that. */
export async function getBackupAge(db: Queryable): Promise<number | null> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select extract(epoch from now() - coalesce(${lastOf('backup.made')}, (select settled_at from portal)))::float
      as seconds`)
  return onlyRow(rows).seconds
}
