import type { ReviewDecision } from '@shared/review'
import type { Database } from '../../db/client'
import { checkBasis, decidedColumns } from '../../db/review'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { lockCredential, updateCredential, type CredentialRow } from './queries'

export async function setCredentialStatus(input: {
  db: Database
  credentialId: number
  decision: ReviewDecision
  by: Actor
}): Promise<CredentialRow> {
  const { db, credentialId, decision, by } = input
  return db.transaction(async (tx) => {
    const before = await lockCredential(tx, credentialId)
    if (!before) throw notFound()
    checkBasis(before.status, decision)
    const after = await updateCredential(tx, credentialId, decidedColumns(decision))
    await recordEvent(tx, by, 'credential.status-changed', {
      object: `credential:${credentialId}`,
      details: { status: decision.status },
    })
    return after
  })
}
