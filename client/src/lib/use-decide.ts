import type { DecisionKind, TakenDecision } from '@shared/decisions'
import type { ReviewStatus } from '@shared/review'
import { askForReason } from './rejection-question'
import { rememberDecision, whileDeciding } from './taken-decisions'
import { toastError } from './toast-error'
import { toast } from './toast-store'
import { useUndo } from './use-undo'

const undoMs = 10_000

interface Deciding {
  kind: DecisionKind
  /** What it is about, such as the person's name. */
  name: string
  status: ReviewStatus
  send: (decision: { status: ReviewStatus; reason?: string }) => Promise<TakenDecision>
  success: string
  failure: string
  /** What is approved with it: '2 documents and 1 login'. */
  also?: string
}

/** Takes a decision: asks why when it is a rejection, says what was done, and offers to undo it. */
export function useDecide() {
  const undo = useUndo()

  /** Answers whether the decision was taken. */
  return async function decide(deciding: Deciding): Promise<boolean> {
    const { kind, name, status, send, success, failure, also } = deciding
    const reason = status === 'rejected' ? await askForReason({ kind, name }) : ''
    if (reason === null) return false
    try {
      const { decisionId } = await whileDeciding(send({ status, ...(reason && { reason }) }))
      rememberDecision(decisionId)
      toast({
        title: success,
        description: describe(status, name) + (also ? ` and ${also}` : ''),
        action: { label: 'Undo', onClick: () => void undo(decisionId) },
        duration: undoMs,
      })
      return true
    } catch (error) {
      toastError(failure, error)
      return false
    }
  }
}

function describe(status: ReviewStatus, name: string): string {
  if (status === 'pending') return `Set ${name} to pending`
  return `${status === 'approved' ? 'Approved' : 'Rejected'} ${name}`
}
