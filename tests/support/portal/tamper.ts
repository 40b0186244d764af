import { pino } from 'pino'
import type { Verdict } from '@server/cli/verdict'
import { judgeLedger } from '@server/cli/verify-ledger'
import { judgeTrail } from '@server/cli/verify-trail'
import { connectDatabase } from '@server/db/client'
import { listKeptSeals } from '@server/features/audit/seal-chain'
import { verifyTrail } from '@server/features/audit/verify-trail'
import { verifyLedger } from '@server/features/rewards/verify-ledger'
import type { TestApp } from './app'
import { briefly } from './verdict'

const guarded = [
  'audit_events',
  'audit_chain',
  'audit_seals',
  'ledger_transactions',
  'ledger_entries',
]

class Undone extends Error {}

interface Findings {
  /** The lines that are printed before the verdict. */
  problems: string[]
  verdict: ReturnType<typeof briefly>
}

/**
 * What the two verifying commands say after a statement of the owner of the tables, past every trigger; all of it is undone
 * afterwards.
 */
export async function findTampered(
  app: TestApp,
  statement: string,
): Promise<{ ledger: Findings; trail: Findings }> {
  let found: { ledger: Findings; trail: Findings } | undefined
  const { db, pool } = connectDatabase(app.databaseUrl, pino({ level: 'silent' }))
  const { dataKeys } = app.env
  const kept = await listKeptSeals(app.uploadsDir)
  try {
    await db.transaction(async (tx) => {
      for (const table of guarded) await tx.execute(`alter table ${table} disable trigger user`)
      await tx.execute(`do $$ begin ${statement}; end $$`)
      const { sealer } = app
      found = {
        ledger: await findProblems(async (report) =>
          judgeLedger(await verifyLedger(tx, sealer, report)),
        ),
        trail: await findProblems(async (report) =>
          judgeTrail(await verifyTrail({ db: tx, dataKeys, kept, report }), kept.length),
        ),
      }
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  } finally {
    await pool.end()
  }
  if (!found) throw new Error('The verifiers did not run.')
  return found
}

async function findProblems(
  verify: (report: (problem: string) => void) => Promise<Verdict>,
): Promise<Findings> {
  const problems: string[] = []
  const verdict = briefly(await verify((problem) => problems.push(problem)))
  return { problems, verdict }
}
