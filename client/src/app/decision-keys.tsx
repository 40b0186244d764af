import { useQuery } from '@tanstack/react-query'
import { reasonsQuery } from '@/features/decisions/api'
import { useShortcuts } from '@/lib/use-shortcuts'
import { useUndo } from '@/lib/use-undo'
import { useEffect } from 'react'
import { lazyPart } from '@/lib/lazy-part'
import { callOff, useDecisionQuestion } from '@/lib/decisions'

/** On every page of the administrator Z undoes the last act, whatever it was. */
export function DecisionKeys() {
  const { undoLast } = useUndo()
  // Prefetched, so that a rejection by keyboard does not wait.
  useQuery(reasonsQuery)
  useShortcuts({ z: () => void undoLast() })
  return null
}

const RejectQuestion = lazyPart(() =>
  import('@/features/decisions/reject-question').then((part) => part.RejectQuestion),
)
const ApproveQuestion = lazyPart(() =>
  import('@/features/decisions/approve-question').then((part) => part.ApproveQuestion),
)

/** Asks why something is rejected, or whether to approve it anyway, wherever that was started. Placed once, around the pages. */
export function DecisionDialog() {
  const question = useDecisionQuestion()
  useEffect(() => callOff, [])
  if (!question) return null
  if (question.against) return <ApproveQuestion name={question.name} against={question.against} />
  const { kind, name, of } = question
  return <RejectQuestion key={`${kind} ${of}`} kind={kind} name={name} of={of} />
}
