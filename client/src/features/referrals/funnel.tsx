import { useRef } from 'react'
import { formatCents } from '@shared/money'
import type { FunnelMonth } from '@shared/referral-desk'
import { formatMonth, formatNumber } from '@/lib/format'
import { Card } from '@/ui/card'
import { PairedBars } from '@/ui/paired-bars'
import { useOverflow } from '@/ui/scrolling'

const title = 'Link Activity'

export function FunnelPanel({ months: all }: { months: readonly FunnelMonth[] }) {
  const start = all.findIndex((month) => !isEmptyFunnel([month]))
  const months = all.slice(start)
  const [first] = months
  const last = months.at(-1)

  if (start < 0 || !first || !last) {
    return (
      <Card title={title}>
        <p className="text-muted">
          No one has opened your link yet. Clicks, sign-ups, approvals, and earnings will appear
          here, month by month.
        </p>
      </Card>
    )
  }
  const ends = { first: formatMonth(first.month), last: formatMonth(last.month) }
  return (
    <Card title={title} description={start ? `Since ${ends.first}.` : 'The last 12 months.'}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
        <dl className="grid grid-cols-2 content-start gap-4 sm:grid-cols-4 lg:grid-cols-2">
          {sumFunnel(months).map(({ key, name, sum }) => (
            <div key={key} className="flex flex-col-reverse justify-end">
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="figures font-display text-xl wrap-anywhere md:text-2xl">{sum}</dd>
            </div>
          ))}
        </dl>
        <PairedBars
          pairs={months.map(({ month, signedUp, approved }) => ({
            key: month,
            title: `${formatMonth(month)}: ${signedUp} signed up, ${approved} approved`,
            counts: [signedUp, approved],
          }))}
          names={['Signed up', 'Approved']}
          ends={ends}
        />
        {/* Of a single month, the figures above say everything. */}
        {first === last ? null : (
          <div className="lg:col-span-2">
            <FunnelTable
              caption="Your referrals by month"
              unit="Month"
              rows={months.toReversed().map((row) => ({ ...row, when: formatMonth(row.month) }))}
            />
          </div>
        )}
      </div>
    </Card>
  )
}

type Counts = Omit<FunnelMonth, 'month'>

/** The steps from a click to a reward, in their order. */
const funnelSteps: {
  key: keyof Counts
  name: string
  format: (value: number) => string
}[] = [
  { key: 'clicks', name: 'Clicks', format: formatNumber },
  { key: 'signedUp', name: 'Signed up', format: formatNumber },
  { key: 'approved', name: 'Approved', format: formatNumber },
  { key: 'earnedCents', name: 'Earned', format: formatCents },
]

export const isEmptyFunnel = (rows: readonly Counts[]) =>
  rows.every((row) => funnelSteps.every(({ key }) => row[key] === 0))

export const sumFunnel = (rows: readonly Counts[]) =>
  funnelSteps.map(({ key, name, format }) => ({
    key,
    name,
    sum: format(rows.reduce((sum, row) => sum + row[key], 0)),
  }))

interface FunnelRow extends Counts {
  when: string
}

/** Clicks, sign-ups, approvals and earnings by time, five columns that fit on all but the smallest phones. */
export function FunnelTable(props: {
  caption: string
  unit: 'Month' | 'Day'
  rows: readonly FunnelRow[]
}) {
  const { caption, unit, rows } = props
  const scroller = useRef<HTMLDivElement>(null)
  const scrolls = useOverflow(scroller)
  return (
    <div
      ref={scroller}
      role={scrolls ? 'region' : undefined}
      aria-label={scrolls ? caption : undefined}
      tabIndex={scrolls ? 0 : undefined}
      className="overflow-x-auto focus-visible:-outline-offset-2"
    >
      <table className="figures w-full text-xs tracking-tight sm:text-sm sm:tracking-normal">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b text-muted">
            {[unit, ...funnelSteps.map(({ name }) => name)].map((name, index) => (
              <th
                key={name}
                scope="col"
                className={`py-1.5 align-bottom font-medium ${index === 0 ? 'text-left' : 'pl-1 text-right sm:pl-1.5'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((row) => (
            <tr key={row.when}>
              <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
                {row.when}
              </th>
              {funnelSteps.map(({ key, format }) => (
                <td key={key} className="pl-1 text-right sm:pl-1.5">
                  {format(row[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
