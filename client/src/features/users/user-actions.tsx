import { Trash2 } from 'lucide-react'
import type { ReviewStatus } from '@shared/review'
import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { Button, IconButton } from '@/ui/button'
import { onSingleClick } from '@/ui/single-click'

export interface UserHandlers {
  /** The users about whom a request is under way. */
  busyIds: ReadonlySet<number>
  onDecide: (user: ListedUser, status: ReviewStatus) => void
  onDelete: (user: ListedUser) => void
}

export interface UserActionsProps extends UserHandlers {
  user: ListedUser
}

/** What the administrator can do with a person; a decision that stands already is not offered. */
export function UserActions({ user, busyIds, onDecide, onDelete }: UserActionsProps) {
  const isBusy = busyIds.has(user.id)
  const name = fullName(user)
  return (
    <div className="flex items-center gap-2 whitespace-nowrap stacked:flex-wrap">
      {user.status === 'approved' ? null : (
        <Button
          size="sm"
          variant="secondary"
          className="px-2.5! pointer-fine:min-h-8!"
          disabled={isBusy}
          aria-label={`Approve ${name}`}
          onClick={onSingleClick(() => onDecide(user, 'approved'))}
        >
          Approve
        </Button>
      )}
      {user.status === 'rejected' ? null : (
        <Button
          size="sm"
          variant="secondary"
          className="px-2.5! pointer-fine:min-h-8!"
          disabled={isBusy}
          aria-label={`Reject ${name}`}
          onClick={onSingleClick(() => onDecide(user, 'rejected'))}
        >
          Reject
        </Button>
      )}
      {/* Apart from the decision, so that no hand slips. */}
      <IconButton
        className="ml-2 pointer-fine:size-8!"
        label={`Delete ${name}`}
        icon={<Trash2 />}
        disabled={isBusy}
        onClick={() => onDelete(user)}
      />
    </div>
  )
}
