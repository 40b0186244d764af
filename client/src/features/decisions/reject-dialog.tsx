import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DecisionKind } from '@shared/decisions'
import { answerRejection, useRejectionQuestion } from '@/lib/rejection-question'
import { Dialog } from '@/ui/dialog'
import { reasonsQuery } from './api'
import { ReasonsForm } from './reasons-form'
import { RejectForm } from './reject-form'

const readers: Record<DecisionKind, string> = {
  user: 'They read the reason on their dashboard and in the email about the decision.',
  file: 'Its owner reads the reason on the dashboard and in the email about it.',
  credential: 'Whoever shared it reads the reason on the dashboard and in the email about it.',
}

/** Asks why something is rejected, wherever that was started. Placed once, around the pages. */
export function RejectDialog() {
  const question = useRejectionQuestion()
  const [isEditing, setIsEditing] = useState(false)
  const { data } = useQuery({ ...reasonsQuery, enabled: question !== null })
  // No one may wait for a dialog that is gone.
  useEffect(() => () => answerRejection(null), [])
  if (!question) return null
  const { kind, name } = question
  const reasons = data?.[kind] ?? []

  function handleClose() {
    setIsEditing(false)
    answerRejection(null)
  }

  if (isEditing) {
    return (
      <Dialog
        key="edit"
        open
        onClose={() => setIsEditing(false)}
        title="Edit Reasons"
        description="What you can choose from when you reject."
      >
        <ReasonsForm kind={kind} reasons={reasons} onClose={() => setIsEditing(false)} />
      </Dialog>
    )
  }
  return (
    <Dialog
      key="reject"
      open
      onClose={handleClose}
      title={<span className="wrap-anywhere">Reject {name}</span>}
      description={readers[kind]}
    >
      <RejectForm
        reasons={reasons}
        onReject={answerRejection}
        onCancel={handleClose}
        onEdit={() => setIsEditing(true)}
      />
    </Dialog>
  )
}
