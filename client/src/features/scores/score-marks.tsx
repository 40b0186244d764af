import { CircleAlert } from 'lucide-react'
import { lowScoreBelow, oldReportDays, type ScoreMark } from '@shared/scores'
import { Badge } from '@/ui/badge'

const texts: Record<ScoreMark, string> = {
  low: `Under ${lowScoreBelow}`,
  'name-differs': 'Name differs',
  old: `Older than ${oldReportDays} days`,
}

/** What stands out about a score. */
export function ScoreMarks({ marks }: { marks: readonly ScoreMark[] }) {
  return marks.map((mark) => (
    <Badge key={mark} tone="warning" icon={<CircleAlert aria-hidden="true" />}>
      {texts[mark]}
    </Badge>
  ))
}
