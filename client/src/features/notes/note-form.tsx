import { noteRequest, type Note } from '@shared/notes'
import { useSubmitForm } from '@/lib/form'
import { patch, post } from '@/lib/http'
import { InlineForm } from '@/ui/form'
import { TextareaField } from '@/ui/form-fields'

interface NoteFormProps {
  /** The path of the person's notes. */
  path: string
  note?: Note
  onClose: () => void
}

export function NoteForm({ path, note, onClose }: NoteFormProps) {
  const submission = useSubmitForm({
    schema: noteRequest,
    defaultValues: { text: note?.text ?? '' },
    kept: { name: 'note', of: note?.id ?? path },
    send: (typed) =>
      note ? patch<Note>(`/api/admin/notes/${note.id}`, typed) : post<Note>(path, typed),
    refreshes: [path],
    failure: 'The note was not saved',
    onDone: onClose,
  })
  return (
    <InlineForm
      {...submission}
      label={note?.text ? 'Edit note' : 'New note'}
      submitLabel="Save Note"
      onCancel={onClose}
    >
      <TextareaField
        {...submission.field('text')}
        label="Note"
        hint="Only the administrator sees it. It’s part of what the person gets when they ask for everything we hold on them."
        rows={4}
      />
    </InlineForm>
  )
}
