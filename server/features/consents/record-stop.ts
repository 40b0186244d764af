import { currentTexts, type StopRequest } from '@shared/consents'
import type { Database } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { forbidden, notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { canConsent } from './policy'
import { listConsents, type ConsentRow } from './queries'
import { recordConsents } from './record-consents'

/**
 * Withdraws for someone who called or wrote, from this moment on: also what they never agreed to, so that no
 * one takes silence for a yes. What is withdrawn already stays as it was said. Throws 404 without such a
 * user, 403 for the administrator.
 */
export async function recordStop(input: {
  db: Database
  userId: number
  stop: StopRequest
  by: Actor
}): Promise<ConsentRow[]> {
  const { db, userId, stop, by } = input
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, userId)
    if (!person) throw notFound()
    if (!canConsent(person))
      throw forbidden('Only partners are asked for their consent.', 'target is the administrator')
    const before = new Map((await listConsents(tx, userId)).map((row) => [row.kind, row]))
    const kinds = stop.kinds
      .filter((kind) => before.get(kind)?.isGiven !== false)
      .map((kind) => ({ kind, textVersion: before.get(kind)?.textVersion ?? currentTexts[kind] }))
    if (kinds.length > 0) {
      const said = { userId, kinds, isGiven: false, source: stop.way, recordedBy: by.id }
      await recordConsents(tx, by, said)
    }
    return listConsents(tx, userId)
  })
}
