import type { Queryable } from '../../db/client'
import { auditEvents } from '../../db/schema/audit-events'

export type AuditAction =
  | 'account.registered'
  | 'account.logged-in'
  | 'account.login-failed'
  | 'account.logged-out'
  | 'account.password-reset'
  | 'admin.created'
  | 'admin.recovered'
  | 'user.status-changed'
  | 'user.deleted'
  | 'file.uploaded'
  | 'file.linked'
  | 'file.replaced'
  | 'file.restored'
  | 'file.status-changed'
  | 'file.opened'
  | 'file.deleted'
  | 'credential.shared'
  | 'credential.status-changed'
  | 'credential.deleted'
  | 'credentials.listed'
  | 'message.received'
  | 'message.status-changed'
  | 'referral.received'
  | 'referral.status-changed'
  | 'message.answered'
  | 'referral.answered'
  | 'settings.changed'
  | 'template.changed'
  | 'template.reset'
  | 'mail.composed'
  | 'mail.resent'
  | 'mail.cancelled'

/**
 * Adds to the audit trail; call it inside the transaction of the change it records. Details never
 * hold secrets.
 */
export async function recordEvent(
  db: Queryable,
  event: {
    action: AuditAction
    actorId?: number | null
    object?: string
    ip?: string | undefined
    details?: Record<string, string | number | boolean | null>
  },
): Promise<void> {
  await db.insert(auditEvents).values(event)
}
