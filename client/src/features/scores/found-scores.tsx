import type { FileReading, ScoreOverview, ScoreProposal, ScoreRequest } from '@shared/scores'
import { Button } from '@/ui/button'
import { describeOrigin, ScoreFigure } from './score-figure'

interface FoundScoresProps {
  overview: ScoreOverview
  /** What is proposed, unless it is what was confirmed. */
  offered: ScoreProposal | null
  onTake: (score: ScoreRequest) => Promise<void>
  isBusy: boolean
}

/** What was read from a person's documents, to be taken with a press; or why there is nothing. */
export function FoundScores({ overview, offered, onTake, isBusy }: FoundScoresProps) {
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
              Take {offered.score}
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
                aria-label={`Take ${one.score}, ${describeOrigin(one)}`}
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
  return 'We can’t read these documents. Please look for the score yourself.'
}
