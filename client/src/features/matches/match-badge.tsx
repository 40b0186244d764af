import { CalendarCheck, CircleCheck, CircleX, Clock } from 'lucide-react'
import type { MatchState } from '@shared/matches'
import { Badge, type BadgeTone } from '@/ui/badge'
import { stateWords } from './match-words'

const looks: Record<MatchState, { tone: BadgeTone; icon: typeof Clock }> = {
  arranging: { tone: 'warning', icon: Clock },
  booked: { tone: 'warning', icon: CalendarCheck },
  met: { tone: 'warning', icon: Clock },
  succeeded: { tone: 'success', icon: CircleCheck },
  ended: { tone: 'neutral', icon: CircleX },
}

/** How far an introduction has got: in one color on every page. */
export function MatchBadge({ state }: { state: MatchState }) {
  const { tone, icon: Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {stateWords[state]}
    </Badge>
  )
}
