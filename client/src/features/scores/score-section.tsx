import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScoreOverview, ScoreRequest } from '@shared/scores'
import { formatDate } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { useAction } from '@/lib/use-action'
import { useShortcuts } from '@/lib/use-shortcuts'
import { ActionButton } from '@/ui/action-button'
import { Button } from '@/ui/button'
import { PanelSection } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { scoreConfirmation, scoreQuery, scoreRemoval } from './api'
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
  const score = useQuery(scoreQuery(userId))
  return (
    <PanelSection title="Credit Score">
      <Loaded query={score} what="The credit score" skeleton="h-16">
        {(overview) => (
          <Score userId={userId} shownFileId={shownFileId} hasKeys={hasKeys} overview={overview} />
        )}
      </Loaded>
    </PanelSection>
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
  const confirmation = useAction({
    ...scoreConfirmation(userId),
    failure: 'The score was not confirmed',
  })
  const removal = useAction({
    ...scoreRemoval(userId),
    done: 'Score removed',
    failure: 'The score was not removed',
  })

  async function take(score: ScoreRequest) {
    if (!confirmation.isPending) await confirmation.act(score)
  }

  const offered = confirmed && isSame(confirmed, proposal) ? null : proposal
  useShortcuts(hasKeys && offered && !isTyping ? { s: () => void take(offered) } : {})

  if (isTyping) {
    const start = confirmed ?? proposal
    const fileId = (confirmed ? confirmed.source?.fileId : proposal?.fileId) ?? shownFileId
    return (
      <ScoreForm userId={userId} start={start} fileId={fileId} onClose={() => setIsTyping(false)} />
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
          <ActionButton
            action={removal}
            size="sm"
            variant="secondary"
            aria-label="Remove the score"
          >
            Remove
          </ActionButton>
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
