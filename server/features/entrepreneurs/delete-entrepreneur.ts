import { eq } from 'drizzle-orm'
import type { EventSource } from '../../ctx'
import type { Database } from '../../db/client'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { conflict } from '../../errors'
import { portalItself, recordEvent } from '../audit/record-event'
import { findOpenMatch, noteWhetherMatched } from '../matches/queries'
import { lockWithPartners } from '../matches/take-step'
import { leaveMatches } from '../matches/write-match'
import { listWithdrawnIds } from './queries'

/** How long who withdrew stays on record. */
const keptDays = 365

/**
 * Removes an entrepreneur with every introduction and every mail to or about them. A match that both had accepted
 * stays, without them. Throws 404 without one, 409 while an introduction is open.
 */
export async function deleteEntrepreneur(input: {
  db: Database
  id: number
  by: EventSource
}): Promise<void> {
  const { db, id, by } = input
  await db.transaction(async (tx) => {
    const { partnerIds } = await lockWithPartners(tx, id)
    if (await findOpenMatch(tx, { entrepreneurId: id })) {
      throw conflict('This entrepreneur is in an introduction. Please end it first.')
    }
    await leaveMatches(tx, id)
    await tx.delete(entrepreneurs).where(eq(entrepreneurs.id, id))
    for (const partnerId of partnerIds) await noteWhetherMatched(tx, partnerId)
    await recordEvent(tx, by, 'entrepreneur.deleted', { object: `entrepreneur:${id}` })
  })
}

/** Removes who withdrew a year ago. */
export async function removeWithdrawn(db: Database): Promise<void> {
  for (const id of await listWithdrawnIds(db, keptDays)) {
    await deleteEntrepreneur({ db, id, by: portalItself })
  }
}
