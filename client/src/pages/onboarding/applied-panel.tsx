import { Link } from 'wouter'
import { useSession } from '@/features/accounts/use-session'
import { LogoutButton } from '@/features/accounts/logout-button'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { ApplicationSkeleton } from './application-skeleton'
import { ReferrerApplication } from './referrer-application'

/** In place of the application, for someone who has an account: referrers add their proof of credit to it. */
export function AppliedPanel({ onApplied }: { onApplied: () => void }) {
  const { user, isLoading } = useSession()
  if (isLoading) return <ApplicationSkeleton />
  if (user?.isReferrer) return <ReferrerApplication onDone={onApplied} />
  return (
    <Card title="You already have an account">
      <p className="max-w-measure">
        You’re logged in. On your dashboard, you can check your application and add documents. If
        someone else wants to apply, log out first.
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Link href={paths.dashboard} className={buttonClass()}>
          Go to Your Dashboard
        </Link>
        <LogoutButton />
      </div>
    </Card>
  )
}
