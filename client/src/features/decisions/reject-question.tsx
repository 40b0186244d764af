import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DecisionKind } from '@shared/decisions'
import { answerRejection } from '@/lib/decisions'
import { Dialog } from '@/ui/dialog'
import { reasonsQuery } from './api'
import { ReasonsForm } from './reasons-form'
import { RejectForm } from './reject-form'

const readers: Record<DecisionKind, string> = {
  user: 'They’ll see the reason on their dashboard and in the email about the decision.',
  file: 'The owner will see the reason on their dashboard and in the email about it.',
  credential:
    'The person who shared it will see the reason on their dashboard and in the email about it.',
}

const handleClose = () => answerRejection(null)

interface RejectQuestionProps {
  kind: DecisionKind
  name: string
}

/** The dialog that asks why something is rejected. */
export function RejectQuestion({ kind, name }: RejectQuestionProps) {
  const [isEditing, setIsEditing] = useState(false)
  const { data } = useQuery(reasonsQuery)
  const reasons = data?.[kind] ?? []

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
