import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { shownProfile } from '@shared/accounts'
import { z } from '@shared/zod'
import { rejectionReason } from '../../../db/review'
import { auditEvents } from '../../../db/schema/audit-events'
import { decisions, questions } from '../../../db/schema/decisions'
import { monitoringCredentials } from '../../../db/schema/monitoring-credentials'
import { users } from '../../../db/schema/users'
import { openOrNull, type SealedColumn, type Sealer } from '../../../db/sealing'
import { listSessions } from '../../../db/user-sessions'
import { sealedColumn } from '../../credentials/queries'
import { listNotes, sealedNote } from '../../notes/queries'
import { findPaymentSettings } from '../../payouts/queries'
import { listQuestions } from '../../questions/queries'
import { findCreditScore } from '../../scores/queries'
import { findChange } from '../../accounts/email-change/queries'
import { sessionColumns } from '../../accounts/queries'
import { contactSections, introductionSection, rewardSections } from './contact-and-rewards'
import type { Section } from './render-page'

const ownProfile = z.object(shownProfile)

const aboutWords = { user: 'your application', file: 'document', credential: 'shared login' }

const unseal = (sealer: Sealer, sealed: string | null, at: SealedColumn) =>
  sealed && openOrNull(() => sealer.open(sealed, at))

/** A decision or an unanswered question that no longer stands, and that it was undone. */
const wasTakenBack = (userId: number) => sql`
  ${auditEvents.action} = 'decision.undone'
  or (${auditEvents.action} = 'user.status-changed' and exists (
    select from ${decisions} d where d.kind = 'user' and d.subject_id = ${userId}
      and d.at = ${auditEvents.at} and d.undone_at is not null))
  or (${auditEvents.action} in ('question.asked', 'question.undone') and exists (
    select from ${questions} q where q.id = (${auditEvents.details} ->> 'question')::int
      and q.undone_at is not null and q.answer is null))`

/** Everything that is held on a person in addition to their documents, in the order of their copy. */
export const sections: readonly Section[] = [
  {
    name: 'account',
    title: 'Your account',
    note: 'Your password is stored as a one-way hash only, so it cannot be shown.',
    async read(tx, { userId }) {
      const rows = await tx
        .select({ user: users, twoStepLogin: sessionColumns.hasSecondFactor })
        .from(users)
        .where(eq(users.id, userId))
      return rows.map(({ user, twoStepLogin }) => ({
        ...ownProfile.parse(user),
        registered: user.createdAt,
        status: user.status,
        reason: rejectionReason(user),
        decided: user.statusAt,
        termsAccepted: user.termsAcceptedAt,
        termsVersion: user.termsVersion,
        termsAcceptedFromAddress: user.termsAcceptedFrom,
        mayBeContacted: user.contactConsent,
        contactAllowed: user.contactConsentAt,
        timeZone: user.timeZone,
        twoStepLogin,
      }))
    },
  },
  {
    name: 'emailChange',
    title: 'An email change you asked for',
    note: 'Waiting, or changed within the last day.',
    async read(tx, { userId }) {
      const row = await findChange(tx, userId)
      if (!row) return []
      return [{ asked: row.createdAt, newEmail: row.newEmail, previousEmail: row.previousEmail }]
    },
  },
  {
    name: 'creditScore',
    title: 'Your credit score, as we recorded it',
    async read(tx, { userId }) {
      const row = await findCreditScore(tx, userId)
      if (!row) return []
      const { score, model, bureau, reportDate, nameOnReport, file, confirmedAt: noted } = row
      const document = file?.fileName ?? null
      return [{ score, model, bureau, reportDate, nameOnReport, document, noted }]
    },
  },
  {
    name: 'decisions',
    title: 'Decisions about you',
    note: 'About your application, your documents, and your shared logins. Decisions we undid are left out.',
    async read(tx, { userId }) {
      const rows = await tx
        .select()
        .from(decisions)
        .where(and(eq(decisions.userId, userId), isNull(decisions.undoneAt)))
        .orderBy(desc(decisions.id))
      return rows.map(({ at, kind, subjectId, toStatus: status, reason: statusReason }) => ({
        at,
        about: kind === 'user' ? aboutWords.user : `${aboutWords[kind]} ${subjectId}`,
        status,
        reason: rejectionReason({ status, statusReason }),
      }))
    },
  },
  {
    name: 'questions',
    title: 'Questions we asked you',
    note: 'Questions we took back are left out, unless you answered them.',
    async read(tx, { userId }) {
      const rows = await listQuestions(tx, userId)
      return rows
        .filter(({ question }) => !question.undoneAt || question.answer !== null)
        .map(({ question, fileName: document }) => ({
          asked: question.askedAt,
          question: question.words,
          document,
          answered: question.answeredAt,
          answer: question.answer,
        }))
    },
  },
  {
    name: 'notes',
    title: 'Notes our staff wrote about you',
    async read(tx, { userId, sealer }) {
      const rows = await listNotes(tx, userId)
      return rows.map(({ id, sealedText, createdAt, editedAt }) => ({
        written: createdAt,
        edited: editedAt,
        text: unseal(sealer, sealedText, sealedNote(id)),
      }))
    },
  },
  {
    name: 'sharedLogins',
    title: 'Logins you shared',
    note: 'Passwords are left out: you know them, and others may read this file.',
    async read(tx, { userId, sealer }) {
      const rows = await tx
        .select()
        .from(monitoringCredentials)
        .where(eq(monitoringCredentials.userId, userId))
        .orderBy(desc(monitoringCredentials.id))
      return rows.map((row) => ({
        id: row.id,
        service: row.serviceName,
        address: row.serviceUrl,
        username: row.username,
        notes: unseal(sealer, row.sealedNotes, sealedColumn('notes', row.id)),
        status: row.status,
        reason: rejectionReason(row),
        shared: row.createdAt,
        corrected: row.correctedAt,
        lastOpenedByStaff: row.lastOpenedAt,
      }))
    },
  },
  {
    name: 'paymentSettings',
    title: 'How we pay you',
    note: 'We show only the last digits: you know the rest, and others may read this file.',
    async read(tx, { userId }) {
      const row = await findPaymentSettings(tx, userId)
      return row ? [{ method: row.method, endsWith: row.lastFour, changed: row.changedAt }] : []
    },
  },
  ...contactSections,
  introductionSection,
  ...rewardSections,
  {
    name: 'sessions',
    title: 'Where you are logged in',
    async read(tx, { userId }) {
      const rows = await listSessions(tx, userId)
      return rows.map(({ browser, startedAt, endsAt }) => ({
        browser,
        loggedIn: new Date(Number(startedAt)),
        endsWithoutUse: new Date(Number(endsAt)),
      }))
    },
  },
  {
    name: 'activity',
    title: 'What was recorded about your account',
    note: 'Newest first, up to 10,000 entries. Decisions and questions we took back are left out.',
    async read(tx, { userId }) {
      const rows = await tx
        .select()
        .from(auditEvents)
        .where(
          and(
            or(eq(auditEvents.actorId, userId), eq(auditEvents.object, `user:${userId}`)),
            sql`not (${wasTakenBack(userId)})`,
          ),
        )
        .orderBy(desc(auditEvents.id))
        .limit(10_000)
      return rows.map(({ at, action, object, actorId, ip }) => ({
        at,
        what: action,
        about: object,
        by: actorId === userId ? 'you' : actorId === null ? 'the portal' : 'staff',
        fromAddress: actorId === userId ? ip : null,
      }))
    },
  },
]
