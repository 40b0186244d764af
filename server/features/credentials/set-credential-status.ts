import type { ReviewDecision } from '@shared/review'
import type { Database } from '../../db/client'
import { writeDecision } from '../../db/review'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { getCredential, type CredentialRow } from './queries'

export async function setCredentialStatus(input: {
  db: Database
  credentialId: number
  decision: ReviewDecision
  by: Actor
}): Promise<CredentialRow> {
  const { db, credentialId, decision, by } = input
  return db.transaction(async (tx) => {
    if (!(await writeDecision(tx, monitoringCredentials, credentialId, decision))) throw notFound()
    await recordEvent(tx, by, 'credential.status-changed', {
      object: `credential:${credentialId}`,
      details: { status: decision.status },
    })
    const credential = await getCredential(tx, credentialId)
    if (!credential) throw notFound()
    return credential
  })
}
