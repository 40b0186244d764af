/** A day that never breaks; the time beside it is a tooltip, and is written out on cards. */
export function ShortDate({ day, full }: { day: string; full: string }) {
  return (
    <span title={full} className="figures whitespace-nowrap">
      <span className="stacked:hidden">{day}</span>
      <span className="hidden stacked:inline">{full}</span>
    </span>
  )
}
