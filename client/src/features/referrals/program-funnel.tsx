import { useQuery } from '@tanstack/react-query'
import type { FunnelQuery, FunnelStep } from '@shared/referred-people'
import { formatDay, formatMonth } from '@/lib/format'
import { useAddress } from '@/lib/use-address'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Loaded } from '@/ui/loaded'
import { FunnelTable, isEmptyFunnel, sumFunnel } from './funnel'
import { funnelQuery } from './referred-people-api'

const names: Record<FunnelQuery['by'], (day: string) => string> = {
  day: formatDay,
  month: (day) => formatMonth(day.slice(0, 7)),
}

export function ProgramFunnel() {
  const address = useAddress()
  const by = address.get('by') === 'day' ? 'day' : 'month'
  const funnel = useQuery(funnelQuery(by))

  return (
    <Card
      className="p-4 md:p-5"
      title={by === 'month' ? 'The Last 12 Months' : 'The Last 30 Days'}
      description="Months and days are in Eastern Time. Approvals that were later reversed don’t count."
      actions={(['month', 'day'] as const).map((unit) => (
        <Button
          key={unit}
          size="sm"
          variant="secondary"
          aria-pressed={by === unit}
          className={by === unit ? 'border-ink! bg-sand!' : ''}
          onClick={() => address.set({ by: unit === 'day' ? unit : '' }, { replace: true })}
        >
          {unit === 'month' ? 'By Month' : 'By Day'}
        </Button>
      ))}
    >
      <Loaded query={funnel} what="The funnel" skeleton="h-96">
        {(steps) =>
          isEmptyFunnel(steps) ? (
            <EmptyState
              title="No referral activity yet"
              description="Once someone opens a referral link, clicks, sign-ups, approvals, and earnings appear here."
            />
          ) : (
            <Steps steps={steps} unit={by === 'month' ? 'Month' : 'Day'} formatStep={names[by]} />
          )
        }
      </Loaded>
    </Card>
  )
}

interface StepsProps {
  steps: FunnelStep[]
  unit: 'Month' | 'Day'
  formatStep: (day: string) => string
}

function Steps({ steps, unit, formatStep }: StepsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-4">
        {sumFunnel(steps).map(({ key, name, sum }) => (
          <div key={key} className="min-w-0">
            <dt className="text-sm text-muted">{name}</dt>
            <dd>
              <span className="figures font-display text-xl wrap-anywhere md:text-2xl">{sum}</span>
              <Bars values={steps.map((step) => step[key])} />
            </dd>
          </div>
        ))}
      </dl>
      <FunnelTable
        caption="Referrals by time"
        unit={unit}
        rows={steps.toReversed().map((step) => ({ ...step, when: formatStep(step.day) }))}
      />
    </div>
  )
}

const slot = 10
const gap = 2
const height = 40

/** The table beneath says the same in numbers. */
function Bars({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${values.length * slot} ${height}`}
      preserveAspectRatio="none"
      className="mt-2 h-14 w-full border-b border-control"
    >
      {values.map((value, index) => {
        const tall = value <= 0 ? 0 : Math.max(1, (value / most) * height)
        return (
          <rect
            key={index}
            x={index * slot + gap / 2}
            y={height - tall}
            width={slot - gap}
            height={tall}
            className="fill-evergreen"
          />
        )
      })}
    </svg>
  )
}
