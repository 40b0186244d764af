import type { CurrentUser } from '@shared/accounts'
import type { ReviewStatus } from '@shared/review'

/**
 * Whether the decision on the application covers what was sent before it: no one reviews it any more,
 * though no one has decided about it by itself.
 */
export function isCoveredByDecision(
  user: Pick<CurrentUser, 'status' | 'statusAt'>,
  item: { status: ReviewStatus; sentAt: string },
): boolean {
  const isWaiting = item.status === 'pending' && user.status !== 'pending'
  return (
    isWaiting && (user.statusAt === null || Date.parse(item.sentAt) <= Date.parse(user.statusAt))
  )
}
