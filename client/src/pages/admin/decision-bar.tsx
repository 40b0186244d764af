import { Check, X } from 'lucide-react'
import type { ReviewStatus } from '@shared/review'
import { Button } from '@/ui/button'
import { onSingleClick } from '@/ui/single-click'
import { StatusBadge } from '@/ui/status-badge'

interface DecisionBarProps {
  name: string
  status: ReviewStatus
  isBusy: boolean
  onDecide: (decision: ReviewStatus) => void
}

/** What was decided, and what can be; a decision that stands already is not offered. */
export function DecisionBar({ name, status, isBusy, onDecide }: DecisionBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StatusBadge status={status} className="mr-auto" />
      {status === 'approved' ? null : (
        <Button
          size="sm"
          icon={<Check />}
          disabled={isBusy}
          aria-label={`Approve ${name}`}
          onClick={onSingleClick(() => onDecide('approved'))}
        >
          Approve
        </Button>
      )}
      {status === 'rejected' ? null : (
        <Button
          size="sm"
          variant="secondary"
          icon={<X />}
          disabled={isBusy}
          aria-label={`Reject ${name}`}
          onClick={onSingleClick(() => onDecide('rejected'))}
        >
          Reject
        </Button>
      )}
    </div>
  )
}
