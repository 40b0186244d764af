import { useQuery } from '@tanstack/react-query'
import { reasonsQuery } from '@/features/decisions/api'
import { useShortcuts, useSingleKeys } from '@/lib/use-shortcuts'
import { useUndo } from '@/lib/use-undo'

/** On every page of the administrator Z undoes the last act, whatever it was. */
export function DecisionKeys() {
  const { undoLast } = useUndo()
  const [hasKeys] = useSingleKeys()
  // Prefetched, so that a rejection by keyboard does not wait.
  useQuery(reasonsQuery)
  useShortcuts(hasKeys ? { z: () => void undoLast() } : {})
  return null
}
