import type { OverviewDay } from '@shared/overview'
import { formatDay } from '@/lib/format'
import { PairedBars } from '@/ui/paired-bars'

interface DaysChartProps {
  days: readonly OverviewDay[]
  caption: string
}

/** What came in and what was decided, day by day. Who cannot see it gets a table. */
export function DaysChart({ days, caption }: DaysChartProps) {
  const first = days[0]
  const last = days.at(-1)

  return (
    <figure>
      <PairedBars
        pairs={days.map(({ day, received, decided }) => ({
          key: day,
          title: `${formatDay(day)}: ${received} received, ${decided} decided`,
          above: received,
          below: decided,
        }))}
        names={{ above: 'Received', below: 'Decided' }}
        ends={{ first: first ? formatDay(first.day) : '', last: last ? formatDay(last.day) : '' }}
      />
      {/* A table ignores the size that hides it; the box around it does not. */}
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Received</th>
              <th scope="col">Decided</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, received, decided }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                <td>{received}</td>
                <td>{decided}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
