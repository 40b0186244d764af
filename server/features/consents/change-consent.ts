import { currentTexts, type ConsentChange, type ConsentKind } from '@shared/consents'
import type { Database } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { conflict, forbidden, notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { canConsent } from './policy'
import { listConsents, type ConsentRow } from './queries'
import { recordConsents } from './record-consents'

/**
 * Gives or withdraws one consent, from this moment on. The same said twice is said once. Throws 409 when
 * the text that was shown is no longer the one in use.
 */
export async function changeConsent(input: {
  db: Database
  kind: ConsentKind
  change: ConsentChange
  by: Actor
}): Promise<ConsentRow[]> {
  const { db, kind, change, by } = input
  if (!canConsent(by)) throw forbidden('Only partners are asked for their consent.', 'partner')
  if (change.isGiven && change.textVersion !== currentTexts[kind])
    throw conflict('This text has changed. Please reload the page and read it again.')
  return db.transaction(async (tx) => {
    if (!(await lockPerson(tx, by.id))) throw notFound()
    const before = (await listConsents(tx, by.id)).find((row) => row.kind === kind)
    if ((before?.isGiven ?? false) !== change.isGiven) {
      const textVersion = change.isGiven ? change.textVersion : (before?.textVersion ?? '')
      const { isGiven } = change
      const kinds = [{ kind, textVersion }]
      await recordConsents(tx, by, { userId: by.id, kinds, isGiven, source: 'account' })
    }
    return listConsents(tx, by.id)
  })
}
