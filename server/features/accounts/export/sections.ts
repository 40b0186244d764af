import { and, desc, eq, isNull, or } from 'drizzle-orm'
import { consentTexts, type ConsentSource } from '@shared/consents'
import { consents } from '../../../db/schema/consents'
import { auditEvents } from '../../../db/schema/audit-events'
import { decisions } from '../../../db/schema/decisions'
import { declinedMails, mails } from '../../../db/schema/mail'
import { messages } from '../../../db/schema/messages'
import { monitoringCredentials } from '../../../db/schema/monitoring-credentials'
import { users } from '../../../db/schema/users'
import { rejectionReason } from '../../../db/review'
import { openOrNull } from '../../../db/sealing'
import { listSessions } from '../../../db/user-sessions'
import { sealedColumn } from '../../credentials/queries'
import { openMailText } from '../../mail/queue-mail'
import { findChange } from '../email-change/queries'
import { hasSecondFactor } from '../queries'
import { paymentSettings } from './payment-settings'
import { links, referrals, referredBy, statements } from './rewards'
import { creditScore, staffNotes } from './score-and-notes'
import type { Section } from './section'

const mostEvents = 10_000

const account: Section = {
  name: 'account',
  title: 'Your account',
  note: 'Your password is stored as a one-way hash only, so it cannot be shown.',
  async read(tx, { userId }) {
    const rows = await tx.select().from(users).where(eq(users.id, userId))
    const twoStepLogin = await hasSecondFactor(tx, userId)
    return rows.map((row) => ({
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      phoneNumber: row.phoneNumber,
      registered: row.createdAt,
      status: row.status,
      reason: rejectionReason(row),
      decided: row.statusAt,
      termsAccepted: row.termsAcceptedAt,
      termsVersion: row.termsVersion,
      termsAcceptedFromAddress: row.termsAcceptedFrom,
      mayBeContacted: row.contactConsent,
      contactAllowed: row.contactConsentAt,
      twoStepLogin,
    }))
  },
}

const emailChange: Section = {
  name: 'emailChange',
  title: 'Another email you asked for',
  note: 'Waiting, or changed within the last day.',
  async read(tx, { userId }) {
    const row = await findChange(tx, userId)
    if (!row) return []
    return [{ asked: row.createdAt, newEmail: row.newEmail, previousEmail: row.previousEmail }]
  },
}

const sharedLogins: Section = {
  name: 'sharedLogins',
  title: 'Logins you shared',
  note: 'Passwords are left out: you know them, and this file may be read by others.',
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
      notes:
        row.sealedNotes &&
        openOrNull(() => sealer.open(row.sealedNotes ?? '', sealedColumn('notes', row.id))),
      status: row.status,
      reason: rejectionReason(row),
      shared: row.createdAt,
      corrected: row.correctedAt,
      lastOpenedByStaff: row.lastOpenedAt,
    }))
  },
}

const consentsGiven: Section = {
  name: 'consents',
  title: 'What you agreed to, and withdrew',
  note: 'Newest first. The newest entry of a kind is what holds.',
  async read(tx, { userId }) {
    const rows = await tx
      .select()
      .from(consents)
      .where(eq(consents.userId, userId))
      .orderBy(desc(consents.id))
    return rows.map((row) => ({
      to: row.kind,
      given: row.isGiven,
      at: row.at,
      where: consentPlaces[row.source],
      fromAddress: row.ip,
      text: consentTexts[row.textVersion] ?? row.textVersion,
    }))
  },
}

const consentPlaces: Record<ConsentSource, string> = {
  'sign-up': 'application form',
  account: 'account page',
  phone: 'on the phone, recorded by staff',
  text: 'by text message, recorded by staff',
  email: 'by email, recorded by staff',
  letter: 'by letter, recorded by staff',
  'in-person': 'in person, recorded by staff',
}

const emailsTurnedOff: Section = {
  name: 'emailsTurnedOff',
  title: 'Emails you turned off',
  async read(tx, { userId }) {
    return tx
      .select({ about: declinedMails.kind, since: declinedMails.at })
      .from(declinedMails)
      .where(eq(declinedMails.userId, userId))
  },
}

const emails: Section = {
  name: 'emails',
  title: 'Emails we sent you',
  note: 'Texts are kept for 90 days. Those that held a link to log in or confirm something are left out.',
  async read(tx, { userId, sealer }) {
    const rows = await tx
      .select()
      .from(mails)
      .where(eq(mails.userId, userId))
      .orderBy(desc(mails.id))
    return rows.map((row) => ({
      to: row.recipient,
      subject: row.subject,
      written: row.createdAt,
      sent: row.sentAt,
      status: row.status,
      text: openMailText(sealer, row),
    }))
  },
}

const supportMessages: Section = {
  name: 'messages',
  title: 'Messages you sent while logged in',
  async read(tx, { userId }) {
    return tx
      .select({
        written: messages.createdAt,
        name: messages.name,
        email: messages.email,
        subject: messages.subject,
        message: messages.message,
      })
      .from(messages)
      .where(eq(messages.userId, userId))
      .orderBy(desc(messages.id))
  },
}

const sessions: Section = {
  name: 'sessions',
  title: 'Where you are logged in',
  async read(tx, { userId }) {
    const rows = await listSessions(tx, userId)
    return rows.map((row) => ({
      browser: row.browser,
      loggedIn: new Date(Number(row.startedAt)),
      endsWithoutUse: new Date(Number(row.endsAt)),
    }))
  },
}

const decided: Section = {
  name: 'decisions',
  title: 'Decisions about you',
  note: 'About your application, your documents and your shared logins. One that was taken back is left out.',
  async read(tx, { userId }) {
    const rows = await tx
      .select()
      .from(decisions)
      .where(and(eq(decisions.userId, userId), isNull(decisions.undoneAt)))
      .orderBy(desc(decisions.id))
    return rows.map((row) => ({
      at: row.at,
      about: row.kind === 'user' ? 'your application' : `${aboutWords[row.kind]} ${row.subjectId}`,
      status: row.toStatus,
      reason: row.toStatus === 'rejected' ? row.reason : null,
    }))
  },
}

const aboutWords = { file: 'document', credential: 'shared login' }

const activity: Section = {
  name: 'activity',
  title: 'What was recorded about your account',
  note: 'Newest first, up to 10,000 entries.',
  async read(tx, { userId }) {
    const rows = await tx
      .select()
      .from(auditEvents)
      .where(or(eq(auditEvents.actorId, userId), eq(auditEvents.object, `user:${userId}`)))
      .orderBy(desc(auditEvents.id))
      .limit(mostEvents)
    return rows.map((row) => ({
      at: row.at,
      what: row.action,
      about: row.object,
      by: row.actorId === userId ? 'you' : row.actorId === null ? 'the portal' : 'staff',
      fromAddress: row.actorId === userId ? row.ip : null,
    }))
  },
}

/** Everything that is held on a person beside their documents, in the order of their copy. */
export const sections: readonly Section[] = [
  account,
  emailChange,
  creditScore,
  decided,
  staffNotes,
  sharedLogins,
  paymentSettings,
  consentsGiven,
  emailsTurnedOff,
  emails,
  supportMessages,
  referredBy,
  links,
  referrals,
  statements,
  sessions,
  activity,
]
