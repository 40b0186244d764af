import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { scoreMarkTexts, type ScoreMark } from '@shared/score-marks'
import type {
  FileReading,
  FoundScore,
  ScoreOverview,
  ScoreProposal,
  ScoreRequest,
} from '@shared/scores'
import { formatDate } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { useAction } from '@/lib/use-action'
import { useShortcuts } from '@/lib/use-shortcuts'
import { Badge } from '@/ui/badge'
import { ActionButton, Button } from '@/ui/button'
import { PanelSection } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { scoreConfirmation, scoreQuery, scoreRemoval } from './api'

const ScoreForm = lazyPart(() => import('./score-form').then((part) => part.ScoreForm))

interface ScoreSectionProps {
  userId: number
  /** The document on the screen: a score that is typed was seen there. */
  shownFileId: number | null
}

export function ScoreSection({ userId, shownFileId }: ScoreSectionProps) {
  const score = useQuery(scoreQuery(userId))
  return (
    <PanelSection title="Credit Score">
      <Loaded query={score} what="The credit score" skeleton="h-16">
        {(overview) => <Score userId={userId} shownFileId={shownFileId} overview={overview} />}
      </Loaded>
    </PanelSection>
  )
}

function Score({ userId, shownFileId, overview }: ScoreSectionProps & { overview: ScoreOverview }) {
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
  useShortcuts(offered && !isTyping ? { s: () => void take(offered) } : {})

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

interface FoundScoresProps {
  overview: ScoreOverview
  /** The proposed score, unless it is the confirmed one. */
  offered: ScoreProposal | null
  onTake: (score: ScoreRequest) => Promise<void>
  isBusy: boolean
}

/** Scores read from a person's documents, each taken with a press; or why there are none. */
function FoundScores({ overview, offered, onTake, isBusy }: FoundScoresProps) {
  const { confirmed, readings, proposal } = overview
  if (!proposal) {
    const reason = explain(readings)
    return reason && !confirmed ? <p className="text-muted">{reason}</p> : null
  }
  const others = listFound(readings).filter(
    (one) =>
      !isThis(one, proposal) &&
      !(confirmed && isThis(one, { ...confirmed, fileId: confirmed.source?.fileId ?? 0 })),
  )
  const fileName = readings.find(({ fileId }) => fileId === proposal.fileId)?.fileName ?? ''
  return (
    <>
      {offered ? (
        <div className="grid gap-2 rounded-lg border bg-sand-light p-3">
          <ScoreFigure shown={offered} />
          <p className="text-sm text-muted wrap-anywhere">
            Found in {fileName}, {offered.mark ? `page ${offered.page}, ` : ''}line {offered.line}
          </p>
          <div>
            <Button size="sm" pending={isBusy} onClick={() => void onTake(offered)}>
              Use {offered.score}
            </Button>
          </div>
        </div>
      ) : null}
      {others.length > 0 ? (
        <ul aria-label="Other scores found" className="flex flex-wrap gap-2">
          {others.map((one) => (
            <li key={`${one.fileId}:${one.page}:${one.line}:${one.score}:${one.bureau}`}>
              <Button
                size="sm"
                variant="secondary"
                disabled={isBusy}
                aria-label={`${`${one.score} ${describeOrigin(one)}`.trim()}, take this score`}
                onClick={() => void onTake(one)}
              >
                <span className="figures">{one.score}</span> {describeOrigin(one)}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

const listFound = (readings: readonly FileReading[]) =>
  readings.flatMap(({ fileId, scores }) => scores.map((score) => ({ ...score, fileId })))

type Compared = Pick<ScoreProposal, 'fileId' | 'score' | 'model' | 'bureau'>

const isThis = (one: Compared, other: Compared) =>
  one.fileId === other.fileId &&
  one.score === other.score &&
  one.model === other.model &&
  one.bureau === other.bureau

function explain(readings: readonly FileReading[]): string | null {
  const states = new Set(readings.map(({ state }) => state))
  if (readings.length === 0) return null
  if (states.has('waiting')) return 'We’re reading the documents. This can take a minute.'
  if (states.has('done')) return 'We didn’t find a score that’s clearly theirs.'
  return 'We couldn’t find a score. Enter it from the document.'
}

type Shown = Pick<FoundScore, 'score' | 'model' | 'bureau' | 'reportDate' | 'nameOnReport'> & {
  marks: readonly ScoreMark[]
}

function ScoreFigure({ shown }: { shown: Shown }) {
  const { score, reportDate, nameOnReport, marks } = shown
  const origin = describeOrigin(shown)
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="figures text-3xl font-medium">{score}</span>
        {origin ? <span>{origin}</span> : null}
        {marks.map((mark) => (
          <Badge key={mark} tone="warning" icon={CircleAlert}>
            {scoreMarkTexts[mark]}
          </Badge>
        ))}
      </p>
      {reportDate || nameOnReport ? (
        <p className="text-sm text-muted wrap-anywhere">
          {[reportDate && `Report of ${formatDate(`${reportDate}T00:00:00`)}`, nameOnReport]
            .filter(Boolean)
            .join(', ')}
        </p>
      ) : null}
    </div>
  )
}

const describeOrigin = ({ model, bureau }: Pick<Shown, 'model' | 'bureau'>): string =>
  [model, bureau].filter(Boolean).join(', ')
