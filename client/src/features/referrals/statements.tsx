import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { formatCents } from '@shared/money'
import { formatMonth } from '@/lib/format'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { statementFile, statementsQuery } from './desk-api'

/** Earnings and payments month by month, to keep. */
export function Statements() {
  const statements = useQuery(statementsQuery)
  return (
    <Card title="Statements">
      <Loaded query={statements} what="Your statements" skeleton="h-12">
        {(months) =>
          months.length === 0 ? (
            <p className="text-muted">
              You’ll find your first statement here after one of your referrals is approved.
            </p>
          ) : (
            <ul className="divide-y border-t">
              {months.map(({ month, earnedCents, paidOutCents, closingCents }) => (
                <li key={month} className="flex flex-wrap items-center justify-between gap-3 py-3">
                  <div className="min-w-0">
                    <h3 className="text-base">{formatMonth(month)}</h3>
                    <p className="figures text-sm text-muted">
                      Earned {formatCents(earnedCents)}, paid {formatCents(paidOutCents)}, balance{' '}
                      {formatCents(closingCents)}
                    </p>
                  </div>
                  <div className="flex gap-2">
                    {(['pdf', 'csv'] as const).map((kind) => (
                      <a
                        key={kind}
                        href={statementFile(month, kind)}
                        download
                        aria-label={`Download the statement for ${formatMonth(month)} as ${kind.toUpperCase()}`}
                        className={buttonClass({ size: 'sm', variant: 'secondary' })}
                      >
                        <Download aria-hidden="true" className="size-4" />
                        {kind.toUpperCase()}
                      </a>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
