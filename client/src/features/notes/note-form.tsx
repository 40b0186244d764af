import { useEffect } from 'react'
import { noteRequest, type NoteRequest } from '@shared/notes'
import { submitHandler, useZodForm } from '@/lib/form'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { TextareaField } from '@/ui/form-fields'

interface NoteFormProps {
  /** The note, or whom a new one is about. */
  of: number | string
  /** The note that is edited; a new one begins empty. */
  text: string
  onSend: (note: NoteRequest) => Promise<unknown>
  onCancel: () => void
}

export function NoteForm({ of, text, onSend, onCancel }: NoteFormProps) {
  const form = useZodForm(noteRequest, { text }, { name: 'note', of })
  const { control, setFocus, formState } = form
  useEffect(() => setFocus('text'), [setFocus])

  return (
    <Form
      form={form}
      label={text ? 'Edit note' : 'New note'}
      onSubmit={submitHandler(form, onSend, { failure: 'The note was not saved' })}
      isSending={formState.isSubmitting}
      actions={
        <>
          <SubmitButton size="sm">Save Note</SubmitButton>
          <CancelButton size="sm" onCancel={onCancel} />
        </>
      }
    >
      <TextareaField
        control={control}
        name="text"
        label="Note"
        hint="Only the administrator sees it. It’s part of what the person gets when they ask for everything we hold on them."
        rows={4}
      />
    </Form>
  )
}
