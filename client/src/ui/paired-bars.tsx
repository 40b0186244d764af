import { useId } from 'react'
import { formatNumber } from '@/lib/format'

interface Pair {
  key: string
  /** The tooltip. */
  title: string
  above: number
  below: number
}

interface PairedBarsProps {
  pairs: readonly Pair[]
  names: { above: string; below: string }
  /** Labels of the first and the last. */
  ends: { first: string; last: string }
}

// SVG units; the drawing stretches.
const slot = 10
const gap = 2
const half = 50

/**
 * Two counts over time, one above a line and one below it: told apart by their place and by stripes, not by a color.
 * Hidden from who cannot see it; a table beside it says the same.
 */
export function PairedBars({ pairs, names, ends }: PairedBarsProps) {
  const stripes = useId()
  const most = Math.max(1, ...pairs.flatMap(({ above, below }) => [above, below]))
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / most) * (half - 2)))

  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3">
      <div className="figures flex h-44 flex-col justify-between text-xs text-muted">
        <span>{formatNumber(most)}</span>
        <span className="text-ink">{names.above}</span>
        <span>0</span>
        <span className="text-ink">{names.below}</span>
        <span>{formatNumber(most)}</span>
      </div>
      <svg
        viewBox={`0 0 ${pairs.length * slot} ${2 * half}`}
        preserveAspectRatio="none"
        className="h-44 w-full overflow-visible"
      >
        <pattern id={stripes} width={slot} height="3" patternUnits="userSpaceOnUse">
          <rect width={slot} height="2" className="fill-brass" />
        </pattern>
        {pairs.map(({ key, title, above, below }, index) => {
          const x = index * slot
          return (
            <g key={key} className="group">
              <title>{title}</title>
              <rect
                x={x}
                width={slot}
                height={2 * half}
                className="fill-transparent group-hover:fill-sand"
              />
              <rect
                x={x + gap / 2}
                y={half - heightOf(above)}
                width={slot - gap}
                height={heightOf(above)}
                className="fill-evergreen"
              />
              <rect
                x={x + gap / 2}
                y={half}
                width={slot - gap}
                height={heightOf(below)}
                fill={`url(#${stripes})`}
              />
            </g>
          )
        })}
        <line
          x2={pairs.length * slot}
          y1={half}
          y2={half}
          vectorEffect="non-scaling-stroke"
          className="stroke-control"
        />
      </svg>
      <div className="figures col-start-2 mt-1 flex justify-between text-xs text-muted">
        <span>{ends.first}</span>
        <span>{ends.last}</span>
      </div>
    </div>
  )
}
