import { z } from './zod'
import { listQuery } from './lists'

const auditActions = [
  'account.registered',
  'account.logged-in',
  'account.login-failed',
  'account.logged-out',
  'account.password-reset',
  'account.password-changed',
  'account.sessions-ended',
  'account.second-factor-on',
  'account.second-factor-off',
  'account.recovery-code-used',
  'account.recovery-codes-replaced',
  'account.closing',
  'account.kept',
  'account.closed',
  'admin.created',
  'admin.recovered',
  'user.status-changed',
  'user.deleted',
  'file.uploaded',
  'file.linked',
  'file.replaced',
  'file.restored',
  'file.contents-removed',
  'file.status-changed',
  'file.opened',
  'file.deleted',
  'file.refused-infected',
  'file.found-infected',
  'credential.shared',
  'credential.status-changed',
  'credential.deleted',
  'credentials.listed',
  'credential.revealed',
  'decision.undone',
  'reasons.changed',
  'reasons.reset',
  'message.received',
  'message.status-changed',
  'referral.received',
  'referral.status-changed',
  'message.answered',
  'referral.answered',
  'settings.changed',
  'keys.rotated',
  'template.changed',
  'template.reset',
  'mail.composed',
  'mail.resent',
  'mail.cancelled',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What an event is about, such as `user:12`. */
const auditObject = z.string().regex(/^[a-z-]+:[\w-]{1,64}$/)

export const auditListQuery = listQuery.pick({ limit: true }).extend({
  object: auditObject.optional(),
  /** The trail outgrows int4. */
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .optional(),
})
export type AuditListQuery = z.infer<typeof auditListQuery>

/** One line of the audit trail, as the administrator reads it. */
export const listedEvent = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  object: z.string().nullable(),
  ip: z.string().nullable(),
  /** Of the request that did it, as in the log; null for jobs, commands and older events. */
  requestId: z.string().nullable(),
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .nullable(),
  /** Null when no one was logged in; without an email once the account is deleted. */
  actor: z.object({ id: z.number(), email: z.string().nullable() }).nullable(),
})
export type ListedEvent = z.infer<typeof listedEvent>
