import { sql } from 'drizzle-orm'
import { openOrNull } from '../db/sealing'
import { portalItself, recordEvent } from '../features/audit/record-event'
import {
  describeValue,
  sealedPlaces,
  walkSealed,
  type Place,
  type SealedTools,
  type SealedValue,
} from './sealed-places'

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
export async function resealValues({ db, sealer }: SealedTools): Promise<Resealing> {
  const resealed: Record<string, number> = {}
  const unopened = new Set<string>()
  for (const place of sealedPlaces) {
    let count = 0
    for await (const batch of walkSealed(db, place, sealer.prefix)) {
      const done = await resealBatch({ db, sealer }, place, batch)
      count += done.resealed
      for (const id of done.unopened) unopened.add(describeValue(place, id))
    }
    resealed[place.name] = count
  }
  let left = 0
  for (const place of sealedPlaces) {
    for await (const batch of walkSealed(db, place, sealer.prefix)) {
      left += batch.filter(({ id }) => !unopened.has(describeValue(place, id))).length
    }
  }
  return { resealed, unopened: [...unopened], left }
}

async function resealBatch({ db, sealer }: SealedTools, place: Place, batch: SealedValue[]) {
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
      await recordEvent({ db: tx, by: portalItself }, 'keys.rotated', undefined, details)
    }
    return { resealed, unopened }
  })
}
