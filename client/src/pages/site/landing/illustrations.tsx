const innerRadii = [26, 48, 70, 92]
const outerRadii = [152, 174, 196, 218, 240]
const rays = Array.from({ length: 19 }, (_, index) => index * 10)

const upper = (radius: number) => `M${215 - radius} 300a${radius} ${radius} 0 0 1 ${2 * radius} 0`
const lower = (radius: number) => `M${345 - radius} 300a${radius} ${radius} 0 0 0 ${2 * radius} 0`

/** The two joined arcs of partner and entrepreneur, with the circles their standing draws. */
export function HeroIllustration({ className }: { className?: string }) {
  return (
    <svg
      viewBox="20 120 520 360"
      overflow="visible"
      fill="none"
      aria-hidden="true"
      className={className}
    >
      <g className="stroke-paper" strokeOpacity="0.28">
        {innerRadii.map((radius) => (
          <path key={radius} d={upper(radius)} />
        ))}
        {outerRadii.map((radius) => (
          <path key={radius} d={lower(radius)} strokeOpacity="0.16" />
        ))}
      </g>
      <g className="stroke-brass-light" strokeOpacity="0.5">
        {innerRadii.map((radius) => (
          <path key={radius} d={lower(radius)} />
        ))}
        {outerRadii.map((radius) => (
          <path key={radius} d={upper(radius)} strokeOpacity="0.22" />
        ))}
        {/* Beyond the picture's own edges, so only where there is room around it. */}
        <g className="max-lg:hidden" strokeOpacity="0.8">
          {rays.map((angle) => (
            <path
              key={angle}
              d={angle % 30 === 0 ? 'M-48 300h-14' : 'M-48 300h-6'}
              transform={`rotate(${angle} 215 300)`}
            />
          ))}
        </g>
      </g>
      <path d="M-400 300h1400" className="stroke-paper" strokeOpacity="0.25" />
      <g strokeWidth="24" strokeLinecap="round">
        <path d="M85 372v-72a130 130 0 0 1 260 0v72" className="stroke-paper" />
        <path d="M475 228v72a130 130 0 0 1-260 0v-72" className="stroke-brass-light" />
      </g>
    </svg>
  )
}

/** An arch of credit: bands of standing, one under the other. */
export function ArchIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 240 132" fill="none" aria-hidden="true" className={className}>
      <g strokeWidth="13">
        <path d="M20 120a100 100 0 0 1 200 0" className="stroke-paper" />
        <path d="M39 120a81 81 0 0 1 162 0" className="stroke-brass-light" />
        <path d="M58 120a62 62 0 0 1 124 0" className="stroke-leaf" />
        <path d="M77 120a43 43 0 0 1 86 0" className="stroke-paper" />
      </g>
      <path d="M96 120a24 24 0 0 1 48 0Z" className="fill-brass-light" />
      <path d="M0 126.5h240" className="stroke-paper" strokeOpacity="0.4" />
    </svg>
  )
}

const stepArcs = [0, 1, 2, 3, 4].map((index) => ({
  start: index * 200 + 8,
  sweep: index % 2 === 0 ? 1 : 0,
}))

/** Five joined arcs, one for each step towards approval; each starts where its column does. */
export function StepsIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 1000 140" fill="none" aria-hidden="true" className={className}>
      <g strokeWidth="5" strokeLinecap="round">
        {stepArcs.map(({ start, sweep }) => (
          <path
            key={start}
            d={`M${start} 70a60 60 0 0 ${sweep} 120 0h${start > 800 ? 50 : 80}`}
            className={sweep === 1 ? 'stroke-evergreen' : 'stroke-brass'}
          />
        ))}
      </g>
      {stepArcs.map(({ start, sweep }) => (
        <circle
          key={start}
          cx={start}
          cy="70"
          r="8"
          className={sweep === 1 ? 'fill-evergreen' : 'fill-brass'}
        />
      ))}
      <circle cx="980" cy="70" r="8" className="fill-white stroke-evergreen" strokeWidth="5" />
    </svg>
  )
}

export function ReferralArcs({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 240 132" fill="none" aria-hidden="true" className={className}>
      <g strokeWidth="5" strokeLinecap="round">
        <path d="M24 114a96 96 0 0 1 192 0" className="stroke-evergreen" />
        <path d="M24 114a69 69 0 0 1 138 0" className="stroke-leaf" />
        <path d="M24 114a42 42 0 0 1 84 0" className="stroke-brass" />
      </g>
      <path d="M0 126.5h240" className="stroke-control" />
      <circle cx="24" cy="114" r="12" className="fill-evergreen" />
      <circle cx="108" cy="114" r="9" className="fill-brass" />
      <circle cx="162" cy="114" r="9" className="fill-leaf" />
      <circle cx="216" cy="114" r="9" className="fill-evergreen" />
    </svg>
  )
}
