import { and, eq, inArray } from 'drizzle-orm'
import type { WaitingOfUser } from '@shared/users'
import type { Transaction } from '../../db/client'
import { decidedColumns, reviewedColumns } from '../../db/review'
import { files } from '../../db/schema/files'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { conflict } from '../../errors'
import type { EventSource } from '../audit/record-event'
import { versionOf } from '../credentials/queries'
import { recordDecisions } from '../decisions/record-decisions'
import { markApprovedContent } from '../files/mark-approved-content'

const decision = { status: 'approved' } as const

/**
 * Approves documents and logins together with their owner, who is held already. Throws 409 when one of
 * them is not what the administrator saw: decided about, replaced, corrected, deleted, or not to be read
 * yet.
 */
export async function approveWaiting(
  tx: Transaction,
  input: { userId: number; waiting: WaitingOfUser; by: EventSource; decisionId: number },
): Promise<void> {
  const { userId, waiting, by, decisionId: takenWith } = input
  const versions = new Map(waiting.files.map(({ id, version }) => [id, version]))
  const fileIds = [...versions.keys()]
  if (fileIds.length > 0) {
    const found = await tx
      .select({
        id: files.id,
        userId: files.userId,
        sha256: files.sha256,
        quarantine: files.quarantine,
        ...reviewedColumns(files),
      })
      .from(files)
      .where(and(eq(files.userId, userId), inArray(files.id, fileIds)))
      .orderBy(files.id)
      .for('update')
    checkWaiting(
      found.filter(({ id, sha256, quarantine }) => !quarantine && versions.get(id) === sha256),
      fileIds.length,
    )
    await recordDecisions(tx, { kind: 'file', subjects: found, decision, by, takenWith })
    await tx.update(files).set(decidedColumns(decision)).where(inArray(files.id, fileIds))
    await markApprovedContent(tx, fileIds)
  }

  const loginVersions = new Map(waiting.credentials.map(({ id, version }) => [id, version]))
  const loginIds = [...loginVersions.keys()]
  if (loginIds.length > 0) {
    const logins = monitoringCredentials
    const found = await tx
      .select({
        id: logins.id,
        userId: logins.userId,
        createdAt: logins.createdAt,
        correctedAt: logins.correctedAt,
        ...reviewedColumns(logins),
      })
      .from(logins)
      .where(and(eq(logins.userId, userId), inArray(logins.id, loginIds)))
      .orderBy(logins.id)
      .for('update')
    checkWaiting(
      found.filter((login) => loginVersions.get(login.id) === versionOf(login)),
      loginIds.length,
    )
    await recordDecisions(tx, { kind: 'credential', subjects: found, decision, by, takenWith })
    await tx.update(logins).set(decidedColumns(decision)).where(inArray(logins.id, loginIds))
  }
}

function checkWaiting(found: readonly { status: string }[], wanted: number): void {
  if (found.length === wanted && found.every(({ status }) => status === 'pending')) return
  throw conflict(
    'This person’s documents or logins have changed in the meantime. Please look again.',
  )
}
