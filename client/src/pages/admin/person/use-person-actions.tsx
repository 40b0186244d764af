import { useQuery } from '@tanstack/react-query'
import { History, Upload } from 'lucide-react'
import { useState } from 'react'
import type { ReviewedFile } from '@shared/files'
import { useCredentialActions, credentialsOfUserQuery } from '@/features/credentials/api'
import { useFileActions, reviewedFilesQuery } from '@/features/files/api'
import { useLoadAhead } from '@/features/files/preview-api'
import { ReplaceFileDialog } from '@/features/files/send-file-dialog'
import { useOpenFile } from '@/features/files/use-open-file'
import { userQuery, useUserActions } from '@/features/users/api'
import { useAsk } from '@/features/users/questions-api'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'

/** Everything on a person whose row is open, and the actions about them. */
export function usePersonActions(userId: number | null) {
  return {
    users: useUserActions(),
    ask: useAsk(),
    logins: useCredentialActions(),
    fileReview: useFileReview(),
    person: usePerson(userId),
  }
}

/** The owner of a document or login; null while they are not known, and for one without an account. */
export function useOwner(userId: number | null) {
  const { data } = useQuery({ ...userQuery(String(userId ?? '')), enabled: userId !== null })
  return data ?? null
}

export type FileReview = ReturnType<typeof useFileReview>

/** All that the administrator can do with a document, and the dialogs that it takes. */
function useFileReview() {
  const { decide, restore, remove, busyIds } = useFileActions()
  const [replaced, setReplaced] = useState<ReviewedFile | null>(null)
  const [broken, setBroken] = useState<ReviewedFile | null>(null)
  const { view, download } = useOpenFile<ReviewedFile>({
    asAdmin: true,
    onMissing: { label: 'Fix It', act: setBroken },
  })
  const handlers = {
    onView: (file: ReviewedFile) => void view(file),
    onDownload: (file: ReviewedFile) => void download(file),
    onReplace: setReplaced,
    onRestore: (file: ReviewedFile) => void restore(file),
    onDelete: (file: ReviewedFile) => void remove(file),
  }

  return {
    handlers,
    decide,
    busyIds,
    onFix: setBroken,
    dialogs: (
      <>
        <ReplaceFileDialog asAdmin file={replaced} onClose={() => setReplaced(null)} />
        <FixFileDialog
          file={broken}
          onClose={() => setBroken(null)}
          onReplace={handlers.onReplace}
          onRestore={handlers.onRestore}
        />
      </>
    ),
  }
}

interface FixFileDialogProps {
  file: ReviewedFile | null
  onClose: () => void
  onReplace: (file: ReviewedFile) => void
  onRestore: (file: ReviewedFile) => void
}

/** Ways to mend a document whose bytes are missing. */
function FixFileDialog({ file, onClose, onReplace, onRestore }: FixFileDialogProps) {
  const choose = (act: (file: ReviewedFile) => void) => {
    onClose()
    if (file) act(file)
  }
  return (
    <Dialog
      open={file !== null}
      onClose={onClose}
      title="Fix a Missing File"
      footer={
        <>
          <Button variant="secondary" icon={<Upload />} onClick={() => choose(onReplace)}>
            Re-upload
          </Button>
          <Button icon={<History />} onClick={() => choose(onRestore)}>
            Try Restore
          </Button>
        </>
      }
    >
      <p>
        <span className="font-medium wrap-anywhere">{file?.fileName}</span> is in the list, but its
        content was not found on the server.
      </p>
      <p className="mt-3 text-muted">
        Restoring brings back the most recent backup. If there isn’t one, re-upload the document
        when you have it.
      </p>
    </Dialog>
  )
}

export type Person = ReturnType<typeof usePerson>

// Nothing of the person before may be seen, or decided about, while this one's data loads.
const ofThisOneOnly = { placeholderData: undefined }

/** A person's documents, and the one that is looked at. Null: no one's panel is open. */
export function usePerson(userId: number | null) {
  const id = String(userId ?? '')
  const enabled = userId !== null
  const files = useQuery({ ...reviewedFilesQuery({ userId: id }), ...ofThisOneOnly, enabled })
  const logins = useQuery({ ...credentialsOfUserQuery(id), ...ofThisOneOnly, enabled })
  const rows = files.data?.rows ?? []

  const [look, setLook] = useState<{ userId: number | null; at: number; left: number[] }>()
  const { at, left } = look?.userId === userId ? look : { at: 0, left: [] }
  const shown = rows.find((file) => file.id === at) ?? rows[0]
  const seen = shown ? [...left, shown.id] : left

  return {
    files,
    logins,
    shown,
    /** The documents that were on the screen since this person is. */
    seen,
    show: (file: ReviewedFile) => setLook({ userId, at: file.id, left: seen }),
  }
}

/**
 * Loads which documents and logins the next person has, and the first of the documents, so that they are there when the
 * review goes on to them.
 */
export function useNextPerson(userId: number | undefined) {
  const id = String(userId ?? '')
  const enabled = userId !== undefined
  const files = useQuery({ ...reviewedFilesQuery({ userId: id }), ...ofThisOneOnly, enabled })
  useQuery({ ...credentialsOfUserQuery(id), ...ofThisOneOnly, enabled })
  useLoadAhead(files.data?.rows[0])
}
