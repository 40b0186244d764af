import { formatCents } from '@shared/money'
import type { FunnelMonth } from '@shared/referral-desk'
import { formatMonth, formatNumber } from '@/lib/format'
import { Card } from '@/ui/card'
import { PairedBars } from '@/ui/paired-bars'
import { FunnelTable } from './funnel-table'

const title = 'Link Activity'

/** Clicks, sign-ups, approvals and earnings of the last months: in all, as a chart, and one by one. */
export function FunnelPanel({ months }: { months: readonly FunnelMonth[] }) {
  const sum = (read: (month: FunnelMonth) => number) =>
    months.reduce((total, month) => total + read(month), 0)
  const totals = [
    ['Clicks', formatNumber(sum(({ clicks }) => clicks))],
    ['Signed up', formatNumber(sum(({ signedUp }) => signedUp))],
    ['Approved', formatNumber(sum(({ approved }) => approved))],
    ['Earned', formatCents(sum(({ earnedCents }) => earnedCents))],
  ]
  const isEmpty = months.every(
    ({ clicks, signedUp, approved, earnedCents }) =>
      clicks + signedUp + approved === 0 && earnedCents === 0,
  )
  const first = months[0]
  const last = months.at(-1)

  if (isEmpty) {
    return (
      <Card title={title}>
        <p className="text-muted">
          No one has opened your link yet. Clicks, sign-ups, approvals, and earnings will appear
          here, month by month.
        </p>
      </Card>
    )
  }
  return (
    <Card title={title} description="The last 12 months.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-2">
            {totals.map(([name, value]) => (
              <div key={name} className="flex flex-col-reverse">
                <dt className="text-sm text-muted">{name}</dt>
                <dd className="figures font-display text-xl wrap-anywhere md:text-2xl">{value}</dd>
              </div>
            ))}
          </dl>
          <PairedBars
            pairs={months.map(({ month, signedUp, approved }) => ({
              key: month,
              title: `${formatMonth(month)}: ${signedUp} signed up, ${approved} approved`,
              above: signedUp,
              below: approved,
            }))}
            names={{ above: 'Signed up', below: 'Approved' }}
            ends={{
              first: first ? formatMonth(first.month) : '',
              last: last ? formatMonth(last.month) : '',
            }}
          />
        </div>
        <FunnelTable
          caption="Your referrals by month"
          unit="Month"
          rows={months.toReversed().map((row) => ({ ...row, when: formatMonth(row.month) }))}
        />
      </div>
    </Card>
  )
}
