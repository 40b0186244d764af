import type { Database } from '../../db/client'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { getSealedCredential, markOpened, type SealedCredentialRow } from './queries'

/** One login whose secrets are about to be shown. No one reads a password without a trace. */
export async function revealCredential(input: {
  db: Database
  credentialId: number
  by: Actor
}): Promise<SealedCredentialRow> {
  const { db, credentialId, by } = input
  return db.transaction(async (tx) => {
    const credential = await getSealedCredential(tx, credentialId)
    if (!credential) throw notFound()
    await markOpened(tx, [credentialId])
    await recordEvent(tx, by, 'credential.revealed', { object: `credential:${credentialId}` })
    return credential
  })
}
