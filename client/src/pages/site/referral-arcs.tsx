/** Arcs from one dot to three others: a person who refers three people. */
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
