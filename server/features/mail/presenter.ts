import {
  mailDefaults,
  type EmailSettings,
  type ListedMail,
  type MailSender,
  type MailWish,
} from '@shared/mail'
import { mailKinds } from '@shared/mail-kinds'
import { mailChoiceKinds, type MailChoice, type MailChoiceKind } from '@shared/mail-choices'
import type { findMailWish } from '../consents/queries'
import type { MailRow, SettingsRow } from './queries'

/** What is saved, or the defaults; a password only as its presence. */
export function presentSettings(
  row: SettingsRow | null,
  sender: MailSender,
  hasDefault: boolean,
): EmailSettings {
  return {
    email: row?.email ?? '',
    appPassword: row?.hasPassword ?? false,
    host: row?.host ?? mailDefaults.host,
    port: row?.port ?? mailDefaults.port,
    secure: row?.secure ?? mailDefaults.secure,
    service: row?.service ?? mailDefaults.service,
    sender,
    hasDefault,
  }
}

export function presentMail(row: MailRow): ListedMail {
  return {
    id: row.id,
    recipient: row.recipient,
    subject: row.subject,
    status: row.status,
    attempts: row.attempts,
    lastError: row.lastError,
    canResend:
      row.status !== 'queued' && row.hasContent && mailKinds[row.kind].linkMinutes === null,
    nextAttemptAt: row.status === 'queued' ? row.nextAttemptAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  }
}

export function presentMailWish(row: Awaited<ReturnType<typeof findMailWish>>): MailWish {
  if (!row) return { name: null, emails: 'unasked', status: null }
  const { firstName, lastName, wantsEmail, status } = row
  const emails = wantsEmail === null ? 'unasked' : wantsEmail ? 'agreed' : 'withdrawn'
  return { name: `${firstName} ${lastName}`, emails, status }
}

/** Every kind that can be turned off, in the order in which they are sent. */
export const presentMailChoices = (declined: readonly MailChoiceKind[]): MailChoice[] =>
  mailChoiceKinds.map((kind) => ({ kind, isWanted: !declined.includes(kind) }))
