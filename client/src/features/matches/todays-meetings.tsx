import { TriangleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { TodaysMeeting } from '@shared/match-desk'
import { formatClock } from '@shared/meeting-time'
import { programZone } from '@shared/program-time'
import { paths, withQuery } from '@/lib/paths'
import { Button, buttonClass } from '@/ui/button'
import { Loaded, type LoadingQuery } from '@/ui/loaded'
import { PhoneLink } from '@/ui/text'
import { useMatchStep, useTake } from './admin-api'
import { JoinLink } from './join-link'
import { useNow } from './match-times'
import { firstName } from './match-words'

/** Never begins a line. */
const dot = '\u00a0· '

/** The host's day: the way into each meeting, whom to call, and afterwards to record it. */
export function TodaysMeetings({ query }: { query: LoadingQuery<TodaysMeeting[]> }) {
  const now = useNow()
  return (
    <Loaded query={query} what="Today’s meetings" skeleton={null} isQuiet>
      {(meetings) =>
        meetings.length === 0 ? null : (
          <DeskSection title="Today’s Meetings">
            {meetings.map((meeting) => (
              <Meeting key={meeting.id} meeting={meeting} now={now} />
            ))}
          </DeskSection>
        )
      }
    </Loaded>
  )
}

interface DeskSectionProps {
  title: string
  /** Said where there are no rows. */
  none?: string
  children: ReactNode[]
}

export function DeskSection({ title, none, children }: DeskSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {children.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul aria-labelledby={id} className="rounded-xl border bg-white">
          {children}
        </ul>
      )}
    </section>
  )
}

function Meeting({ meeting, now }: { meeting: TodaysMeeting; now: number }) {
  const { id, basedOn, startsAt, endsAt, joinLink, partner, entrepreneur } = meeting
  const step = useMatchStep(id)
  const take = useTake(step)
  const pair = `${firstName(partner.name)} and ${firstName(entrepreneur.name)}`
  const isOver = Date.parse(endsAt) <= now
  const open = (act = '') => withQuery(paths.adminMatching, { open: String(id), act })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t px-4 py-3 first:border-t-0">
      <div className="min-w-[min(100%,16rem)] flex-1">
        <p className="figures font-medium">
          {formatClock(new Date(startsAt), programZone)}, {describeStart(meeting, now)}:{' '}
          <Link href={open()} data-opens className="link wrap-anywhere pointer-coarse:py-2.5">
            {pair}
          </Link>
        </p>
        {[partner, entrepreneur].map((person) => (
          <p key={person.name} className="figures text-sm text-muted">
            <bdi className="wrap-anywhere">{person.name}</bdi>
            <span>{`${dot}${describeClock(startsAt, person.timeZone)}${dot}`}</span>
            {person.phoneNumber === null ? (
              <span>didn’t agree to calls</span>
            ) : (
              <PhoneLink phone={person.phoneNumber} />
            )}
          </p>
        ))}
        {joinLink || isOver ? null : (
          <p className="flex items-center gap-1.5 text-sm text-warning">
            <TriangleAlert className="size-4 shrink-0" />
            Needs a video link
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isOver ? (
          <>
            <Button
              size="sm"
              data-key="t"
              aria-label={`It Took Place: ${pair}`}
              pending={step.isPending}
              onClick={() => void take({ step: 'met', body: { basedOn } }, 'Meeting recorded')}
            >
              It Took Place
            </Button>
            <Link
              href={open('missed')}
              aria-label={`It Didn’t Happen: ${pair}`}
              className={buttonClass({ size: 'sm', variant: 'secondary' })}
            >
              It Didn’t Happen
            </Link>
          </>
        ) : null}
        {joinLink ? (
          <JoinLink href={joinLink} name={pair} variant={isOver ? 'secondary' : 'primary'} />
        ) : isOver ? null : (
          <Link
            href={open('room')}
            aria-label={`Add Link: ${pair}`}
            className={buttonClass({ size: 'sm' })}
          >
            Add Link
          </Link>
        )}
      </div>
    </li>
  )
}

const describeClock = (at: string, zone: string | null) =>
  zone ? formatClock(new Date(at), zone) : 'time zone not known'

/** 'in 6 min', 'in 3 h 20 min', 'now', 'over'. */
function describeStart({ startsAt, endsAt }: TodaysMeeting, now: number): string {
  const minutes = Math.ceil((Date.parse(startsAt) - now) / 60_000)
  if (minutes <= 0) return now < Date.parse(endsAt) ? 'now' : 'over'
  const hours = Math.floor(minutes / 60)
  return `in ${[hours && `${hours} h`, minutes % 60 && `${minutes % 60} min`].filter(Boolean).join(' ')}`
}
