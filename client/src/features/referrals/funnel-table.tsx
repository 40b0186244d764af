import { useRef } from 'react'
import { formatCents } from '@shared/money'
import type { FunnelMonth } from '@shared/referral-desk'
import { formatNumber } from '@/lib/format'
import { useOverflow } from '@/ui/use-overflow'

export interface FunnelRow extends Omit<FunnelMonth, 'month'> {
  /** The month or day as it is shown. */
  when: string
}

const headers = ['Clicks', 'Signed up', 'Approved', 'Earned']

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
            {[unit, ...headers].map((name, index) => (
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
          {rows.map(({ when, clicks, signedUp, approved, earnedCents }) => (
            <tr key={when}>
              <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
                {when}
              </th>
              <td className="pl-1 text-right sm:pl-1.5">{formatNumber(clicks)}</td>
              <td className="pl-1 text-right sm:pl-1.5">{formatNumber(signedUp)}</td>
              <td className="pl-1 text-right sm:pl-1.5">{formatNumber(approved)}</td>
              <td className="pl-1 text-right sm:pl-1.5">{formatCents(earnedCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
