import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { auditEvents } from '../../db/schema/audit-events'
import { users } from '../../db/schema/users'
import { idRanges } from '../../db/ids'

const batchSize = 2_000

/**
 * Reports accounts without the proof of credit that they were registered with, and registrations without
 * their account, according to the audit trail. Returns how many accounts there are.
 */
export async function fsckAccounts(
  db: Database,
  report: (problem: string) => void,
): Promise<number> {
  // Subqueries for one row each, as a join would read the whole trail for every part of the users.
  for await (const { after, upTo } of idRanges(db, users, batchSize)) {
    const { rows } = await db.execute<{ id: number; problem: string }>(sql`
      select u.id, case
        when registered.action is null or u.kind = 'partner' and claimed is null then 'nothing tells of its registration'
        else 'it does not have what it was registered with'
      end as problem
      from users u
      left join lateral (
        -- Of who was a referrer before: what they applied with.
        select e.action, e.details ->> 'claimed' as claimed from audit_events e
        where e.object = 'user:' || u.id and e.action in ('account.registered', 'account.applied')
        order by e.id desc limit 1
      ) as registered on true
      where u.id > ${after} and u.id <= ${upTo} and u.is_admin = 0
        and not (u.kind = 'referrer' and registered.action is not null) and coalesce(
        (select f.id::bigint from files f where f.user_id = u.id
          and f.claimed_at is not null and 'file:' || f.id = claimed limit 1),
        (select c.id from monitoring_credentials c where c.user_id = u.id
          and c.claimed_at is not null and 'credential:' || c.id = claimed limit 1),
        (select e.id from audit_events e where e.object = claimed
          and e.action in ('file.deleted', 'credential.deleted', 'credential.withdrawn',
            'credential.purged') limit 1)
      ) is null
      order by u.id`)
    for (const { id, problem } of rows) report(`Account ${id}: ${problem}`)
  }
  for await (const { after, upTo } of idRanges(db, auditEvents, batchSize)) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select e.actor_id as id from audit_events e
      where e.id > ${after} and e.id <= ${upTo} and e.action = 'account.registered' and coalesce(
        (select u.id::bigint from users u where u.id = e.actor_id),
        (select d.id from audit_events d
          where d.object = e.object and d.action in ('user.deleted', 'account.closed') limit 1)
      ) is null`)
    for (const { id } of rows) report(`Account ${id}: it was registered, but is not there`)
  }
  return db.$count(users)
}
