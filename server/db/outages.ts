import { sql } from 'drizzle-orm'
import type { Outages, Service } from '@shared/system'
import type { Queryable } from './client'
import { portal } from './schema/portal'

/** Notes that a service fails; since when it does is kept. To be called after an attempt that would fail for anyone. */
export async function noteOutage(db: Queryable, service: Service): Promise<void> {
  await db
    .update(portal)
    .set({ outages: sql`${portal.outages} || jsonb_build_object(${service}::text, now())` })
    .where(sql`not ${portal.outages} ? ${service}`)
}

/** Notes that a service works. Returns for how many seconds it didn't, zero if it did; nothing is written then. */
export async function noteWorking(db: Queryable, service: Service): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    update ${portal} set outages = ${portal.outages} - ${service}::text
    from (select outages ->> ${service} as since from ${portal} where outages ? ${service} for update) before
    returning extract(epoch from clock_timestamp() - before.since::timestamptz)::float as seconds`)
  return rows[0]?.seconds ?? 0
}

/** By service, in seconds. */
export async function readOutageSeconds(db: Queryable): Promise<Record<string, number>> {
  const [row] = await db.select({ outages: portal.outages }).from(portal)
  const outages: Outages = row?.outages ?? {}
  return Object.fromEntries(
    Object.entries(outages).map(([service, since]) => [
      service,
      (Date.now() - Date.parse(since)) / 1000,
    ]),
  )
}
