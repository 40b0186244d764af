import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '../db/client'
import { sealedContentKey } from '../db/content-keys'
import { emailSettings, mails } from '../db/schema/mail'
import { entrepreneurs } from '../db/schema/entrepreneurs'
import { matches, meetingSettings } from '../db/schema/matches'
import { monitoringCredentials } from '../db/schema/monitoring-credentials'
import { paymentSettings, payouts } from '../db/schema/payouts'
import { fingerprintKeys } from '../db/schema/referral-links'
import { texts, textSettings } from '../db/schema/texts'
import { openOrNull, type SealedColumn, type Sealer } from '../db/sealing'
import { renderSql } from '../db/sql-text'
import { sealedSeed } from '../features/accounts/queries'
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
import { idRanges } from '../db/ids'
import { contentKeys } from '../db/schema/files'
import { notes } from '../db/schema/users'
import { secondFactors } from '../db/schema/logins'

const batchSize = 200

export interface Place {
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

/** Every column that is sealed: keys are rotated, and values checked, by this list. */
export const sealedPlaces = [
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

export interface SealedTools {
  db: Database
  sealer: Sealer
}

export type SealedValue = { id: number; sealed: string }

export const describeValue = (place: Place, id: number) => `${place.name} of id ${id}`

/** The values of a column, some at a time; `prefix`: only those that begin otherwise. */
export async function* walkSealed(db: Database, { table, column, id }: Place, prefix?: string) {
  const isWanted =
    prefix === undefined ? sql`${column} is not null` : sql`not starts_with(${column}, ${prefix})`
  for await (const { after, upTo } of idRanges(db, table, batchSize, id)) {
    const { rows } = await db.execute<SealedValue>(sql`
      select ${id} as id, ${column} as sealed from ${table}
      where ${id} > ${after} and ${id} <= ${upTo} and ${isWanted} order by ${id}`)
    yield rows
  }
}

/** Reports values that no configured key opens. */
export async function fsckSealed(
  { db, sealer }: SealedTools,
  report: (problem: string) => void,
): Promise<void> {
  for (const place of sealedPlaces) {
    for await (const batch of walkSealed(db, place)) {
      for (const { id, sealed } of batch) {
        if (openOrNull(() => sealer.open(sealed, place.at(id))) === null)
          report(`${describeValue(place, id)}: DATA_KEY does not open it`)
      }
    }
  }
}
