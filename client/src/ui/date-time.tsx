/** A date and a time that break between the two and nowhere else. */
export function DateTime({ text }: { text: string }) {
  const cut = text.lastIndexOf(', ') + 1
  return (
    <span className="figures">
      <span className="whitespace-nowrap">{text.slice(0, cut)}</span>{' '}
      <span className="whitespace-nowrap">{text.slice(cut).trim()}</span>
    </span>
  )
}
