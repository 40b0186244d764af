import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import type { DecisionKind } from '@shared/decisions'
import { multiLine } from '@shared/text'
import { z } from '@shared/zod'
import { answerRejection } from '@/lib/decisions'
import { useZodForm } from '@/lib/form'
import { Button } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { Dialog } from '@/ui/dialog'
import { Form } from '@/ui/form'
import { TextareaField } from '@/ui/form-fields'
import { reasonsQuery } from './api'
import { ReasonsForm } from './reasons-form'

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

// With a chosen reason before it, it is not longer than a reason may be.
const rejection = z.object({ words: multiLine(750).optional() })

interface RejectFormProps {
  reasons: readonly string[]
  onReject: (reason: string) => void
  onCancel: () => void
  onEdit: () => void
}

/** A reason of the list, words of one's own, both or none. A number chooses, Enter rejects. */
function RejectForm({ reasons, onReject, onCancel, onEdit }: RejectFormProps) {
  const form = useZodForm(rejection, { words: '' })
  const [chosen, setChosen] = useState(0)

  const handleSubmit = form.handleSubmit(({ words = '' }) =>
    onReject([reasons[chosen - 1], words].filter(Boolean).join('\n')),
  )

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void handleSubmit()
  }

  return (
    <Form
      form={form}
      onSubmit={handleSubmit}
      isSending={false}
      actions={
        <>
          <Button variant="danger" type="submit">
            Reject
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="ghost" className="ml-auto" onClick={onEdit}>
            Edit Reasons
          </Button>
        </>
      }
    >
      <ReasonChoice reasons={reasons} chosen={chosen} onChoose={setChosen} />
      <TextareaField
        control={form.control}
        name="words"
        label="In your own words"
        optional
        hint="Enter rejects, Shift+Enter starts a new line."
        rows={2}
        onKeyDown={handleKeyDown}
      />
    </Form>
  )
}

interface ReasonChoiceProps {
  reasons: readonly string[]
  /** Its number in the list; 0 is none. */
  chosen: number
  onChoose: (number: number) => void
}

/** The reasons, each with the number key that chooses it. */
function ReasonChoice({ reasons, chosen, onChoose }: ReasonChoiceProps) {
  function handleKeyDown(event: KeyboardEvent) {
    const number = /^\d$/.test(event.key) ? Number(event.key) : Infinity
    if (number > reasons.length || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onChoose(number)
  }

  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Reason</legend>
      {['No reason', ...reasons].map((text, number) => (
        <label
          key={text}
          className={cx(
            'flex min-h-9 items-center gap-3 rounded-md px-2 py-1 has-focus-visible:outline-2 has-focus-visible:outline-(--focus) pointer-coarse:min-h-11',
            number === chosen ? 'bg-sand' : 'hover:bg-sand-light',
          )}
        >
          <input
            type="radio"
            name="reason"
            checked={number === chosen}
            onChange={() => onChoose(number)}
            onKeyDown={handleKeyDown}
            {...(number === 0 && { 'data-autofocus': true })}
            className="size-4 shrink-0 accent-evergreen outline-none"
          />
          <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
          <kbd
            aria-hidden="true"
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm border border-control bg-paper font-mono text-sm pointer-coarse:hidden"
          >
            {number}
          </kbd>
        </label>
      ))}
    </fieldset>
  )
}
