import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { maxNotesPerUser, type Note } from '@shared/notes'
import { formatDateTime } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { toastDeletionError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/lib/toast-store'
import { notesQuery, useAddNote, useDeleteNote, useEditNote } from './api'

const NoteForm = lazyPart(() => import('./note-form'))

/** What the administrator wrote down about a person, the newest first. */
export function NotesSection({ userId }: { userId: number }) {
  const { data, isError, refetch } = useQuery(notesQuery(userId))
  const [isAdding, setIsAdding] = useState(false)
  const addition = useAddNote(userId)
  const isFull = (data?.length ?? 0) >= maxNotesPerUser

  return (
    <section aria-labelledby="notes-title" className="grid gap-3 border-t pt-4">
      <div className="flex items-center justify-between gap-3">
        <h3 id="notes-title" className="text-base font-medium">
          Notes
        </h3>
        {data && !isAdding ? (
          <Button
            size="sm"
            variant="secondary"
            icon={<Plus />}
            disabled={isFull}
            onClick={() => setIsAdding(true)}
          >
            Add Note
          </Button>
        ) : null}
      </div>
      {isError ? <LoadError what="The notes" onRetry={refetch} /> : null}
      {!data && !isError ? <Skeleton className="h-10" /> : null}
      {isAdding ? (
        <NoteForm
          of={`user ${userId}`}
          text=""
          onSend={async (note) => {
            await addition.mutateAsync(note)
            setIsAdding(false)
          }}
          onCancel={() => setIsAdding(false)}
        />
      ) : null}
      {data?.length === 0 && !isAdding ? (
        <p className="text-sm text-muted">
          No notes yet. Write down what you learn, on a call for example.
        </p>
      ) : null}
      {data && data.length > 0 ? (
        <ul className="grid gap-3">
          {data.map((note) => (
            <li key={note.id} className="rounded-lg border bg-white p-3">
              <NoteItem note={note} userId={userId} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function NoteItem({ note, userId }: { note: Note; userId: number }) {
  const [isEditing, setIsEditing] = useState(false)
  const edit = useEditNote(userId)
  const deletion = useDeleteNote(userId)
  const { id, text, author, createdAt, editedAt } = note
  const when = formatDateTime(createdAt)

  async function remove() {
    if (!window.confirm('Are you sure you want to delete this note?')) return
    try {
      await deletion.mutateAsync({ id })
      toast({ title: 'Note deleted' })
    } catch (error) {
      toastDeletionError('note', error)
    }
  }

  if (isEditing) {
    return (
      <NoteForm
        of={id}
        text={text ?? ''}
        onSend={async (changed) => {
          await edit.mutateAsync({ id, ...changed })
          setIsEditing(false)
        }}
        onCancel={() => setIsEditing(false)}
      />
    )
  }
  return (
    <>
      <p className="whitespace-pre-wrap wrap-anywhere">{text ?? 'This note can’t be decrypted.'}</p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">
          {[author, when].filter(Boolean).join(', ')}
          {editedAt ? ` (edited ${formatDateTime(editedAt)})` : ''}
        </p>
        <div className="flex gap-1">
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Edit the note of ${when}`}
            onClick={() => setIsEditing(true)}
          >
            Edit
          </Button>
          <Button
            size="sm"
            variant="ghost"
            pending={deletion.isPending}
            aria-label={`Delete the note of ${when}`}
            onClick={() => void remove()}
          >
            Delete
          </Button>
        </div>
      </div>
    </>
  )
}
