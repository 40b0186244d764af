import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Match } from '@shared/matches'
import { eventsQuery } from '@/features/audit/api'
import { EventActor, EventText } from '@/features/audit/event-text'
import { matchQuery, useMatchStep, useRenewLink } from '@/features/matches/admin-api'
import { nameEntrepreneur, namePair } from '@/features/matches/match-words'
import { formatDateTime } from '@/lib/format'
import { HttpError } from '@/lib/http'
import { paths, withQuery } from '@/lib/paths'
import { toast } from '@/lib/toast-store'
import { toastError } from '@/lib/toast-error'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { Button } from '@/ui/button'
import { PanelSection } from '@/ui/card'
import { CopyButton } from '@/ui/copy-button'
import { Dialog } from '@/ui/dialog'
import { LoadError } from '@/ui/load-error'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { ChangedNotice } from './changed-notice'
import { MatchActions, type MatchAct } from './match-actions'
import { MatchFacts, SideFacts } from './match-facts'

interface MatchPanelProps {
  id: number
  act: MatchAct | null
  onAct: (act: MatchAct | null) => void
  onClose: () => void
}

/** All of an introduction, over the list that led to it. */
export function MatchPanel({ id, onClose, ...acting }: MatchPanelProps) {
  const { data, error, refetch } = useQuery(matchQuery(id))
  useQuietRefresh(() => void refetch())
  const isGone = error instanceof HttpError && error.status === 404
  const match = isGone ? undefined : data
  return (
    <Dialog
      open
      onClose={onClose}
      size="panel"
      shown={String(id)}
      title={
        <bdi className="wrap-anywhere">
          {match ? namePair(match) : isGone ? 'Not Found' : 'Introduction'}
        </bdi>
      }
    >
      {isGone ? (
        <Notice tone="danger" title="There is no such introduction">
          It may have been undone, or one of its people was deleted.
        </Notice>
      ) : null}
      {error && !isGone && !match ? <LoadError what="The introduction" onRetry={refetch} /> : null}
      {!match && !error ? <Skeleton className="h-80" /> : null}
      {match ? <MatchDetails match={match} {...acting} /> : null}
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
      <SideFacts match={match} side="partner" />
      <SideFacts match={match} side="entrepreneur" />
      <EntrepreneurLink match={match} />
      <Trail id={match.id} />
    </div>
  )
}

/** The link that the entrepreneur got by email, for someone who has lost it. */
function EntrepreneurLink({ match }: { match: Match }) {
  const renewing = useRenewLink(match.id)
  const link = renewing.data?.link ?? match.link
  if (!match.canRenewLink) return null

  async function renew() {
    const question = `Make a new link for ${nameEntrepreneur(match)}? The one they have stops working right away, and we email them the new one.`
    if (!window.confirm(question)) return
    try {
      await renewing.mutateAsync(undefined)
      toast({ title: 'New link made' })
    } catch (error) {
      toastError('No new link was made', error)
    }
  }

  return (
    <PanelSection title="Entrepreneur’s Link" className="grid gap-2 border-t pt-4">
      {link ? (
        <p className="flex items-start gap-2">
          <code className="min-w-0 flex-1 text-sm wrap-anywhere">{link}</code>
          <CopyButton label="Copy the entrepreneur’s link" text={link} />
        </p>
      ) : null}
      <Button
        size="sm"
        variant="secondary"
        className="w-fit"
        pending={renewing.isPending}
        onClick={() => void renew()}
      >
        New Link
      </Button>
    </PanelSection>
  )
}

/** Who did what, and when. */
function Trail({ id }: { id: number }) {
  const object = `match:${id}`
  const { data, isError, refetch } = useQuery(eventsQuery({ object }))
  return (
    <PanelSection
      title="Trail"
      className="grid gap-2 border-t pt-4"
      actions={
        <Link
          href={withQuery(paths.adminAudit, { object })}
          className="link py-2 text-sm pointer-coarse:py-3"
        >
          Show in Audit Trail
        </Link>
      }
    >
      {isError ? <LoadError what="The trail" onRetry={refetch} /> : null}
      {!data && !isError ? <Skeleton className="h-24" /> : null}
      <ol aria-label="Trail" className="grid gap-3 text-sm">
        {data?.rows.map((event) => (
          <li key={event.id} className="min-w-0 border-l-2 pl-3">
            <p className="wrap-anywhere">
              <EventText event={event} />
            </p>
            <p className="text-muted">
              <EventActor event={event} />
              <span className="figures whitespace-nowrap"> · {formatDateTime(event.at)}</span>
            </p>
          </li>
        ))}
      </ol>
    </PanelSection>
  )
}
