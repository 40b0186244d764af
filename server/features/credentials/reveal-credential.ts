import type { SortedListQuery } from '@shared/lists'
import type { Actor } from '../../ctx'
import type { Database } from '../../db/client'
import type { ListDatabases } from '../../db/lists/searches'
import { notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import {
  getSealedCredential,
  markOpened,
  type SealedCredentialRow,
  listSealedCredentials,
} from './queries'

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

/** A page of credentials whose secrets are about to be shown. No one reads passwords without a trace. */
export async function openCredentials(
  dbs: ListDatabases,
  { query, by }: { query: SortedListQuery; by: Actor },
) {
  const page = await listSealedCredentials(dbs, query)
  const ids = page.rows.map(({ id }) => id)
  await dbs.db.transaction(async (tx) => {
    await markOpened(tx, ids)
    await recordEvent(tx, by, 'credentials.listed', {
      details: { count: ids.length, ids: ids.join(', ') },
    })
  })
  return page
}
