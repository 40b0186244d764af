import type { CsvColumns } from '../../http/send-csv'
import type { CredentialRow } from '../credentials/queries'
import type { ReviewedFileRow } from '../files/queries'
import type { MessageRow, ReferralRow } from '../messages/queries'
import type { ReferredPersonRow } from '../referrals/referred-people-queries'
import type { UserRow } from '../users/queries'
import type { NamedEvent } from '../audit/list-trail'

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

export const userColumns: CsvColumns<UserRow> = {
  'User ID': (row) => row.id,
  'First name': (row) => row.firstName,
  'Last name': (row) => row.lastName,
  Email: (row) => row.email,
  Phone: (row) => row.phoneNumber,
  Status: (row) => row.status,
  Reason: (row) => row.statusReason,
  'Credit score': (row) => row.creditScore?.score ?? null,
  'Consent to contact': (row) => yesOrNo(row.contactConsent),
  'Two-step login': (row) => yesOrNo(row.hasSecondFactor),
  'Signed up (UTC)': (row) => row.createdAt,
  'Asked (UTC)': (row) => row.askedAt,
  'Closes (UTC)': (row) => row.closesAt,
}

export const fileColumns: CsvColumns<ReviewedFileRow> = {
  'Report ID': (row) => row.id,
  'File name': (row) => row.fileName,
  Bytes: (row) => row.fileSize,
  Type: (row) => row.fileType,
  Status: (row) => row.status,
  Reason: (row) => row.statusReason,
  Quarantine: (row) => row.quarantine,
  'User ID': (row) => row.userId,
  'First name': (row) => row.owner?.firstName ?? null,
  'Last name': (row) => row.owner?.lastName ?? null,
  Email: (row) => row.owner?.email ?? null,
  Phone: (row) => row.owner?.phoneNumber ?? null,
  'Uploaded (UTC)': (row) => row.createdAt,
  'Owner asked (UTC)': (row) => row.askedAt,
}

/** Neither passwords nor notes. */
export const credentialColumns: CsvColumns<CredentialRow> = {
  'Login ID': (row) => row.id,
  Service: (row) => row.serviceName,
  Address: (row) => row.serviceUrl,
  Username: (row) => row.username,
  Status: (row) => row.status,
  Reason: (row) => row.statusReason,
  'User ID': (row) => row.userId,
  'Shared (UTC)': (row) => row.createdAt,
  'Owner asked (UTC)': (row) => row.askedAt,
}

export const messageColumns: CsvColumns<MessageRow> = {
  'Message ID': (row) => row.id,
  Status: (row) => row.status,
  Name: (row) => row.name,
  Email: (row) => row.email,
  Subject: (row) => row.subject,
  Message: (row) => row.message,
  'User ID': (row) => row.userId,
  'Sent (UTC)': (row) => row.createdAt,
}

export const referralColumns: CsvColumns<ReferralRow> = {
  'Referral ID': (row) => row.id,
  Status: (row) => row.status,
  Name: (row) => row.name,
  Email: (row) => row.email,
  Phone: (row) => row.phone,
  'Referral’s name': (row) => row.referralName,
  'Referral’s email': (row) => row.referralEmail,
  'Referral’s phone': (row) => row.referralPhone,
  'Sent (UTC)': (row) => row.createdAt,
}

const inDollars = (cents: number) => (cents / 100).toFixed(2)

export const referredPersonColumns: CsvColumns<ReferredPersonRow> = {
  'Referral ID': (row) => row.id,
  'User ID': (row) => row.referred?.id ?? null,
  'First name': (row) => row.referred?.firstName ?? null,
  'Last name': (row) => row.referred?.lastName ?? null,
  Email: (row) => row.referred?.email ?? null,
  Status: (row) => row.referred?.status ?? null,
  'Referrer’s ID': (row) => row.referrer?.id ?? null,
  'Referrer’s first name': (row) => row.referrer?.firstName ?? null,
  'Referrer’s last name': (row) => row.referrer?.lastName ?? null,
  'Referrer’s email': (row) => row.referrer?.email ?? null,
  Source: (row) => row.source,
  'Link’s code': (row) => row.code,
  'Hold reasons': (row) => listOpen(row.holds),
  'Reward (USD)': (row) => inDollars(row.rewardCents),
  'Signed up (UTC)': (row) => row.signedUpAt,
}

const listOpen = (holds: ReferredPersonRow['holds']) =>
  holds
    .filter(({ outcome }) => outcome === null)
    .map(({ reason }) => reason)
    .join(', ')

export const eventColumns: CsvColumns<NamedEvent> = {
  'Event ID': (row) => row.id,
  'Time (UTC)': (row) => row.at,
  Action: (row) => row.action,
  Object: (row) => row.object,
  'Object’s name': (row) => row.objectName,
  'Owner’s ID': (row) => row.owner?.id ?? null,
  'Owner’s name': (row) => row.owner?.name ?? null,
  'By ID': (row) => row.actor?.id ?? null,
  'By email': (row) => row.actor?.email ?? null,
  'By name': (row) => row.actor?.name ?? null,
  'IP address': (row) => row.ip,
  'Request ID': (row) => row.requestId,
  Details: (row) => row.details && JSON.stringify(row.details),
  'Earlier status': (row) => row.decision?.from ?? null,
  Reason: (row) => row.decision?.reason ?? null,
  'Undone (UTC)': (row) => row.decision?.undoneAt ?? null,
}
