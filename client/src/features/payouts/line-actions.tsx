import { isCorrected, type PayoutLine } from '@shared/payouts'
import { Button } from '@/ui/button'
import type { Settling } from './settle-dialog'

interface LineActionsProps {
  line: PayoutLine
  onSettle: (settling: Settling) => void
}

/** What can be said of a payout: what became of it, and once that this was wrong. */
export function LineActions({ line, onSettle }: LineActionsProps) {
  const payout = `the payout to ${line.name ?? `user ${line.payeeId}`}`
  const canCorrect = !isCorrected(line)
  return (
    <div className="flex gap-2">
      {line.state === 'paying' ? (
        <>
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Mark ${payout} as paid`}
            onClick={() => onSettle({ as: 'paid', line })}
          >
            Paid
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Mark ${payout} as failed`}
            onClick={() => onSettle({ as: 'failed', line })}
          >
            Failed
          </Button>
        </>
      ) : null}
      {line.state === 'paid' && canCorrect ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Mark ${payout} as returned`}
          onClick={() => onSettle({ as: 'returned', line })}
        >
          Returned
        </Button>
      ) : null}
      {line.state === 'failed' && canCorrect ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Mark ${payout} as paid after all`}
          onClick={() => onSettle({ as: 'paid-after-all', line })}
        >
          Paid After All
        </Button>
      ) : null}
    </div>
  )
}
