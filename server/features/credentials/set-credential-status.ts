import type { ReviewDecision } from '@shared/review'
import type { Database } from '../../db/client'
import { checkBasis, decidedColumns, lockReviewed } from '../../db/review'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { notFound } from '../../errors'
import type { EventSource } from '../audit/record-event'
import { recordDecision } from '../decisions/record-decisions'
import type { MailDeps } from '../mail/find-sender'
import { queueRefusalMail, replaceDecisionMails } from '../mail/queue-decision-mail'
import { updateCredential, type CredentialRow } from './queries'

/** Sets any status from any other; the owner of a rejected login hears of it by mail. */
export async function setCredentialStatus(input: {
  db: Database
  /** Null: no mail is sent. */
  mail: MailDeps | null
  credentialId: number
  decision: ReviewDecision
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
    const isNews = await replaceDecisionMails(tx, { kind, before, decision })
    const about = { kind, name: after.serviceName, userId: after.userId } as const
    if (mail && isNews) await queueRefusalMail(tx, mail, { decisionId, decision, ...about })
    return { ...after, decisionId }
  })
}
