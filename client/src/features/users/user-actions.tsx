import { Trash2 } from 'lucide-react'
import type { ReviewStatus } from '@shared/review'
import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { IconButton } from '@/ui/button'
import { DecisionButtons } from '@/ui/decision-buttons'

export interface UserHandlers {
  /** The users about whom a request is under way. */
  busyIds: ReadonlySet<number>
  onDecide: (user: ListedUser, status: ReviewStatus) => void
  onDelete: (user: ListedUser) => void
}

export interface UserActionsProps extends UserHandlers {
  user: ListedUser
}

/** What the administrator can do with a person; nothing of a referrer's is there to approve. */
export function UserActions({ user, busyIds, onDecide, onDelete }: UserActionsProps) {
  const isBusy = busyIds.has(user.id)
  const name = fullName(user)
  return (
    <div className="flex items-center gap-2 whitespace-nowrap stacked:flex-wrap">
      <DecisionButtons
        name={name}
        status={user.status}
        isBusy={isBusy}
        onDecide={(decision) => onDecide(user, decision)}
        canApprove={!user.isReferrer}
        isCompact
      />
      {/* Apart from the decision, so that it isn’t pressed by mistake. */}
      <IconButton
        className="ml-auto pointer-fine:size-8!"
        label={`Delete ${name}`}
        icon={<Trash2 />}
        disabled={isBusy}
        onClick={() => onDelete(user)}
      />
    </div>
  )
}
