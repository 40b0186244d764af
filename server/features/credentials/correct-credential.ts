import { eq, sql } from 'drizzle-orm'
import type { ShareCredentialsRequest } from '@shared/credentials'
import type { Actor } from '../../ctx'
import type { Database } from '../../db/client'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import type { Sealer } from '../../db/sealing'
import { conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { cancelMailsAbout } from '../mail/queue-decision-mail'
import {
  getCredentialOfUser,
  lockCredentialOfUser,
  sealedColumn,
  type OwnCredentialRow,
} from './queries'

/**
 * Puts what its owner says now in place of a shared login, which goes back into review. Nothing of
 * the old values is kept. Throws 404 for a login of someone else, 409 once the owner was decided about.
 */
export async function correctCredential(input: {
  db: Database
  sealer: Sealer
  credentialId: number
  correction: ShareCredentialsRequest
  by: Actor
}): Promise<OwnCredentialRow> {
  const { db, sealer, credentialId: id, correction, by } = input
  const { password, notes, ...shown } = correction
  return db.transaction(async (tx) => {
    const before = await lockCredentialOfUser(tx, by.id, id)
    if (!before) throw notFound()
    if (before.owner.status !== 'pending')
      throw conflict('We’ve decided about your application and won’t use this login again.')
    const changed = {
      ...shown,
      sealedPassword: sealer.seal(password, sealedColumn('password', id)),
      sealedNotes: notes ? sealer.seal(notes, sealedColumn('notes', id)) : null,
      status: 'pending' as const,
      statusReason: null,
      statusAt: null,
      correctedAt: sql`clock_timestamp()`,
      lastOpenedAt: null,
    }
    await tx.update(monitoringCredentials).set(changed).where(eq(monitoringCredentials.id, id))
    await cancelMailsAbout(tx, 'credential', id)
    await recordEvent(tx, by, 'credential.corrected', { object: `credential:${id}` })
    const after = await getCredentialOfUser(tx, by.id, id)
    if (!after) throw notFound()
    return after
  })
}
