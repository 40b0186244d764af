import type { FunnelMonth } from '@shared/referral-desk'
import { formatMonth } from '@/lib/format'
import { Card } from '@/ui/card'
import { PairedBars } from '@/ui/paired-bars'
import { FunnelTable, isEmptyFunnel, sumFunnel } from './funnel-table'

const title = 'Link Activity'

/** Clicks, sign-ups, approvals and earnings of the last months: in all, as a chart, and one by one. */
export function FunnelPanel({ months }: { months: readonly FunnelMonth[] }) {
  const first = months[0]
  const last = months.at(-1)

  if (isEmptyFunnel(months)) {
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
            {sumFunnel(months).map(({ key, name, sum }) => (
              <div key={key} className="flex flex-col-reverse">
                <dt className="text-sm text-muted">{name}</dt>
                <dd className="figures font-display text-xl wrap-anywhere md:text-2xl">{sum}</dd>
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
