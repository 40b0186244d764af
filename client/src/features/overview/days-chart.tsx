import type { OverviewDay } from '@shared/overview'
import { formatDay, formatNumber } from '@/lib/format'

interface DaysChartProps {
  days: readonly OverviewDay[]
  caption: string
}

// Of the drawing, which is stretched to the width there is.
const slot = 10
const gap = 2
const half = 50

/**
 * What came in above a line, what was decided below it: told apart by their place, not by a color. Who
 * cannot see it gets a table.
 */
export function DaysChart({ days, caption }: DaysChartProps) {
  const most = Math.max(1, ...days.flatMap(({ received, decided }) => [received, decided]))
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / most) * (half - 2)))
  const first = days[0]
  const last = days.at(-1)

  return (
    <figure>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div className="figures flex h-44 flex-col justify-between text-xs text-muted">
          <span>{formatNumber(most)}</span>
          <span className="text-ink">Received</span>
          <span>0</span>
          <span className="text-ink">Decided</span>
          <span>{formatNumber(most)}</span>
        </div>
        <svg
          viewBox={`0 0 ${days.length * slot} ${2 * half}`}
          preserveAspectRatio="none"
          className="h-44 w-full overflow-visible"
        >
          {days.map(({ day, received, decided }, index) => {
            const x = index * slot
            return (
              <g key={day} className="group">
                <title>{`${formatDay(day)}: ${received} received, ${decided} decided`}</title>
                <rect
                  x={x}
                  width={slot}
                  height={2 * half}
                  className="fill-transparent group-hover:fill-sand"
                />
                <rect
                  x={x + gap / 2}
                  y={half - heightOf(received)}
                  width={slot - gap}
                  height={heightOf(received)}
                  className="fill-evergreen"
                />
                <rect
                  x={x + gap / 2}
                  y={half}
                  width={slot - gap}
                  height={heightOf(decided)}
                  className="fill-brass"
                />
              </g>
            )
          })}
          <line
            x2={days.length * slot}
            y1={half}
            y2={half}
            vectorEffect="non-scaling-stroke"
            className="stroke-control"
          />
        </svg>
        <div className="figures col-start-2 mt-1 flex justify-between text-xs text-muted">
          <span>{first ? formatDay(first.day) : ''}</span>
          <span>{last ? formatDay(last.day) : ''}</span>
        </div>
      </div>
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
