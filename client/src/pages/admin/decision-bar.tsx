import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReviewStatus } from '@shared/review'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { DecisionButtons, type AskOffer } from '@/ui/decision-buttons'
import { onSingleClick } from '@/ui/single-click'
import { StatusBadge } from '@/ui/status-badge'
import type { AlsoApprove } from './person/use-also-approve'

interface DecisionBarProps {
  name: string
  status: ReviewStatus
  isBusy: boolean
  /** What it is about is still loading, and someone has tried to decide. */
  isAwaited?: boolean
  onDecide: (decision: ReviewStatus) => void
  /** Not what the panel was opened for. */
  isSecondary?: boolean
  canApprove?: boolean | undefined
  ask?: AskOffer | undefined
  also?: AlsoApprove | null | undefined
  /** Beside the status. */
  children?: ReactNode
}

/** What was decided, and what can be; the present decision is not offered. */
export function DecisionBar(props: DecisionBarProps) {
  const { name, status, isBusy, isAwaited, onDecide, isSecondary = false, canApprove } = props
  const { ask, also, children } = props
  return (
    <div
      data-decides={isSecondary ? undefined : true}
      className="flex flex-wrap items-center gap-2"
    >
      <StatusBadge status={status} />
      <div className="mr-auto flex gap-1">{children}</div>
      {status === 'pending' ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon={<Clock />}
          disabled={isBusy}
          aria-label={`Set ${name} to pending`}
          onClick={onSingleClick(() => onDecide('pending'))}
        >
          Set to Pending
        </Button>
      )}
      <DecisionButtons
        name={name}
        status={status}
        isBusy={isBusy}
        isAwaited={isAwaited}
        onDecide={onDecide}
        canApprove={canApprove}
        ask={ask}
        isPrimary={!isSecondary}
      />
      {also ? (
        <Checkbox
          className="basis-full"
          label={`Also approve ${also.text}`}
          checked={also.isOn}
          onChange={(event) => also.toggle(event.target.checked)}
        />
      ) : null}
    </div>
  )
}
