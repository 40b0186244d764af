import { useState, type KeyboardEvent } from 'react'
import { multiLine } from '@shared/text'
import { z } from '@shared/zod'
import { useZodForm } from '@/lib/form'
import { Button } from '@/ui/button'
import { Form } from '@/ui/form'
import { TextareaField } from '@/ui/form-fields'
import { ReasonChoice } from './reason-choice'

// With a chosen reason before it, it is not longer than a reason may be.
const rejection = z.object({ words: multiLine(750).optional() })

interface RejectFormProps {
  reasons: readonly string[]
  onReject: (reason: string) => void
  onCancel: () => void
  onEdit: () => void
}

/** A reason of the list, words of one's own, both or none. A number chooses, Enter rejects. */
export function RejectForm({ reasons, onReject, onCancel, onEdit }: RejectFormProps) {
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
