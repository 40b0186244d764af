import { CircleAlert } from 'lucide-react'
import type { ScoreMark } from '@shared/score-marks'
import type { FoundScore } from '@shared/scores'
import { formatDate } from '@/lib/format'
import { scoreMarkTexts } from '@/lib/score-mark-texts'
import { Badge } from '@/ui/badge'

type Shown = Pick<FoundScore, 'score' | 'model' | 'bureau' | 'reportDate' | 'nameOnReport'> & {
  marks: readonly ScoreMark[]
}

/** A score with everything that makes it comparable. */
export function ScoreFigure({ shown }: { shown: Shown }) {
  const { score, reportDate, nameOnReport, marks } = shown
  const origin = describeOrigin(shown)
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="figures text-3xl font-medium">{score}</span>
        {origin ? <span>{origin}</span> : null}
        <ScoreMarks marks={marks} />
      </p>
      {reportDate || nameOnReport ? (
        <p className="text-sm text-muted wrap-anywhere">
          {[reportDate && `Report of ${formatDay(reportDate)}`, nameOnReport]
            .filter(Boolean)
            .join(', ')}
        </p>
      ) : null}
    </div>
  )
}

export const describeOrigin = ({ model, bureau }: Pick<Shown, 'model' | 'bureau'>): string =>
  [model, bureau].filter(Boolean).join(', ')

/** A day is the same in every zone. */
const formatDay = (day: string) => formatDate(`${day}T00:00:00`)

/** The marks of a score. */
function ScoreMarks({ marks }: { marks: readonly ScoreMark[] }) {
  return marks.map((mark) => (
    <Badge key={mark} tone="warning" icon={<CircleAlert aria-hidden="true" />}>
      {scoreMarkTexts[mark]}
    </Badge>
  ))
}
