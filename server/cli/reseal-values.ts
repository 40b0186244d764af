import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '../db/client'
import { sealedContentKey } from '../db/content-keys'
import { idRanges } from '../db/id-ranges'
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
import { renderSql } from '../db/sql-text'
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
  /** `table.column`. */
  name: string
  table: PgTable
  column: SQL
  /** The place that a value is bound to. */
  at: (id: number) => SealedColumn
  id: SQLWrapper
  /** Sets another column that depends on the key and the opened value. */
  also?: (tx: Transaction, opened: string, sealer: Sealer) => Promise<SQL>
}

function definePlace(
  sealed: PgColumn,
  at: Place['at'],
  more: Pick<Partial<Place>, 'id' | 'also'> = {},
): Place {
  const name = renderSql(sealed).replaceAll('"', '')
  const column = sql.raw(name.slice(name.indexOf('.') + 1))
  return { name, table: sealed.table, column, at, id: sql`id`, ...more }
}

/** Every column that is sealed. */
const places = [
  definePlace(monitoringCredentials.sealedPassword, (id) => sealedColumn('password', id)),
  definePlace(monitoringCredentials.sealedNotes, (id) => sealedColumn('notes', id)),
  definePlace(emailSettings.sealedPassword, () => sealedPassword),
  definePlace(mails.sealedContent, sealedContent),
  definePlace(notes.sealedText, sealedNote),
  definePlace(secondFactors.sealedSeed, sealedSeed),
  definePlace(contentKeys.sealedKey, sealedContentKey),
  definePlace(paymentSettings.sealedDetails, sealedDetails, {
    id: paymentSettings.userId,
    also: async (tx, opened, sealer) =>
      sql`, fingerprint = ${await fingerprintOf(tx, sealer, readPaymentDetails(opened))}`,
  }),
  definePlace(fingerprintKeys.sealedKey, () => sealedFingerprintKey),
  definePlace(payouts.sealedDetails, sealedPayoutDetails),
  definePlace(textSettings.sealedToken, () => sealedTextToken),
  definePlace(texts.sealedContent, sealedText),
  definePlace(entrepreneurs.sealedNotes, sealedEntrepreneurNotes),
  definePlace(matches.sealedToken, sealedMatchToken),
  definePlace(matches.sealedLink, sealedMatchLink),
  definePlace(meetingSettings.sealedRoom, () => sealedRoom),
]

interface Tools {
  db: Database
  sealer: Sealer
}

type Outdated = { id: number; sealed: string }

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
export async function resealValues({ db, sealer }: Tools): Promise<Resealing> {
  const resealed: Record<string, number> = {}
  const unopened = new Set<string>()
  for (const place of places) {
    let count = 0
    for await (const batch of walkOutdated(db, sealer, place)) {
      const done = await resealBatch({ db, sealer }, place, batch)
      count += done.resealed
      for (const id of done.unopened) unopened.add(describeValue(place, id))
    }
    resealed[place.name] = count
  }
  let left = 0
  for (const place of places) {
    for await (const batch of walkOutdated(db, sealer, place)) {
      left += batch.filter(({ id }) => !unopened.has(describeValue(place, id))).length
    }
  }
  return { resealed, unopened: [...unopened], left }
}

const describeValue = (place: Place, id: number) => `${place.name} of id ${id}`

async function resealBatch({ db, sealer }: Tools, place: Place, batch: Outdated[]) {
  const { name, table, column, id: idColumn, at } = place
  return db.transaction(async (tx) => {
    const unopened: number[] = []
    let resealed = 0
    for (const { id, sealed } of batch) {
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

/** The values of a column that are not under the current key, some at a time. */
async function* walkOutdated(db: Database, sealer: Sealer, { table, column, id }: Place) {
  for await (const { after, upTo } of idRanges(db, table, batchSize, id)) {
    const { rows } = await db.execute<Outdated>(sql`
      select ${id} as id, ${column} as sealed from ${table}
      where ${id} > ${after} and ${id} <= ${upTo} and not starts_with(${column}, ${sealer.prefix})
      order by ${id}`)
    yield rows
  }
}
