import type { Overview } from '@shared/overview'
import { medianOf, overviewDays, promisedHours } from '@shared/program-time'
import { DaysChart } from '@/features/overview/days-chart'
import { formatHours, formatNumber } from '@/lib/format'
import { useAddress } from '@/lib/use-address'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'

const spans = [30, overviewDays] as const

/** What came in and what was decided, day by day, and how long a decision takes. */
export function Applications({ overview }: { overview: Overview }) {
  const address = useAddress()
  const span = address.get('days') === String(overviewDays) ? overviewDays : spans[0]
  const days = overview.days.slice(-span)

  function show(wanted: number) {
    address.set({ days: wanted === spans[0] ? '' : String(wanted) }, { replace: true })
  }

  return (
    <Card
      className="p-4 md:p-5"
      title="Applications and Decisions"
      description={sumUp(days)}
      actions={
        <div role="group" aria-label="Days shown" className="flex gap-2">
          {spans.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === span}
              onClick={() => show(one)}
              className={buttonClass({
                size: 'sm',
                variant: one === span ? 'primary' : 'secondary',
              })}
            >
              {one} Days
            </button>
          ))}
        </div>
      }
    >
      <DaysChart days={days} caption={`Applications and decisions, last ${span} days`} />
      <p className="mt-4 border-t pt-3 text-sm text-muted">{sayMedian(overview)}</p>
    </Card>
  )
}

function sumUp(days: Overview['days']): string {
  const sum = (name: 'received' | 'decided') =>
    formatNumber(days.reduce((total, day) => total + day[name], 0))
  return `${sum('received')} received and ${sum('decided')} decided in the last ${days.length} days.`
}

function sayMedian({ median }: Overview): string {
  const promise = `We promise ${promisedHours.from} to ${promisedHours.to} hours.`
  if (!median) return `No first decisions in the last ${medianOf.days} days. ${promise}`
  const { hours, decisions } = median
  const count = `${formatNumber(decisions)} ${decisions === 1 ? 'decision' : 'decisions'}`
  const said =
    decisions < medianOf.decisions
      ? `${medianOf.days} days: ${formatHours(hours)} (${count})`
      : `newest ${count}: ${formatHours(hours)}`
  return `Median decision time, ${said}. ${promise}`
}
