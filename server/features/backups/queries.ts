import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { onlyRow } from '../../errors'

/** Seconds since the last backup was made; null when none was. */
export async function getBackupAge(db: Queryable): Promise<number | null> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select extract(epoch from now() - (
      select at from audit_events where action = 'backup.made' and actor_id is null
      order by id desc limit 1
    ))::float as seconds`)
  return onlyRow(rows).seconds
}
