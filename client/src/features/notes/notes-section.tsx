import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { maxNotesPerUser, type Note } from '@shared/notes'
import { formatDateTime } from '@/lib/format'
import { del } from '@/lib/http'
import { lazyPart } from '@/lib/lazy-part'
import { pathQuery } from '@/lib/query-client'
import { toastDeletionError } from '@/lib/toast-store'
import { useAction } from '@/lib/use-action'
import { ActionButton, Button } from '@/ui/button'
import { PanelSection } from '@/ui/card'
import { Loaded } from '@/ui/loaded'

const NoteForm = lazyPart(() => import('./note-form').then((part) => part.NoteForm))

export function NotesSection({ userId }: { userId: number }) {
  const path = `/api/admin/users/${userId}/notes`
  const notes = useQuery(pathQuery<Note[]>(path))
  const [isAdding, setIsAdding] = useState(false)
  const isFull = (notes.data?.length ?? 0) >= maxNotesPerUser

  return (
    <PanelSection
      title="Notes"
      actions={
        notes.data && !isAdding ? (
          <Button
            size="sm"
            variant="secondary"
            icon={<Plus />}
            disabled={isFull}
            onClick={() => setIsAdding(true)}
          >
            Add Note
          </Button>
        ) : null
      }
    >
      {isAdding ? <NoteForm path={path} onClose={() => setIsAdding(false)} /> : null}
      <Loaded query={notes} what="The notes" skeleton="h-10">
        {(found) =>
          found.length > 0 ? (
            <ul className="grid gap-3">
              {found.map((note) => (
                <li key={note.id} className="rounded-lg border bg-white p-3">
                  <NoteItem note={note} path={path} />
                </li>
              ))}
            </ul>
          ) : isAdding ? null : (
            <p className="text-sm text-muted">
              No notes yet. Write down what you learn, on a call for example.
            </p>
          )
        }
      </Loaded>
    </PanelSection>
  )
}

function NoteItem({ note, path }: { note: Note; path: string }) {
  const [isEditing, setIsEditing] = useState(false)
  const { id, text, author, createdAt, editedAt } = note
  const when = formatDateTime(createdAt)
  const deletion = useAction({
    ask: 'Are you sure you want to delete this note?',
    send: () => del(`/api/admin/notes/${id}`),
    refreshes: [path],
    done: 'Note deleted',
    failure: (error) => toastDeletionError('note', error),
  })

  if (isEditing) return <NoteForm path={path} note={note} onClose={() => setIsEditing(false)} />
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
          <ActionButton
            action={deletion}
            size="sm"
            variant="ghost"
            aria-label={`Delete the note of ${when}`}
          >
            Delete
          </ActionButton>
        </div>
      </div>
    </>
  )
}
