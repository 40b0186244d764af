import type { Side } from '@shared/matches'
import type { MatchRow } from './queries'
import type { Changes } from './write-match'

/** How often someone can cancel a booked meeting before we find the next time with them. */
const most = 3

export const hasCanceledOften = (match: MatchRow, side: Side): boolean =>
  match.state === 'arranging' && match[`${side}Cancellations`] >= most

export const countCancellation = (match: MatchRow, side: Side): Changes => ({
  [`${side}Cancellations`]: match[`${side}Cancellations`] + 1,
})

const restart = (count: number) => (count >= most ? 0 : count)

/** With the administrator's next step, someone who had canceled too often starts again. */
export function restartCancellations(match: MatchRow): Changes {
  return {
    partnerCancellations: restart(match.partnerCancellations),
    entrepreneurCancellations: restart(match.entrepreneurCancellations),
  }
}
