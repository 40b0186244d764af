import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewedFile } from '@shared/files'
import { useCredentialActions } from '@/features/credentials/api'
import { useFileActions } from '@/features/files/api'
import { FixFileDialog } from '@/features/files/fix-file-dialog'
import { ReplaceFileDialog } from '@/features/files/replace-file-dialog'
import { useOpenFile } from '@/features/files/use-open-file'
import { useAsk } from '@/features/users/questions-api'
import { userQuery, useUserActions } from '@/features/users/api'
import { usePerson } from './use-person'

/** What is known of a person whose row is open, and what can be done about them. */
export function usePersonDesk(userId: number | null) {
  return {
    users: useUserActions(),
    ask: useAsk(),
    logins: useCredentialActions(),
    desk: useFileDesk(),
    person: usePerson(userId),
  }
}

/** Whose document or login it is; null while that is not known, and for one without an account. */
export function useOwner(userId: number | null) {
  const { data } = useQuery({ ...userQuery(String(userId ?? '')), enabled: userId !== null })
  return data ?? null
}

export type FileDesk = ReturnType<typeof useFileDesk>

/** All that the administrator can do with a document, and the dialogs that it takes. */
function useFileDesk() {
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
