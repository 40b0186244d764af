import { useEffect } from 'react'
import { lazyPart } from '@/lib/lazy-part'
import { answerRejection, useRejectionQuestion } from '@/lib/decisions'

const RejectQuestion = lazyPart(() => import('./reject-question'))

/** Asks why something is rejected, wherever that was started. Placed once, around the pages. */
export function RejectDialog() {
  const question = useRejectionQuestion()
  // No one may wait for a dialog that is gone.
  useEffect(() => () => answerRejection(null), [])
  if (!question) return null
  const { kind, name, of } = question
  return <RejectQuestion key={`${kind} ${of}`} kind={kind} name={name} of={of} />
}
