import { UsersRound } from 'lucide-react'

/** Marks someone who may have another account; the panel says which, and why. An icon, so that a row stays one line high. */
export function DuplicateBadge() {
  return (
    <span
      title="Same person?"
      className="inline-flex items-center rounded-full bg-warning-surface px-1.5 text-warning"
    >
      <UsersRound aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
      <span className="sr-only">Same person?</span>
    </span>
  )
}
