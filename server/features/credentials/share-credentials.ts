import type { ShareCredentialsRequest } from '@shared/credentials'
import type { Visitor } from '../../ctx'
import type { Database } from '../../db/client'
import { drawId } from '../../db/draw-id'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import type { Sealer } from '../../db/sealing'
import { recordEvent } from '../audit/record-event'
import { sealedColumn } from './queries'
import { newToken } from '../../tokens'

/** Stores a monitoring service's login, password and notes sealed. Returns the key that claims it. */
export async function shareCredentials(input: {
  db: Database
  sealer: Sealer
  credentials: ShareCredentialsRequest
  by: Visitor
}): Promise<string> {
  const { db, sealer, credentials, by } = input
  const { serviceName, serviceUrl, username, password, notes } = credentials
  const uploadKey = newToken()
  await db.transaction(async (tx) => {
    // The sealed values are bound to the id, so it is drawn first.
    const id = await drawId(tx, monitoringCredentials)
    await tx.insert(monitoringCredentials).values({
      id,
      uploadKey,
      serviceName,
      serviceUrl,
      username,
      sealedPassword: sealer.seal(password, sealedColumn('password', id)),
      sealedNotes: notes ? sealer.seal(notes, sealedColumn('notes', id)) : null,
    })
    await recordEvent(tx, by, 'credential.shared', { object: `credential:${id}` })
  })
  return uploadKey
}
