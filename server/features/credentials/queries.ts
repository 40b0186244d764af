import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { ListQuery } from '@shared/lists'
import type { Queryable } from '../../db/client'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import type { SealedColumn } from '../../db/sealing'
import { searchCondition } from '../../db/search'
import { countUpToLimit } from '../../db/totals'

const sealedColumns = {
  id: monitoringCredentials.id,
  serviceName: monitoringCredentials.serviceName,
  serviceUrl: monitoringCredentials.serviceUrl,
  username: monitoringCredentials.username,
  sealedPassword: monitoringCredentials.sealedPassword,
  sealedNotes: monitoringCredentials.sealedNotes,
  userId: monitoringCredentials.userId,
  status: monitoringCredentials.status,
  statusReason: monitoringCredentials.statusReason,
  createdAt: monitoringCredentials.createdAt,
}

export type SealedCredentialRow = Awaited<ReturnType<typeof listSealedCredentials>>[number]

/** What a sealed value is bound to. */
export const sealedColumn = (column: 'password' | 'notes', id: number): SealedColumn => ({
  table: 'monitoring_credentials',
  column,
  id,
})

/** A page of credentials, newest first, secrets still sealed, and one more. */
export async function listSealedCredentials(db: Queryable, query: ListQuery) {
  return db
    .select(sealedColumns)
    .from(monitoringCredentials)
    .where(
      and(matches(query), query.cursor ? lt(monitoringCredentials.id, query.cursor) : undefined),
    )
    .orderBy(desc(monitoringCredentials.id))
    .limit(query.limit + 1)
}

export async function countCredentials(db: Queryable, query: ListQuery): Promise<number> {
  return countUpToLimit(db, monitoringCredentials, matches(query))
}

export async function getSealedCredential(db: Queryable, id: number) {
  const [row] = await db
    .select(sealedColumns)
    .from(monitoringCredentials)
    .where(eq(monitoringCredentials.id, id))
  return row ?? null
}

export async function removeUnclaimedCredentials(db: Queryable, days: number): Promise<void> {
  await db
    .delete(monitoringCredentials)
    .where(
      and(
        isNull(monitoringCredentials.claimedAt),
        lt(monitoringCredentials.createdAt, sql`now() - make_interval(days => ${days})`),
      ),
    )
}

function matches(query: ListQuery) {
  return and(
    query.status ? eq(monitoringCredentials.status, query.status) : undefined,
    searchCondition(
      sql`lower(${monitoringCredentials.serviceName} || ' ' || ${monitoringCredentials.username})`,
      query.search,
    ),
  )
}
