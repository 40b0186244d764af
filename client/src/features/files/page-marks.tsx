import type { PageMark } from '@shared/scores'

/** A little more than the text itself, so that the figure stays readable inside. */
const margin = 0.004

/** Where on a page something was found: frames over it, which let every press through. */
export function PageMarks({ marks }: { marks: readonly PageMark[] }) {
  if (marks.length === 0) return null
  return (
    <svg
      aria-hidden="true"
      data-page-marks
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full"
    >
      {marks.map(({ left, top, width, height }) => (
        <rect
          key={`${left}:${top}`}
          x={left - margin}
          y={top - margin}
          width={width + 2 * margin}
          height={height + 2 * margin}
          vectorEffect="non-scaling-stroke"
          className="fill-brass/25 stroke-brass stroke-2"
        />
      ))}
    </svg>
  )
}
