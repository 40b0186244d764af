import type { Client } from 'pg'
import { onlyRow } from '../../db/only-row'

/** As the journal of migrations has it; 0 for a database without any. */
export async function getLastMigration(client: Client): Promise<number> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there",
  )
  if (!onlyRow(found).is_there) return 0
  const { rows } = await client.query<{ last: string }>(
    'select coalesce(max(created_at), 0) as last from drizzle.__drizzle_migrations',
  )
  return Number(onlyRow(rows).last)
}
