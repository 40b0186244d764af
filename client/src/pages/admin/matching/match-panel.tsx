import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Match } from '@shared/matches'
import { EventActor, eventsQuery, EventText } from '@/features/audit/events'
import { TrailEntry, TrailSection } from '@/features/audit/trail'
import { matchQuery, renewLink, useMatchStep } from '@/features/matches/admin-api'
import { nameEntrepreneur, namePair } from '@/features/matches/match-words'
import { HttpError } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { everyAdminPage } from '@/lib/use-send'
import { ActionButton, Button } from '@/ui/button'
import { PanelSection } from '@/ui/card'
import { CopyButton } from '@/ui/copy-button'
import { Dialog } from '@/ui/dialog'
import { Loaded } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { type MatchAct, MatchActions } from './match-actions'
import { ChangedNotice, MatchFacts, SideFacts } from './match-facts'

interface MatchPanelProps {
  id: number
  act: MatchAct | null
  onAct: (act: MatchAct | null) => void
  onClose: () => void
}

/** An introduction with all its facts, over the list that led to it. */
export function MatchPanel({ id, onClose, ...acting }: MatchPanelProps) {
  const query = useQuery(matchQuery(id))
  useQuietRefresh(() => void query.refetch())
  const { data, error } = query
  const isGone = error instanceof HttpError && error.status === 404
  return (
    <Dialog
      open
      onClose={onClose}
      size="panel"
      keepsShortcuts
      shown={String(id)}
      title={
        <bdi className="wrap-anywhere">
          {isGone ? 'Not Found' : data ? namePair(data) : 'Introduction'}
        </bdi>
      }
    >
      {isGone ? (
        <Notice tone="danger" title="There is no such introduction">
          It may have been undone, or one of its people was deleted.
        </Notice>
      ) : (
        <Loaded query={query} what="The introduction" skeleton="h-80" isQuiet>
          {(match) => <MatchDetails match={match} {...acting} />}
        </Loaded>
      )}
    </Dialog>
  )
}

function MatchDetails({
  match,
  ...acting
}: Omit<MatchPanelProps, 'id' | 'onClose'> & { match: Match }) {
  const step = useMatchStep(match.id)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ChangedNotice step={step} />
      <MatchActions match={match} step={step} {...acting} />
      <MatchFacts match={match} />
      {hasMeetingAhead(match) ? <VideoLink match={match} onAct={acting.onAct} /> : null}
      <SideFacts match={match} side="partner" />
      <SideFacts match={match} side="entrepreneur" />
      <EntrepreneurLink match={match} />
      <Trail id={match.id} />
    </div>
  )
}

const hasMeetingAhead = ({ state }: Match) => state === 'arranging' || state === 'booked'

/** Where they meet, for the host to see, pass on, and change. */
function VideoLink({ match: { room }, onAct }: Pick<MatchPanelProps, 'onAct'> & { match: Match }) {
  const { link, isOwn } = room
  return (
    <PanelSection title="Video Link" className="grid gap-2 border-t pt-4">
      {link ? (
        <>
          <p className="flex items-start gap-2">
            <code className="min-w-0 flex-1 text-sm wrap-anywhere">{link}</code>
            <CopyButton label="Copy the video link" text={link} />
          </p>
          <p className="text-sm text-muted">
            {isOwn ? 'For this meeting only' : 'The meeting room from Settings'}
          </p>
        </>
      ) : (
        <p className="text-muted">None yet</p>
      )}
      <Button size="sm" variant="secondary" className="w-fit" onClick={() => onAct('room')}>
        {link ? 'Change Link' : 'Add Link'}
      </Button>
    </PanelSection>
  )
}

/** The link that the entrepreneur got by email, for someone who has lost it. */
function EntrepreneurLink({ match }: { match: Match }) {
  const [newLink, setNewLink] = useState<string | null>(null)
  const renewal = useAction({
    ask: `Make a new link for ${nameEntrepreneur(match)}? The one they have stops working right away, and we email them the new one.`,
    send: () => renewLink(match.id),
    refreshes: everyAdminPage,
    done: 'New link made',
    failure: 'No new link was made',
    onDone: ({ link }) => setNewLink(link),
  })
  const link = newLink ?? match.link
  if (!match.canRenewLink) return null

  return (
    <PanelSection title="Entrepreneur’s Link" className="grid gap-2 border-t pt-4">
      {link ? (
        <p className="flex items-start gap-2">
          <code className="min-w-0 flex-1 text-sm wrap-anywhere">{link}</code>
          <CopyButton label="Copy the entrepreneur’s link" text={link} />
        </p>
      ) : null}
      <ActionButton action={renewal} size="sm" variant="secondary" className="w-fit">
        New Link
      </ActionButton>
    </PanelSection>
  )
}

/** Events of an introduction, each with its actor and time. */
function Trail({ id }: { id: number }) {
  const object = `match:${id}`
  const events = useQuery(eventsQuery({ object }))
  return (
    <TrailSection title="Trail" about={{ object }}>
      <Loaded query={events} what="The trail" skeleton="h-24">
        {({ rows }) => (
          <ol aria-label="Trail" className="grid gap-3 text-sm">
            {rows.map((event) => (
              <TrailEntry
                key={event.id}
                what={<EventText event={event} />}
                who={<EventActor event={event} />}
                at={event.at}
              />
            ))}
          </ol>
        )}
      </Loaded>
    </TrailSection>
  )
}
