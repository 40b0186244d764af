import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '../db/client'
import { sealedContentKey } from '../db/content-keys'
import { idRanges, type IdRange } from '../db/id-ranges'
import { contentKeys } from '../db/schema/content-keys'
import { emailSettings, mails } from '../db/schema/mail'
import { entrepreneurs } from '../db/schema/entrepreneurs'
import { matches, meetingSettings } from '../db/schema/matches'
import { monitoringCredentials } from '../db/schema/monitoring-credentials'
import { notes } from '../db/schema/notes'
import { paymentSettings, payouts } from '../db/schema/payouts'
import { fingerprintKeys } from '../db/schema/referral-links'
import { secondFactors } from '../db/schema/second-factors'
import { texts, textSettings } from '../db/schema/texts'
import { openOrNull, type SealedColumn, type Sealer } from '../db/sealing'
import { sealedSeed } from '../features/accounts/queries'
import { portalItself, recordEvent } from '../features/audit/record-event'
import { sealedColumn } from '../features/credentials/queries'
import { sealedEntrepreneurNotes } from '../features/entrepreneurs/queries'
import { sealedMatchLink, sealedMatchToken, sealedRoom } from '../features/matches/queries'
import { sealedPassword } from '../features/mail/find-sender'
import { sealedContent } from '../features/mail/queue-mail'
import { sealedNote } from '../features/notes/queries'
import {
  fingerprintOf,
  readPaymentDetails,
  sealedDetails,
  sealedPayoutDetails,
} from '../features/payouts/payment-details'
import { sealedFingerprintKey } from '../features/rewards/fingerprints'
import { sealedText, sealedTextToken } from '../features/texts/queries'

const batchSize = 200

interface Place {
  name: string
  table: PgTable
  column: SQL
  /** What a value is bound to. */
  at: (id: number) => SealedColumn
  id: SQL
  /** What else the key decides, of the opened value. */
  also?: (tx: Transaction, opened: string, sealer: Sealer) => Promise<SQL>
}

const definePlace = (
  table: PgTable,
  tableName: string,
  columnName: string,
  at: Place['at'],
  more: Pick<Partial<Place>, 'id' | 'also'> = {},
): Place => ({
  name: `${tableName}.${columnName}`,
  table,
  column: sql`${sql.identifier(columnName)}`,
  at,
  id: sql`id`,
  ...more,
})

/** Everything that is sealed. */
const places = [
  definePlace(monitoringCredentials, 'monitoring_credentials', 'sealed_password', (id) =>
    sealedColumn('password', id),
  ),
  definePlace(monitoringCredentials, 'monitoring_credentials', 'sealed_notes', (id) =>
    sealedColumn('notes', id),
  ),
  definePlace(emailSettings, 'email_settings', 'sealed_password', () => sealedPassword),
  definePlace(mails, 'mails', 'sealed_content', sealedContent),
  definePlace(notes, 'notes', 'sealed_text', sealedNote),
  definePlace(secondFactors, 'second_factors', 'sealed_seed', sealedSeed),
  definePlace(contentKeys, 'content_keys', 'sealed_key', sealedContentKey),
  definePlace(paymentSettings, 'payment_settings', 'sealed_details', sealedDetails, {
    id: sql`user_id`,
    also: async (tx, opened, sealer) =>
      sql`, fingerprint = ${await fingerprintOf(tx, sealer, readPaymentDetails(opened))}`,
  }),
  definePlace(fingerprintKeys, 'fingerprint_keys', 'sealed_key', () => sealedFingerprintKey),
  definePlace(payouts, 'payouts', 'sealed_details', sealedPayoutDetails),
  definePlace(textSettings, 'text_settings', 'sealed_token', () => sealedTextToken),
  definePlace(texts, 'texts', 'sealed_content', sealedText),
  definePlace(entrepreneurs, 'entrepreneurs', 'sealed_notes', sealedEntrepreneurNotes),
  definePlace(matches, 'matches', 'sealed_token', sealedMatchToken),
  definePlace(matches, 'matches', 'sealed_link', sealedMatchLink),
  definePlace(meetingSettings, 'meeting_settings', 'sealed_room', () => sealedRoom),
]

export interface Resealing {
  /** How many values of each column are sealed with the current key now and were not before. */
  resealed: Record<string, number>
  /** `table.column of id`, of values that no key opens. */
  unopened: string[]
  /** Values that were sealed with an older key while this ran. */
  left: number
}

/**
 * Encrypts every value that is not under the current key, in small batches. A value is written
 * only if it is still the one that was opened, so the portal may keep running, and a run that was
 * broken off is simply started again.
 */
export async function resealValues(input: { db: Database; sealer: Sealer }): Promise<Resealing> {
  const { db, sealer } = input
  const result: Resealing = { resealed: {}, unopened: [], left: 0 }
  for (const place of places) {
    let resealed = 0
    for await (const range of idRanges(db, place.table, batchSize, place.id)) {
      const batch = await resealBatch(db, sealer, place, range)
      resealed += batch.resealed
      result.unopened.push(...batch.unopened.map((id) => describeValue(place, id)))
    }
    result.resealed[place.name] = resealed
  }
  const unopened = new Set(result.unopened)
  for (const place of places) {
    for await (const range of idRanges(db, place.table, batchSize, place.id)) {
      const outdated = await listOutdated(db, sealer, place, range)
      result.left += outdated.filter(({ id }) => !unopened.has(describeValue(place, id))).length
    }
  }
  return result
}

const describeValue = (place: Place, id: number) => `${place.name} of id ${id}`

async function resealBatch(db: Database, sealer: Sealer, place: Place, range: IdRange) {
  const { name, table, column, id: idColumn, at } = place
  const outdated = await listOutdated(db, sealer, place, range)
  return db.transaction(async (tx) => {
    const unopened: number[] = []
    let resealed = 0
    for (const { id, sealed } of outdated) {
      const opened = openOrNull(() => sealer.open(sealed, at(id)))
      if (opened === null) {
        unopened.push(id)
        continue
      }
      const renewed = sealer.seal(opened, at(id))
      const also = await place.also?.(tx, opened, sealer)
      const { rowCount } = await tx.execute(
        sql`update ${table} set ${column} = ${renewed}${also}
          where ${idColumn} = ${id} and ${column} = ${sealed}`,
      )
      resealed += rowCount ?? 0
    }
    if (resealed > 0) {
      const details = { column: name, count: resealed }
      await recordEvent(tx, portalItself, 'keys.rotated', { details })
    }
    return { resealed, unopened }
  })
}

async function listOutdated(db: Database, sealer: Sealer, place: Place, range: IdRange) {
  const { table, column, id } = place
  const { rows } = await db.execute<{ id: number; sealed: string }>(sql`
    select ${id} as id, ${column} as sealed from ${table}
    where ${id} > ${range.after} and ${id} <= ${range.upTo}
      and not starts_with(${column}, ${sealer.prefix})
    order by ${id}`)
  return rows
}
