import { useQuery } from '@tanstack/react-query'
import { closingTimeAfter } from '@shared/business-days'
import { promisedDays } from '@shared/meeting-time'
import { tellWaiting } from '@shared/tell-introduction'
import { ownMatchQuery, useMatchCalls } from '@/features/matches/api'
import { Introduction } from '@/features/matches/introduction'
import { useNow, useZone } from '@/features/matches/match-times'
import { ZoneChoice } from '@/features/matches/zone-choice'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { Unbroken } from '@/ui/unbroken'
import type { PartnerState } from './partner-state'

type IntroductionPanelProps = Pick<PartnerState, 'user'> & Partial<PartnerState>

/** Next steps of an approved partner about meeting an entrepreneur, and by when. */
export function IntroductionPanel({ user, openSteps }: IntroductionPanelProps) {
  // After a computer has slept, its timers are late: the wait is measured again with each look at the clock.
  const now = useNow()
  const query = useQuery(ownMatchQuery)
  const { data: match } = query
  useQuietRefresh(() => void query.refetch())
  const calls = useMatchCalls()
  const [zone, chooseZone] = useZone(match)
  const hasTimes = match?.state === 'arranging' || match?.state === 'booked'
  return (
    <Card
      title="Your Introduction"
      actions={hasTimes ? <ZoneChoice zone={zone} onChoose={chooseZone} /> : undefined}
    >
      <Loaded query={query} what="Your introduction" skeleton="h-24" isQuiet>
        {(found) =>
          found ? (
            <Introduction match={found} zone={zone} calls={calls} />
          ) : (
            <Waiting user={user} openSteps={openSteps} now={now} />
          )
        }
      </Loaded>
    </Card>
  )
}

function Waiting({ user, openSteps, now }: IntroductionPanelProps & { now: number }) {
  const due = user.statusAt ? closingTimeAfter(new Date(user.statusAt), promisedDays) : null
  const { title, explain } = tellWaiting(due, now)
  return (
    <>
      <p className="max-w-measure">
        <Unbroken>{`${title} ${explain}`}</Unbroken>
      </p>
      {openSteps?.includes('email') ? (
        <p className="mt-3 max-w-measure">
          <a className="link" href="#steps">
            Confirm your email
          </a>{' '}
          so we can introduce you.
        </p>
      ) : null}
    </>
  )
}
