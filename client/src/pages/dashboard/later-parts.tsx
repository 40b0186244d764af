import { later } from '@/lib/later'
import { Skeleton } from '@/ui/skeleton'

// With forms of their own, which the page is drawn without.

export const QuestionForYou = later(
  async () => (await import('./question-for-you')).QuestionForYou,
  () => <Skeleton className="h-48" />,
)

export const IntroductionPanel = later(
  async () => (await import('./introduction-panel')).IntroductionPanel,
  () => <Skeleton className="h-48" />,
)

/** Below what is asked for first, with charts as well. */
export const ReferralDesk = later(
  async () => (await import('./referral-desk')).ReferralDesk,
  () => <Skeleton className="h-96" />,
)
