import { later } from '@/lib/later'
import { Skeleton } from '@/ui/skeleton'

/** Below what is asked for first, with charts and forms of its own. */
export const ReferralDesk = later(
  async () => (await import('./referral-desk')).ReferralDesk,
  () => <Skeleton className="h-96" />,
)
