import { sql } from 'drizzle-orm'
import { loginKeptDays } from '@shared/shared-logins'
import type { Ctx, EventSource, TxCtx } from '../../ctx'
import type { Database } from '../../db/client'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { recordEvent } from '../audit/record-event'
import { idRanges } from '../../db/ids'

const batchSize = 2_000

/**
 * Deletes the shared logins of people who were decided about 30 days ago: no one needs them any
 * more. Those that someone changes at this moment wait for the next day. Returns how many.
 */
export async function purgeCredentials(ctx: Ctx<EventSource> & { db: Database }): Promise<number> {
  let purged = 0
  for await (const range of idRanges(ctx.db, monitoringCredentials, batchSize)) {
    const count = await ctx.tx((inTx) => purgeRange(inTx, range))
    purged += count
  }
  return purged
}

async function purgeRange(
  ctx: TxCtx<EventSource>,
  { after, upTo }: { after: number; upTo: number },
): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: number; userId: number }>(sql`
    with due as (
      select login.id
      from monitoring_credentials login
      join users person on person.id = login.user_id
      where login.id > ${after} and login.id <= ${upTo} and person.status <> 'pending'
        and coalesce(person.status_at, person.created_at) <= now() - make_interval(days => ${loginKeptDays})
      -- A decision that is being taken back keeps its logins.
      for update of login skip locked for share of person skip locked
    )
    delete from monitoring_credentials using due where monitoring_credentials.id = due.id
    returning monitoring_credentials.id, monitoring_credentials.user_id as "userId"`)
  for (const { id, userId } of rows)
    await recordEvent(ctx, 'credential.purged', `credential:${id}`, { owner: `user:${userId}` })
  return rows.length
}

/** When the daily job runs that deletes what is kept no longer, in UTC. */
export const purgeAt = { hour: 4, minute: 40 }

const dayMs = 24 * 60 * 60 * 1000

/** When the login of a person who was decided about at `decidedAt` is deleted: at the first run after 30 days. */
export function purgeTime(decidedAt: Date): Date {
  const due = new Date(decidedAt.getTime() + loginKeptDays * dayMs)
  const run = new Date(due)
  run.setUTCHours(purgeAt.hour, purgeAt.minute, 0, 0)
  return run < due ? new Date(run.getTime() + dayMs) : run
}
