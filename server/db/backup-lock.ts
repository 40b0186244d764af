import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import type { Database } from './client'
import { onlyRow } from '../errors'

// Any fixed number that no other lock has.
const backupLock = 7_316_410
const patienceMs = 2_000

/**
 * Holds the lock of backups for as long as the connection lasts: until then, no document's bytes are removed or
 * moved. Throws when another backup holds it.
 */
export async function holdBackupLock(client: Client): Promise<void> {
  // `isBackupRunning` holds the lock for a moment.
  await client.query(`set lock_timeout = ${patienceMs}`)
  try {
    await client.query('select pg_advisory_lock($1)', [backupLock])
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new Error('Another backup of this portal is being made.', { cause: error })
  }
  await client.query('set lock_timeout = 0')
}

const isLockTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '55P03'

/**
 * Whether documents' bytes must stay where they are. What was deleted before this says no is in no backup
 * that begins after it.
 */
export async function isBackupRunning(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${backupLock}) as free`,
  )
  return !onlyRow(rows).free
}
