import type { ListedMessage, ListedReferral } from '@shared/messages'
import type { MessageRow, ReferralRow } from './queries'

export function presentMessage(row: MessageRow): ListedMessage {
  return {
    kind: 'support',
    id: row.id,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
  }
}

export function presentReferral(row: ReferralRow): ListedReferral {
  return {
    kind: 'referral',
    id: row.id,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    name: row.name,
    email: row.email,
    phone: row.phone,
    referralName: row.referralName,
    referralEmail: row.referralEmail,
    referralPhone: row.referralPhone,
  }
}
