import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Clock } from 'lucide-react'
import { useDeferredValue, type ReactNode } from 'react'
import { concernWords } from '@shared/concerns'
import type { DecisionKind } from '@shared/decisions'
import type { ReviewStatus } from '@shared/review'
import { usePreviewLoading } from '@/features/files/preview-frame'
import { basisQuery, describeSettled } from '@/lib/use-decide'
import { Badge, StatusBadge } from '@/ui/badge'
import { Button, onSingleClick } from '@/ui/button'
import { DecisionButtons, type AskOffer } from '@/ui/decision-buttons'

interface DecisionBarProps {
  about: { kind: DecisionKind; id: number }
  name: string
  status: ReviewStatus
  isBusy: boolean
  /** Someone has tried to decide while the subject is still loading. */
  isAwaited?: boolean
  onDecide: (decision: ReviewStatus) => void
  /** Not what the panel was opened for. */
  isSecondary?: boolean
  canApprove?: boolean | undefined
  ask?: AskOffer | undefined
  /** Beside the status. */
  children?: ReactNode
}

/** The present decision, and the others that can be taken. */
export function DecisionBar(props: DecisionBarProps) {
  const { name, status, isBusy, isAwaited, onDecide, isSecondary = false, canApprove } = props
  const { ask, about, children } = props
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
      {status === 'approved' ? null : (
        <Basis key={`${about.kind}/${about.id}`} about={about} canApprove={canApprove !== false} />
      )}
    </div>
  )
}

/** Items that a decision settles, and concerns about an approval; A and the button ask about those once. */
function Basis({ about, canApprove }: Pick<DecisionBarProps, 'about'> & { canApprove: boolean }) {
  // A document that is on the screen counts as opened. One that comes with this counts as loading from the next render on.
  const isLoading = usePreviewLoading()
  const isShown = useDeferredValue(true, false)
  const { data } = useQuery({ ...basisQuery(about.kind, about.id), enabled: isShown && !isLoading })
  if (!data) return null
  const settled = describeSettled(data.settles)
  const concerns = canApprove ? data.concerns : []
  if (!settled && concerns.length === 0) return null
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {concerns.map((concern) => (
        <Badge
          key={concern.kind}
          tone="warning"
          icon={CircleAlert}
          className="max-w-full whitespace-normal"
        >
          <span className="wrap-anywhere">{concernWords[concern.kind].full(concern)}</span>
        </Badge>
      ))}
      {settled ? <span className="text-muted">Includes{settled.replace(/^ and/, '')}</span> : null}
    </div>
  )
}
