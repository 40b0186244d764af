import { z } from './zod'
import { auditActions } from './audit-actions'
import { auditKinds } from './list-choices'
import { pageOfList, recordId, sortedListQuery } from './lists'
import { listedMail } from './mail'
import { listedMessage } from './messages'
import { reviewStatus } from './review'
import { listedText } from './texts'

export type AuditAction = (typeof auditActions)[number]

export type AuditKind = (typeof auditKinds)[number]
type Prefix = AuditAction extends `${infer First}.${string}` ? First : never

const kindsByPrefix: Record<Prefix, AuditKind> = {
  account: 'accounts',
  admin: 'accounts',
  user: 'accounts',
  note: 'accounts',
  'bulk-run': 'decisions',
  list: 'accounts',
  decision: 'decisions',
  question: 'decisions',
  file: 'documents',
  credential: 'shared-logins',
  credentials: 'shared-logins',
  consent: 'accounts',
  message: 'messages',
  referral: 'messages',
  'referral-link': 'accounts',
  settings: 'settings',
  reasons: 'settings',
  keys: 'settings',
  documents: 'settings',
  backup: 'settings',
  'reward-policy': 'money',
  'reward-hold': 'money',
  reward: 'money',
  ledger: 'money',
  'payout-settings': 'money',
  'payout-run': 'money',
  payout: 'money',
  template: 'email',
  mail: 'email',
  entrepreneur: 'matches',
  match: 'matches',
  text: 'texts',
}

const decisions: ReadonlySet<AuditAction> = new Set<AuditAction>([
  'user.status-changed',
  'file.status-changed',
  'credential.status-changed',
])
/** Apart from the rest, which they would bury. */
const logins: ReadonlySet<AuditAction> = new Set<AuditAction>([
  'account.logged-in',
  'account.login-failed',
  'account.logged-out',
  'account.reauthenticated',
  'account.reset-requested',
])

function kindOf(action: AuditAction): AuditKind {
  if (decisions.has(action)) return 'decisions'
  if (logins.has(action)) return 'logins'
  const [prefix = ''] = action.split('.', 1)
  return new Map<string, AuditKind>(Object.entries(kindsByPrefix)).get(prefix) ?? 'settings'
}

export const actionsOf = (kind?: AuditKind): AuditAction[] =>
  auditActions.filter((action) => !kind || kindOf(action) === kind)

/** The subject of an event, such as `user:12`. */
const auditObject = z.string().regex(/^[a-z-]+:[\w-]{1,64}$/)

const narrowing = { limit: true, search: true, from: true, to: true } as const

export const auditListQuery = sortedListQuery.pick(narrowing).extend({
  object: auditObject.optional(),
  /** All about a person: what they did, and what was done with them and what is theirs. */
  person: recordId.optional(),
  /** The actor; `none`: someone who was not logged in, or the portal itself. */
  actor: z.union([z.literal('none'), recordId]).optional(),
  kind: z.enum(auditKinds).optional(),
  /** The trail outgrows int4. */
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .optional(),
})
export type AuditListQuery = z.infer<typeof auditListQuery>

export const auditExportQuery = auditListQuery.omit(pageOfList).strict()
export type AuditExportQuery = z.infer<typeof auditExportQuery>

const namedPerson = z.object({ id: z.number(), name: z.string() })
export type NamedPerson = z.infer<typeof namedPerson>

/** One line of the audit trail, as the administrator reads it. Names are those of today. */
export const listedEvent = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  object: z.string().nullable(),
  /** Null for a subject that is gone, or has no name. */
  objectName: z.string().nullable(),
  /** The person to whom the subject belongs, if it does to one. */
  owner: namedPerson.nullable(),
  ip: z.string().nullable(),
  /** As in the log; null for jobs, commands and older events. */
  requestId: z.string().nullable(),
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .nullable(),
  /** The change that a decision made and why, and whether it was taken back; null for older ones. */
  decision: z
    .object({ from: reviewStatus, reason: z.string().nullable(), isUndone: z.boolean() })
    .nullable(),
  /** Null when no one was logged in; without email and name once the account is deleted. */
  actor: z
    .object({ id: z.number(), email: z.string().nullable(), name: z.string().nullable() })
    .nullable(),
})
export type ListedEvent = z.infer<typeof listedEvent>

/** An email to a person, in their history. Its words are asked for once it is opened. */
const mailedToPerson = listedMail.pick({
  id: true,
  recipient: true,
  subject: true,
  status: true,
  nextAttemptAt: true,
})
const textedToPerson = listedText.pick({ id: true, status: true }).extend({
  /** Null once it is older than texts are kept. */
  body: z.string().nullable(),
})
const writtenByPerson = listedMessage.pick({ id: true, subject: true, message: true, status: true })

export const personHistoryLength = 50

const at = { at: z.string() }

/** What happened with a person, newest first: events, emails and texts to them, and messages from them. */
export const personHistory = z.array(
  z.union([
    z.object({ ...at, event: listedEvent }),
    z.object({ ...at, mail: mailedToPerson }),
    z.object({ ...at, text: textedToPerson }),
    z.object({ ...at, message: writtenByPerson }),
  ]),
)
export type PersonHistory = z.infer<typeof personHistory>
