import { CircleAlert } from 'lucide-react'
import type { ScoreMark } from '@shared/score-marks'
import { scoreMarkTexts } from '@/lib/score-mark-texts'
import { Badge } from '@/ui/badge'

/** The marks of a score. */
export function ScoreMarks({ marks }: { marks: readonly ScoreMark[] }) {
  return marks.map((mark) => (
    <Badge key={mark} tone="warning" icon={<CircleAlert aria-hidden="true" />}>
      {scoreMarkTexts[mark]}
    </Badge>
  ))
}
