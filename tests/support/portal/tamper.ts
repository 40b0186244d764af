import { pino } from 'pino'
import { connectDatabase } from '@server/db/client'
import { listKeptSeals } from '@server/features/audit/kept-seals'
import { verifyTrail } from '@server/features/audit/verify-trail'
import { verifyLedger } from '@server/features/rewards/verify-ledger'
import type { TestApp } from './app'

const guarded = [
  'audit_events',
  'audit_chain',
  'audit_seals',
  'ledger_transactions',
  'ledger_entries',
]

class Undone extends Error {}

/**
 * What the two verifiers say after a statement of the owner of the tables, past every trigger; all of it is undone
 * afterwards.
 */
export async function findTampered(
  app: TestApp,
  statement: string,
): Promise<{ ledger: string[]; trail: string[] }> {
  const found: { ledger: string[]; trail: string[] } = { ledger: [], trail: [] }
  const { db, pool } = connectDatabase(app.databaseUrl, pino({ level: 'silent' }))
  const { dataKeys } = app.env
  const kept = await listKeptSeals(app.uploadsDir)
  try {
    await db.transaction(async (tx) => {
      for (const table of guarded) await tx.execute(`alter table ${table} disable trigger user`)
      await tx.execute(`do $$ begin ${statement}; end $$`)
      const { sealer } = app
      await verifyLedger({ db: tx, sealer, report: (problem) => found.ledger.push(problem) })
      await verifyTrail({ db: tx, dataKeys, kept, report: (problem) => found.trail.push(problem) })
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  } finally {
    await pool.end()
  }
  return found
}
