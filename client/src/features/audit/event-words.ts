import type { ListedEvent } from '@shared/audit'
import { actionSentence, actionText } from './action-texts'

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
  // An action on one's own account needs no name.
  if (!object || (actor && object === `user:${actor.id}`)) return undefined
  const status = String(details?.['status'] ?? '')
  const isDecision = /^(user|file|credential)\.status-changed$/.test(action)
  const found = isDecision ? decisions[status] : actionSentence(action)
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

/** The line below a decision: the change, the reason, and whether it was undone. */
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
