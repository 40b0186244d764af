import { useQuery } from '@tanstack/react-query'
import { reasonsQuery } from '@/features/decisions/api'
import { useRejectionQuestion } from '@/lib/rejection-question'
import { takeLastDecision } from '@/lib/taken-decisions'
import { useShortcuts } from '@/lib/use-shortcuts'
import { useUndo } from '@/lib/use-undo'
import { useSingleKeys } from '@/pages/admin/use-single-keys'
import { toast } from '@/ui/toast'

/** On every page of the administrator Z undoes the last decision. */
export function DecisionKeys() {
  const undo = useUndo()
  const [hasKeys] = useSingleKeys()
  const isAsked = useRejectionQuestion() !== null
  // So that a rejection by keyboard waits for nothing.
  useQuery(reasonsQuery)

  async function undoLast() {
    const askedAt = performance.now()
    const id = await takeLastDecision()
    if (id !== null) await undo(id, askedAt)
    else
      toast({
        title: 'Nothing to undo',
        description: 'You haven’t decided anything since you logged in.',
      })
  }

  useShortcuts(hasKeys && !isAsked ? { z: () => void undoLast() } : {})
  return null
}
