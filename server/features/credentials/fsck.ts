import { and, asc, gt, lte } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { idRanges } from '../../db/id-ranges'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { openOrNull, type Sealer } from '../../db/sealing'
import { sealedColumn } from './queries'

const batchSize = 500

/** Reports shared logins that the configured keys don't open. Returns how many there are. */
export async function fsckCredentials(input: {
  db: Database
  sealer: Sealer
  report: (problem: string) => void
}): Promise<number> {
  const { db, sealer, report } = input
  let checked = 0
  for await (const { after, upTo } of idRanges(db, monitoringCredentials, batchSize)) {
    const { id, sealedPassword, sealedNotes, userId, claimedAt } = monitoringCredentials
    const credentials = await db
      .select({ id, sealedPassword, sealedNotes, userId, claimedAt })
      .from(monitoringCredentials)
      .where(and(gt(id, after), lte(id, upTo)))
      .orderBy(asc(id))
    for (const credential of credentials) {
      const sealed = { password: credential.sealedPassword, notes: credential.sealedNotes }
      for (const column of ['password', 'notes'] as const) {
        const value = sealed[column]
        const at = sealedColumn(column, credential.id)
        if (value !== null && openOrNull(() => sealer.open(value, at)) === null) {
          report(`Shared login ${credential.id}: DATA_KEY does not open its ${column}`)
        }
      }
      if (credential.userId !== null && credential.claimedAt === null) {
        report(`Shared login ${credential.id}: it has an owner, but was never claimed`)
      }
    }
    checked += credentials.length
  }
  return checked
}
