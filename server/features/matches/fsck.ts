import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { users } from '../../db/schema/users'
import { idRanges } from '../../db/ids'

const batchSize = 2_000

/** Reports partners whose stored match differs from their introductions. */
export async function fsckMatches(db: Database, report: (problem: string) => void): Promise<void> {
  for await (const { after, upTo } of idRanges(db, users, batchSize)) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select u.id from users u
      where u.id > ${after} and u.id <= ${upTo} and u.has_match <> coalesce(
        (select true from matches m where m.partner_id = u.id and m.state <> 'ended' limit 1), false)
      order by u.id`)
    for (const { id } of rows) {
      report(`Account ${id}: whether it has a match is not what its introductions say`)
    }
  }
}
