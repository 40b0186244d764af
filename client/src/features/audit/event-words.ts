import type { AuditAction, ListedEvent } from '@shared/audit'
import { actionText } from './action-texts'

/** What happened, with the name of what it happened to in place of {it}. */
const sentences: Partial<Record<AuditAction, string>> = {
  'account.login-failed': 'Failed to log in as {it}',
  'account.reset-requested': 'Asked to reset the password of {it}',
  'account.sessions-ended': 'Logged {it} out everywhere',
  'account.second-factor-off': 'Turned two-step login off for {it}',
  'account.email-changed': 'Changed the email of {it}',
  'account.email-change-declined': 'Declined an email change for {it}',
  'admin.created': 'Created the administrator {it}',
  'admin.recovered': 'Recovered the administrator {it}',
  'user.deleted': 'Deleted {it}',
  'user.score-confirmed': 'Confirmed the credit score of {it}',
  'user.score-removed': 'Removed the credit score of {it}',
  'note.added': 'Added a note about {it}',
  'note.edited': 'Edited a note about {it}',
  'note.deleted': 'Deleted a note about {it}',
  'user.duplicate-dismissed': 'Marked {it} as a different person from another',
  'list.export-started': 'Started exporting {it}',
  'user.referrer-set': 'Set who referred {it}',
  'user.referrer-removed': 'Removed who referred {it}',
  'list.exported': 'Exported {it}',
  'decision.undone': 'Undid the decision about {it}',
  'question.asked': 'Asked {it} a question',
  'question.answered': 'Answered a question to {it}',
  'question.undone': 'Undid the question to {it}',
  'question.reminded': 'Reminded {it} of the question',
  'file.uploaded': 'Uploaded {it}',
  'file.linked': 'Added {it} to an account',
  'file.replaced': 'Re-uploaded {it}',
  'file.restored': 'Restored {it}',
  'file.contents-removed': 'Removed the oldest versions of {it}',
  'file.refused-infected': 'Sent a version of {it} that the virus check refused',
  'file.found-infected': 'Removed the content of {it} after the virus check',
  'file.loaded-ahead': 'Loaded {it} ahead of its review',
  'file.opened': 'Opened {it}',
  'file.deleted': 'Deleted {it}',
  'credential.shared': 'Shared a login for {it}',
  'credential.revealed': 'Viewed the password of the login for {it}',
  'credential.deleted': 'Deleted the login for {it}',
  'credential.corrected': 'Corrected the login for {it}',
  'credential.withdrawn': 'Withdrew the login for {it}',
  'credential.purged': 'Deleted the login for {it}, some time after the decision',
  'consent.withdrawn': 'Recorded that {it} withdrew consent to be contacted',
  'message.received': 'Wrote to support: {it}',
  'message.status-changed': 'Marked the message {it} as {status}',
  'message.answered': 'Answered the message {it}',
  'referral.received': 'Referred {it}',
  'referral.status-changed': 'Marked the referral of {it} as {status}',
  'referral.answered': 'Answered the referral of {it}',
  'reward.earned': 'Added a reward to the balance of {it}',
  'reward.reversed': 'Took a reward back from the balance of {it}',
  'reward.tier-changed': 'Adjusted the balance of {it} to the tier of a month',
  'ledger.adjusted': 'Adjusted the balance of {it}',
  'template.changed': 'Changed the {it}',
  'template.reset': 'Reset the {it}',
  'mail.composed': 'Wrote the email {it}',
  'mail.resent': 'Sent the email {it} again',
  'mail.cancelled': 'Canceled the email {it}',
  'entrepreneur.added': 'Added the entrepreneur {it}',
  'entrepreneur.changed': 'Changed the entrepreneur {it}',
  'match.offered': 'Offered the introduction {it}',
  'match.times-offered': 'Offered new times for the introduction {it}',
  'match.times-given': 'Answered which times work for the introduction {it}',
  'match.booked': 'Booked the meeting {it}',
  'match.met': 'Recorded that the meeting {it} took place',
  'match.missed': 'Recorded that the meeting {it} didn’t happen',
  'match.answered': 'Answered after the meeting {it}',
  'match.succeeded': 'Made the match {it}',
  'match.ended': 'Ended the introduction {it}',
  'match.undone': 'Undid a step of the introduction {it}',
  'match.link-renewed': 'Renewed the link of the introduction {it}',
  'text.composed': 'Sent a text message to {it}',
  'text.cancelled': 'Canceled a text message to {it}',
}

const decisions: Record<string, string> = {
  approved: 'Approved {it}',
  rejected: 'Rejected {it}',
  pending: 'Set {it} back to pending',
}

/** The words before and after the name; without a name, all of them are before it. */
export interface EventWords {
  before: string
  after: string
  names: boolean
}

export function describeEvent(event: ListedEvent): EventWords {
  const sentence = findSentence(event)
  if (!sentence) return { before: actionText(event.action), after: '', names: false }
  const [before = '', after = ''] = sentence.split('{it}')
  return { before, after, names: true }
}

function findSentence({ action, object, actor, details }: ListedEvent): string | undefined {
  // What people do to their own account needs no name.
  if (!object || (actor && object === `user:${actor.id}`)) return undefined
  const status = String(details?.['status'] ?? '')
  const isDecision = /^(user|file|credential)\.status-changed$/.test(action)
  const found = isDecision
    ? decisions[status]
    : new Map<string, string>(Object.entries(sentences)).get(action)
  return found?.replace('{status}', status)
}

const kinds: Record<string, string> = {
  user: 'User',
  file: 'Document',
  credential: 'Shared login',
  message: 'Message',
  referral: 'Referral',
  mail: 'Email',
  entrepreneur: 'Entrepreneur',
  match: 'Introduction',
}

const lists: Record<string, string> = {
  users: 'the list of users',
  files: 'the list of reports',
  credentials: 'the list of shared logins',
  messages: 'the list of messages',
  referrals: 'the list of referrals',
  'referred-people': 'the list of people who were referred',
  'audit-events': 'the audit trail',
}

/** 'Ada Park', 'report.pdf'; 'User 12, deleted' once it is gone. */
export function nameObject({ action, object, objectName }: ListedEvent): string {
  const [kind = '', id = ''] = object?.split(':') ?? []
  if (kind === 'template') return `${id} template`
  if (kind === 'list') return lists[id] ?? id
  if (objectName) return objectName
  const isDeletion = action.endsWith('.deleted')
  return `${kinds[kind] ?? kind} ${id}${isDeletion ? '' : ', deleted'}`
}

/** The line below a decision: what it changed, why, and whether it was taken back. */
export function sayDecision({ decision, details }: ListedEvent): string {
  if (!decision) return ''
  const change = `From ${decision.from} to ${String(details?.['status'] ?? '')}.`
  const reason = decision.reason ? ` Reason: ${decision.reason}` : ''
  return `${change}${reason}${decision.isUndone ? ' Later undone.' : ''}`
}

/** The raw facts: 'status: approved, request: 0b54…'. */
export function listFacts({ object, details, requestId }: ListedEvent): string[] {
  const facts = {
    ...(object && { object }),
    ...details,
    ...(requestId && { request: requestId }),
  }
  return Object.entries(facts).map(
    ([name, value]) =>
      `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${value}`,
  )
}
