import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { idRanges } from '../../db/id-ranges'
import { matches } from '../../db/schema/matches'
import { users } from '../../db/schema/users'
import { openOrNull, type Sealer } from '../../db/sealing'
import { sealedMatchLink, sealedMatchToken } from './queries'

const batchSize = 2_000

/** Reports partners whose stored match differs from their introductions, and links that no key opens. */
export async function fsckMatches(input: {
  db: Database
  sealer: Sealer
  report: (problem: string) => void
}): Promise<void> {
  const { db, sealer, report } = input
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
  for await (const { after, upTo } of idRanges(db, matches, batchSize)) {
    const { rows } = await db.execute<{
      id: number
      token: string | null
      link: string | null
    }>(sql`
      select id, sealed_token as token, sealed_link as link from ${matches}
      where id > ${after} and id <= ${upTo} order by id`)
    for (const { id, token, link } of rows) {
      const isUnread =
        (token !== null && openOrNull(() => sealer.open(token, sealedMatchToken(id))) === null) ||
        (link !== null && openOrNull(() => sealer.open(link, sealedMatchLink(id))) === null)
      if (isUnread) report(`Introduction ${id}: no key opens its link`)
    }
  }
}
