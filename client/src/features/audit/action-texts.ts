import type { AuditAction } from '@shared/audit'

const actionTexts: Record<AuditAction, string> = {
  'account.registered': 'Registered',
  'account.logged-in': 'Logged in',
  'account.login-failed': 'Failed to log in',
  'account.logged-out': 'Logged out',
  'account.password-reset': 'Set a new password',
  'admin.created': 'Administrator created',
  'admin.recovered': 'Administrator recovered',
  'user.status-changed': 'Decided about a user',
  'user.deleted': 'Deleted a user',
  'file.uploaded': 'Uploaded a document',
  'file.linked': 'Added a document to an account',
  'file.replaced': 'Re-uploaded a document',
  'file.restored': 'Restored a document',
  'file.status-changed': 'Decided about a document',
  'file.opened': 'Opened a document',
  'file.deleted': 'Deleted a document',
  'credential.shared': 'Shared a login',
  'credential.status-changed': 'Decided about a login',
  'credential.deleted': 'Deleted a login',
  'credentials.listed': 'Viewed shared logins',
  'message.received': 'Wrote to support',
  'message.status-changed': 'Marked a message',
  'message.answered': 'Answered a message',
  'referral.received': 'Sent a referral',
  'referral.status-changed': 'Marked a referral',
  'referral.answered': 'Answered a referral',
  'settings.changed': 'Changed the mail settings',
  'template.changed': 'Changed a template',
  'template.reset': 'Reset a template',
  'mail.composed': 'Sent an email',
  'mail.resent': 'Sent an email again',
  'mail.cancelled': 'Cancelled an email',
}

/** What happened, in words; an action of a later version keeps its name. */
export const actionText = (action: string): string =>
  new Map<string, string>(Object.entries(actionTexts)).get(action) ?? action
