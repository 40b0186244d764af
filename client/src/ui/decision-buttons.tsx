import { Check, MessageCircleQuestion, X } from 'lucide-react'
import { Fragment } from 'react'
import type { ReviewStatus } from '@shared/review'
import { Button, buttonClass, onSingleClick } from './button'

export interface AskOffer {
  /** The person asked, or the subject: 'Zoë Núñez', 'about report.pdf'. */
  name: string
  onAsk: () => void
}

interface DecisionButtonsProps {
  /** The subject: 'Zoë Núñez', 'credentials for Score Watch'. */
  name: string
  status: ReviewStatus
  isBusy: boolean
  /** Someone waits until it can be decided about: Approve shows a spinner. */
  isAwaited?: boolean | undefined
  onDecide: (decision: ReviewStatus) => void
  canApprove?: boolean | undefined
  /** Asks instead, where there is someone to ask. */
  ask?: AskOffer | undefined
  /** The primary action of the page. */
  isPrimary?: boolean
  /** For rows of one line. */
  isCompact?: boolean
  /** The present decision is shown all the same; else it is not offered. */
  showsCurrent?: boolean
}

const decisions = [
  { decision: 'approved', label: 'Approve', icon: <Check /> },
  { decision: 'rejected', label: 'Reject', icon: <X /> },
] as const

// Quiet until the row is pointed at or has the focus: documents are read before they are decided about.
const compact =
  'px-2.5! pointer-fine:min-h-8! pointer-fine:in-[tr:not(:hover,:focus-within)]:border-transparent ' +
  'pointer-fine:in-[tr:not(:hover,:focus-within)]:bg-transparent ' +
  'pointer-fine:in-[tr:not(:hover,:focus-within)]:text-muted'

const placeholder = buttonClass({
  size: 'sm',
  variant: 'secondary',
  className: `${compact} invisible`,
})

/** The decisions that are possible now. */
export function DecisionButtons(props: DecisionButtonsProps) {
  const { name, status, isBusy, onDecide, isPrimary = false, isCompact = false, ask } = props
  return decisions
    .filter(({ decision }) => props.showsCurrent || isCompact || isPrimary || decision !== status)
    .filter(({ decision }) => props.canApprove !== false || decision !== 'approved')
    .map(({ decision, label, icon }) =>
      (isCompact || isPrimary) && !props.showsCurrent && decision === status ? (
        // In a row, and at the bottom of a phone, each verb keeps its place under the same finger.
        <span
          key="current"
          aria-hidden="true"
          className={isCompact ? placeholder : 'invisible hidden max-md:tall:block'}
        >
          {label}
        </span>
      ) : (
        <Fragment key={decision}>
          {decision === 'rejected' && ask ? (
            <Button
              size="sm"
              variant="secondary"
              icon={<MessageCircleQuestion />}
              disabled={isBusy}
              data-asks={ask.name}
              aria-label={`Ask ${ask.name}`}
              onClick={onSingleClick(ask.onAsk)}
            >
              Ask
            </Button>
          ) : null}
          <Button
            size="sm"
            variant={isPrimary && decision === 'approved' ? 'primary' : 'secondary'}
            icon={isCompact ? undefined : icon}
            className={isCompact ? compact : undefined}
            disabled={isBusy || decision === status}
            pending={decision === 'approved' && props.isAwaited}
            data-rejects={decision === 'rejected' ? name : undefined}
            aria-label={`${label} ${name}`}
            onClick={onSingleClick(() => onDecide(decision))}
          >
            {label}
          </Button>
        </Fragment>
      ),
    )
}
