import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { toSql, type Write } from '../../db/sql-text'
import { refusals } from './mail-failure'

/**
 * The ids of people whose email refused for good what it was sent at sign-up, for the inside of another
 * statement. It is over once they have another email or a later mail was taken. Failed mails are few and have
 * an index, and what else is read of the outbox is theirs. A failed mail is due no more: when it was due last
 * is when it failed.
 */
export const bouncedUserIds: Write = (param) => `select bounced.user_id from mails bounced
  join users owner on owner.id = bounced.user_id and lower(owner.email::text) = lower(bounced.recipient)
  where bounced.status = 'failed' and bounced.kind in ('welcome', 'email-confirmation')
    and bounced.last_error in (${param(refusals.recipient)}, ${param(refusals.message)})
    and not exists (select from mails taken where taken.user_id = bounced.user_id
      and taken.status = 'sent' and lower(taken.recipient) = lower(bounced.recipient)
      and taken.sent_at > bounced.next_attempt_at)`

/** Whose email of these bounced. */
export async function findBounced(db: Queryable, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct user_id as id from (${toSql(bouncedUserIds)}) found
    where user_id = any(${sql.param([...userIds])}::int[])`)
  return rows.map(({ id }) => id)
}
