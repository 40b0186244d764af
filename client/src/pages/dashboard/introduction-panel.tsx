import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@shared/accounts'
import { closingTimeAfter, formatBusinessDay } from '@shared/business-days'
import { nameZone, promisedDays } from '@shared/meeting-time'
import { profileCompletionQuery } from '@/features/accounts/account-api'
import { ownMatchQuery, useMatchCalls } from '@/features/matches/api'
import { Introduction } from '@/features/matches/introduction'
import { useNow, zoneOf } from '@/features/matches/match-times'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { SupportPhone } from '@/ui/support-links'

/** Next steps of an approved partner about meeting an entrepreneur, and by when. */
export function IntroductionPanel({ user }: { user: CurrentUser }) {
  // After a computer has slept, its timers are late: the wait is measured again with each look at the clock.
  const now = useNow()
  const { data: match, isError, refetch } = useQuery(ownMatchQuery)
  useQuietRefresh(() => void refetch())
  const calls = useMatchCalls()
  const zone = zoneOf(match)
  const hasTimes = match?.state === 'arranging' || match?.state === 'booked'
  return (
    <Card
      title="Your Introduction"
      description={hasTimes ? `Times are in ${nameZone(zone)}.` : undefined}
    >
      <Loaded
        // Fetched again, it may fail: the introduction is there already.
        query={{ data: match, isError: isError && match === undefined, refetch }}
        what="Your introduction"
        skeleton="h-24"
      >
        {(found) =>
          found ? (
            <Introduction match={found} zone={zone} calls={calls} />
          ) : (
            <Waiting user={user} now={now} />
          )
        }
      </Loaded>
    </Card>
  )
}

function Waiting({ user, now }: { user: CurrentUser; now: number }) {
  const { data: profile } = useQuery(profileCompletionQuery)
  const due = user.statusAt ? closingTimeAfter(new Date(user.statusAt), promisedDays) : null
  const isLate = due !== null && due.getTime() < now
  return (
    <>
      <p className="max-w-measure">
        <span>We’re looking for your entrepreneur. </span>
        {isLate ? (
          <span>
            It’s taking longer than we promised. If you have questions, call <SupportPhone />.{' '}
          </span>
        ) : due ? (
          <span>
            You’ll meet by <strong className="font-medium">{formatBusinessDay(due)}</strong>.{' '}
          </span>
        ) : null}
        <span>Usually one match is enough; sometimes one more entrepreneur is offered.</span>
      </p>
      {profile && profile.percent < 100 ? (
        <p className="mt-3 max-w-measure">
          Please{' '}
          <a className="link" href="#open-steps">
            complete your profile
          </a>
          , so that we can introduce you.
        </p>
      ) : null}
    </>
  )
}
