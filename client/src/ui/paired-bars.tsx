import { useId } from 'react'
import { formatNumber } from '@/lib/format'

interface PairedBarsProps {
  /** Two counts each, and the tooltip that says them. */
  pairs: readonly { key: string; title: string; counts: readonly [number, number] }[]
  names: readonly [string, string]
  /** Labels of the first and the last pair. */
  ends: { first: string; last: string }
}

// SVG units; the drawing stretches.
const slot = 10
const gap = 2
const height = 100
/** Fewer pairs don't fill the width. */
const fewestSlots = 6

/**
 * Two counts over time, side by side: told apart by their place and by stripes, not by a color.
 * Hidden from screen readers; a table or figures beside it say the same.
 */
export function PairedBars({ pairs, names, ends }: PairedBarsProps) {
  const stripes = useId()
  const looks = [{ className: 'fill-evergreen' }, { fill: `url(#${stripes})` }]
  const most = Math.max(1, ...pairs.flatMap(({ counts }) => counts))
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / most) * height))

  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3">
      <ul className="col-start-2 mb-2 flex flex-wrap gap-x-5 text-xs">
        {names.map((name, index) => (
          <li key={name} className="flex items-center gap-2">
            <svg className="size-3">
              <rect width="100%" height="100%" {...looks[index]} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <div className="figures flex h-44 flex-col justify-between text-right text-xs text-muted">
        <span>{formatNumber(most)}</span>
        <span>0</span>
      </div>
      <svg
        viewBox={`0 0 ${Math.max(pairs.length, fewestSlots) * slot} ${height}`}
        preserveAspectRatio="none"
        className="h-44 w-full border-b border-control"
      >
        <pattern id={stripes} width={slot} height="3" patternUnits="userSpaceOnUse">
          <rect width={slot} height="2" className="fill-brass" />
        </pattern>
        {pairs.map(({ key, title, counts }, index) => (
          <g key={key} className="group">
            <title>{title}</title>
            <rect
              x={index * slot}
              width={slot}
              height={height}
              className="fill-transparent group-hover:fill-sand"
            />
            {counts.map((count, place) => (
              <rect
                key={place}
                x={index * slot + gap / 2 + (place * (slot - gap)) / 2}
                y={height - heightOf(count)}
                width={(slot - gap) / 2}
                height={heightOf(count)}
                {...looks[place]}
              />
            ))}
          </g>
        ))}
      </svg>
      <div
        className="figures col-start-2 mt-1 flex justify-between text-xs text-muted"
        style={{ width: `${Math.min(1, pairs.length / fewestSlots) * 100}%` }}
      >
        <span>{ends.first}</span>
        {pairs.length > 1 ? <span>{ends.last}</span> : null}
      </div>
    </div>
  )
}
