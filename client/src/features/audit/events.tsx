import { Link } from 'wouter'
import type { ListedEvent, NamedPerson, PersonHistory } from '@shared/audit'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { paths, withQuery } from '@/lib/paths'
import { pathQuery } from '@/lib/query-client'
import { Shortened } from '@/ui/text'
import { actionSentence, actionText } from './action-texts'

interface EventTextProps {
  event: ListedEvent
  /** The person whose history this is; their own items omit the owner. */
  within?: number | undefined
}

export function EventText({ event, within }: EventTextProps) {
  const decision = describeDecision(event)
  return (
    <>
      <Sentence event={event} within={within} />
      {decision ? <span className="block text-sm wrap-anywhere text-muted">{decision}</span> : null}
    </>
  )
}

/** 'Opened report.pdf (Ada Park)'; each name leads to all that is recorded about it. */
function Sentence({ event, within }: EventTextProps) {
  const sentence = findSentence(event)
  if (!sentence) return actionText(event.action)
  const [before, after] = sentence.split('{it}')
  const { owner, actor } = event
  const object = event.object ?? ''
  const [kind, id] = object.split(':')
  return (
    <>
      <span>{before}</span>
      <TrailLink query={kind === 'user' ? { person: id } : { object }} text={nameObject(event)} />
      {owner && owner.id !== actor?.id && owner.id !== within ? (
        <span>
          {' '}
          (<PersonLink {...owner} />)
        </span>
      ) : null}
      <span>{after}</span>
    </>
  )
}

const TrailLink = (props: { query: Record<string, string | undefined>; text: string }) => (
  <Link className="link wrap-anywhere" href={withQuery(paths.adminAudit, props.query)}>
    <Shortened text={props.text} />
  </Link>
)

const PersonLink = ({ id, name }: NamedPerson) => (
  <TrailLink query={{ person: String(id) }} text={name} />
)

export function EventActor({ event }: { event: ListedEvent }) {
  const { actor, ip, requestId } = event
  if (!actor) {
    const isPortal = ip === null && requestId === null
    return <span className="text-muted">{isPortal ? 'The portal' : 'Not logged in'}</span>
  }
  if (!actor.name) return <span className="text-muted">User {actor.id}, deleted</span>
  return <PersonLink id={actor.id} name={actor.name} />
}

const decisions: Record<string, string> = {
  approved: 'Approved {it}',
  rejected: 'Rejected {it}',
  pending: 'Set {it} back to pending',
}

/** The sentence with {it} in place of a name; undefined where none is named. */
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
function describeDecision({ decision, details }: ListedEvent): string {
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

export const eventsQuery = (query: PageRequest & { object?: string }) =>
  pageQuery<ListedEvent>('/api/admin/audit-events', query, { fresh: true })

export const personHistoryQuery = (userId: number) =>
  pathQuery<PersonHistory>(`/api/admin/users/${userId}/history`, { fresh: true })
