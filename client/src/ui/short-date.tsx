/** A day that never breaks; the time beside it is a tooltip, and is written out on cards, on a line of its own if need be. */
export function ShortDate({ day, full }: { day: string; full: string }) {
  return (
    <span title={full} className="figures whitespace-nowrap stacked:whitespace-normal">
      <span className="stacked:hidden">{day}</span>
      <span className="hidden stacked:inline">{full}</span>
    </span>
  )
}
