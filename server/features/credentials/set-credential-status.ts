import type { CredentialDecision } from '@shared/credentials'
import type { Queryable } from '../../db/client'
import { checkBasis, decidedColumns, lockReviewed } from '../../db/review'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { conflict, notFound } from '../../errors'
import type { EventSource } from '../audit/record-event'
import { recordDecision } from '../decisions/record-decisions'
import type { MailDeps } from '../mail/find-sender'
import { queueRefusalMail, replaceDecisionMails } from '../mail/queue-decision-mail'
import { updateCredential, versionOf, type CredentialRow } from './queries'

/** Sets any status from any other; the owner of a rejected login hears of it by mail. */
export async function setCredentialStatus(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  /** Null: no mail is sent. */
  mail: MailDeps | null
  credentialId: number
  decision: CredentialDecision
  by: EventSource
}): Promise<CredentialRow & { decisionId: number }> {
  const { db, mail, credentialId, decision, by } = input
  return db.transaction(async (tx) => {
    const found = await lockReviewed(tx, monitoringCredentials, credentialId)
    if (!found) throw notFound()
    const before = { id: credentialId, ...found }
    checkBasis(before.status, decision)
    const kind = 'credential'
    const decisionId = await recordDecision(tx, { kind, subject: before, decision, by })
    const after = await updateCredential(tx, credentialId, decidedColumns(decision))
    checkVersion(after, decision)
    const isNews = await replaceDecisionMails(tx, { kind, before, decision })
    const about = { kind, name: after.serviceName, userId: after.userId } as const
    if (mail && isNews) await queueRefusalMail(tx, mail, { decisionId, decision, ...about })
    return { ...after, decisionId }
  })
}

/** What was tried were other values than those that it has now. */
function checkVersion(before: CredentialRow, { basedOnVersion }: CredentialDecision): void {
  if (basedOnVersion && basedOnVersion !== versionOf(before))
    throw conflict('The partner corrected this login in the meantime. Please look at it again.')
}
