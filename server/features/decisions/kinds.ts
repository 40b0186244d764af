import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { AuditAction } from '@shared/audit'
import type { DecisionKind } from '@shared/decisions'
import type { ReviewStatus } from '@shared/review'
import type { EventSource, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import { credentialVersion, monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { textSettings } from '../../db/schema/texts'
import { snoozes, users } from '../../db/schema/users'
import { conflict, forbidden } from '../../errors'
import { closeQuestion, reopenQuestion } from '../questions/end-question'
import { settleRewardsOfUser } from '../rewards/settle-reward'
import { undoTakenScore } from '../scores/confirm-score'

/** The person, document or login that is decided about, as its lock found it. */
export interface Subject {
  id: number
  /** The person, or whose document or login it is; null for one without an account. */
  userId: number | null
  name: string
  status: ReviewStatus
  statusReason: string | null
  wasDecided: boolean
  /** Names a content: a document that was replaced or a login that was corrected has another one. */
  version?: string
  isAdmin?: boolean
  isReferrer?: boolean
  isAsked?: boolean
  hasTexts?: boolean
}

interface Kind {
  table: typeof users | typeof files | typeof monitoringCredentials
  action: AuditAction
  userId: SQL
  name: SQL
  /** The columns of `Subject` that only this kind has. */
  facts: SQL
  isInReferral: SQL
  /** Answered when the version is no longer the one that was seen. */
  replaced?: string
  refuse?: (subject: Subject, status: ReviewStatus) => void
  onDecided?: (
    ctx: TxCtx<EventSource>,
    decided: { id: number; status: ReviewStatus; isInReferral: boolean },
  ) => Promise<void>
  onUndone?: (
    ctx: TxCtx<EventSource>,
    undone: { id: number; subjectId: number; fromStatus: ReviewStatus; toStatus: ReviewStatus },
  ) => Promise<void>
}

/** In the order in which rows are locked. */
export const kinds: Record<DecisionKind, Kind> = {
  user: {
    table: users,
    action: 'user.status-changed',
    userId: sql`${users.id}`,
    name: sql`${users.firstName} || ' ' || ${users.lastName}`,
    facts: sql`${users.isAdmin} = 1 as "isAdmin", ${users.kind} = 'referrer' as "isReferrer",
      ${users.askedAt} is not null as "isAsked", exists (select from ${textSettings}) as "hasTexts"`,
    isInReferral: sql`exists (select from referred_people r where r.referred_id = ${users.id})
      or exists (select from referred_people r where r.referrer_id = ${users.id})`,
    refuse({ isAdmin, isReferrer }, status) {
      if (isAdmin)
        throw forbidden(
          "The administrator's status cannot be changed.",
          'target is the administrator',
        )
      if (isReferrer && status === 'approved')
        throw conflict('A referrer has not applied, so there is nothing to approve.')
    },
    async onDecided({ db: tx, by }, { id, status, isInReferral }) {
      // Set to pending, a person is in the queue again, even if they were set aside before.
      if (status === 'pending') await tx.delete(snoozes).where(eq(snoozes.userId, id))
      if (isInReferral) await settleRewardsOfUser(tx, id, by)
    },
    async onUndone(ctx, { id, subjectId, fromStatus }) {
      const { db: tx, by } = ctx
      if (fromStatus === 'pending') await reopenQuestion(ctx, id)
      else await closeQuestion(tx, subjectId, null)
      await settleRewardsOfUser(tx, subjectId, by)
      const at = sql`(select at from decisions where id = ${id})`
      await undoTakenScore(ctx, subjectId, at)
    },
  },
  file: {
    table: files,
    action: 'file.status-changed',
    userId: sql`${files.userId}`,
    name: sql`${files.fileName}`,
    facts: sql`${files.sha256} as version`,
    isInReferral: sql`false`,
    replaced: 'The document was replaced in the meantime. Please look at it again.',
    async onDecided({ db: tx }, { id, status }) {
      if (status === 'approved') await markApprovedContent(tx, id)
    },
    async onUndone({ db: tx }, { id, toStatus }) {
      if (toStatus === 'approved') await unmarkApprovedContent(tx, id)
    },
  },
  credential: {
    table: monitoringCredentials,
    action: 'credential.status-changed',
    userId: sql`${monitoringCredentials.userId}`,
    name: sql`${monitoringCredentials.serviceName}`,
    facts: sql`${credentialVersion} as version`,
    isInReferral: sql`false`,
    replaced: 'The partner corrected this login in the meantime. Please look at it again.',
  },
}

/** Marks what this file shows now: approved contents are kept longest when there are too many. */
async function markApprovedContent(tx: Transaction, fileId: number): Promise<void> {
  const shown = tx.select({ storageKey: files.storageKey }).from(files).where(eq(files.id, fileId))
  await tx
    .update(fileVersions)
    .set({ approvedAt: sql`now()` })
    .where(and(inArray(fileVersions.storageKey, shown), isNull(fileVersions.approvedAt)))
}

/** The content counts as approved no longer, unless it was approved before. */
async function unmarkApprovedContent(tx: Transaction, decisionId: number): Promise<void> {
  await tx.execute(sql`
    update file_versions set approved_at = null
    from decisions decision
    where decision.id = ${decisionId} and file_versions.file_id = decision.subject_id
      and file_versions.approved_at = decision.at`)
}
