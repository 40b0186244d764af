import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScoreOverview, ScoreRequest } from '@shared/scores'
import { formatDate } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { toastError } from '@/lib/toast-error'
import { useShortcuts } from '@/lib/use-shortcuts'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/lib/toast-store'
import { scoreQuery, useConfirmScore, useRemoveScore } from './api'
import { FoundScores } from './found-scores'
import { ScoreFigure } from './score-figure'

const ScoreForm = lazyPart(() => import('./score-form'))

interface ScoreSectionProps {
  userId: number
  /** The document on the screen: a score that is typed was seen there. */
  shownFileId: number | null
  /** Whether the key S takes what is proposed. */
  hasKeys: boolean
}

/** A person's credit score: what the portal found, and what the administrator makes of it. */
export function ScoreSection({ userId, shownFileId, hasKeys }: ScoreSectionProps) {
  const { data, isError, refetch } = useQuery(scoreQuery(userId))
  return (
    <section aria-labelledby="score-title" className="grid gap-3 border-t pt-4">
      <h3 id="score-title" className="text-base font-medium">
        Credit Score
      </h3>
      {isError ? <LoadError what="The credit score" onRetry={refetch} /> : null}
      {!data && !isError ? <Skeleton className="h-16" /> : null}
      {data ? (
        <Score userId={userId} shownFileId={shownFileId} hasKeys={hasKeys} overview={data} />
      ) : null}
    </section>
  )
}

function Score({
  userId,
  shownFileId,
  hasKeys,
  overview,
}: ScoreSectionProps & { overview: ScoreOverview }) {
  const { confirmed, proposal } = overview
  const [isTyping, setIsTyping] = useState(false)
  const confirmation = useConfirmScore(userId)
  const removal = useRemoveScore(userId)

  async function confirm(score: ScoreRequest) {
    await confirmation.mutateAsync(score)
    toast({ title: `Score ${score.score} confirmed` })
    setIsTyping(false)
  }

  async function take(score: ScoreRequest) {
    if (confirmation.isPending) return
    try {
      await confirm(score)
    } catch (error) {
      toastError('The score was not confirmed', error)
    }
  }

  async function remove() {
    try {
      await removal.mutateAsync()
      toast({ title: 'Score removed' })
    } catch (error) {
      toastError('The score was not removed', error)
    }
  }

  const offered = confirmed && isSame(confirmed, proposal) ? null : proposal
  useShortcuts(hasKeys && offered && !isTyping ? { s: () => void take(offered) } : {})

  if (isTyping) {
    const start = confirmed ?? proposal
    const fileId = (confirmed ? confirmed.source?.fileId : proposal?.fileId) ?? shownFileId
    return (
      <ScoreForm
        userId={userId}
        start={start}
        onSend={(typed) => confirm({ ...typed, fileId })}
        onCancel={() => setIsTyping(false)}
      />
    )
  }
  return (
    <>
      {confirmed ? (
        <div className="grid gap-1">
          <ScoreFigure shown={confirmed} />
          <p className="text-sm text-muted wrap-anywhere">{describeConfirmation(confirmed)}</p>
        </div>
      ) : null}
      <FoundScores
        overview={overview}
        offered={offered}
        onTake={take}
        isBusy={confirmation.isPending}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={() => setIsTyping(true)}>
          {confirmed || proposal ? 'Correct Score' : 'Enter Score'}
        </Button>
        {confirmed ? (
          <Button
            size="sm"
            variant="secondary"
            pending={removal.isPending}
            aria-label="Remove the score"
            onClick={() => void remove()}
          >
            Remove
          </Button>
        ) : null}
      </div>
    </>
  )
}

type Confirmed = NonNullable<ScoreOverview['confirmed']>

function describeConfirmation({ confirmedBy, confirmedAt, source, isAsRead }: Confirmed): string {
  const by = confirmedBy ? ` by ${confirmedBy}` : ''
  const from = source ? `, ${isAsRead ? 'as read from' : 'seen in'} ${source.fileName}` : ''
  return `Confirmed${by} on ${formatDate(confirmedAt)}${from}`
}

const isSame = (confirmed: Confirmed, proposal: ScoreOverview['proposal']) =>
  confirmed.score === proposal?.score &&
  confirmed.model === proposal.model &&
  confirmed.bureau === proposal.bureau &&
  confirmed.reportDate === proposal.reportDate
