import { Link } from 'wouter'
import type { ListedEvent, NamedPerson } from '@shared/audit'
import { paths, withQuery } from '@/lib/paths'
import { Shortened } from '@/ui/text'
import { describeEvent, nameObject, sayDecision } from './event-words'

interface EventTextProps {
  event: ListedEvent
  /** Whose history it is in: what is theirs need not say so. */
  within?: number | undefined
}

/** The event in words, and under a decision its reason. */
export function EventText({ event, within }: EventTextProps) {
  const decision = sayDecision(event)
  return (
    <>
      <Sentence event={event} within={within} />
      {decision ? <span className="block text-sm wrap-anywhere text-muted">{decision}</span> : null}
    </>
  )
}

/** 'Opened report.pdf (Ada Park)'; each name leads to all that is recorded about it. */
function Sentence({ event, within }: EventTextProps) {
  const { before, after, names } = describeEvent(event)
  if (!names) return before
  const { owner, actor } = event
  return (
    <>
      <span>{before}</span>
      <ObjectLink event={event} />
      {owner && owner.id !== actor?.id && owner.id !== within ? (
        <span>
          {' '}
          (<PersonLink person={owner} />)
        </span>
      ) : null}
      <span>{after}</span>
    </>
  )
}

function ObjectLink({ event }: { event: ListedEvent }) {
  const object = event.object ?? ''
  const [kind, id] = object.split(':')
  const query = kind === 'user' ? { person: id } : { object }
  return (
    <Link className="link wrap-anywhere" href={withQuery(paths.adminAudit, query)}>
      <Shortened text={nameObject(event)} />
    </Link>
  )
}

function PersonLink({ person }: { person: NamedPerson }) {
  return (
    <Link
      className="link wrap-anywhere"
      href={withQuery(paths.adminAudit, { person: String(person.id) })}
    >
      <Shortened text={person.name} />
    </Link>
  )
}

/** Whose doing an event is. */
export function EventActor({ event }: { event: ListedEvent }) {
  const { actor, ip, requestId } = event
  if (!actor) {
    const isPortal = ip === null && requestId === null
    return <span className="text-muted">{isPortal ? 'The portal' : 'Not logged in'}</span>
  }
  if (!actor.name) return <span className="text-muted">User {actor.id}, deleted</span>
  return <PersonLink person={{ id: actor.id, name: actor.name }} />
}
