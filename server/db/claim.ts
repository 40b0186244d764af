import { sql } from 'drizzle-orm'
import { claimHours } from '@shared/files'
import type { Queryable, Transaction } from './client'
import type { files } from './schema/files'
import type { monitoringCredentials } from './schema/monitoring-credentials'

/** Whether the key can be claimed: 'open', 'used', or null if unknown or expired. */
export async function findClaim(db: Queryable, uploadKey: string): Promise<'open' | 'used' | null> {
  const { rows } = await db.execute<{ claim: 'open' | 'used' }>(sql`
    select case when claimed_at is null then 'open' else 'used' end as claim
    from (
      select claimed_at, created_at from files where upload_key = ${uploadKey}
      union all
      select claimed_at, created_at from monitoring_credentials where upload_key = ${uploadKey}
    ) as proofs
    where claimed_at is not null or created_at > now() - make_interval(hours => ${claimHours})`)
  return rows[0]?.claim ?? null
}

/** `used`: someone claimed it before; null: no such key, or it has expired. */
export type Claim = { id: number } | 'used' | null

/**
 * Gives an unclaimed file or credential to a user: once, and within 24 hours. It is one conditional update,
 * so that only one of several concurrent claims succeeds.
 */
export async function claimUpload(
  tx: Transaction,
  table: typeof files | typeof monitoringCredentials,
  claim: { uploadKey: string; userId: number },
): Promise<Claim> {
  const { uploadKey, userId } = claim
  const claimed = await tx.execute<{ id: number }>(sql`
    update ${table} set user_id = ${userId}, claimed_at = now()
    where upload_key = ${uploadKey} and claimed_at is null
      and created_at > now() - make_interval(hours => ${claimHours})
    returning id`)
  const [row] = claimed.rows
  if (row) return row

  const used = await tx.execute(
    sql`select 1 from ${table} where upload_key = ${uploadKey} and claimed_at is not null`,
  )
  return used.rows.length > 0 ? 'used' : null
}
