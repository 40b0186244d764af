import { AtSign } from 'lucide-react'
import type { ListedUser } from '@shared/users'

/** Marks someone who waits for another email to be confirmed. An icon, so that a row stays one line high. */
export function EmailChangeBadge({ user }: { user: Pick<ListedUser, 'newEmail'> }) {
  if (!user.newEmail) return null
  return (
    <span
      title="Wants to change their email"
      className="inline-flex items-center rounded-full bg-warning-surface px-1.5 text-warning"
    >
      <AtSign aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
      <span className="sr-only">Wants to change their email</span>
    </span>
  )
}
