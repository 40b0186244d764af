import type { FileVersion, ReviewedFile } from '@shared/files'
import type { ReviewStatus } from '@shared/review'
import { formatDateTime } from '@/lib/format'
import { toastDeletionError, toastError } from '@/lib/toast-error'
import { useDecide } from '@/lib/use-decide'
import { toast } from '@/ui/toast'
import { useBusyFiles, useDeleteFile, useRestoreFile, useSetFileStatus } from './api'

const restoreQuestion =
  'Are you sure you want to restore this file from backup? This will replace the current file with the most recent backup.'

const restoreVersionQuestion = ({ createdAt }: FileVersion) =>
  `Are you sure you want to restore the version of ${formatDateTime(createdAt)}? This will replace the current file with it.`

/** Deciding about documents, restoring and deleting them, with what is said about it. */
export function useFileActions() {
  const takeDecision = useDecide()
  const setStatus = useSetFileStatus()
  const restoration = useRestoreFile()
  const deletion = useDeleteFile()
  const busyIds = useBusyFiles()

  /** Answers whether the decision was taken. */
  const decide = (file: ReviewedFile, status: ReviewStatus) =>
    takeDecision({
      kind: 'file',
      name: file.fileName,
      status,
      send: (decision) =>
        setStatus.mutateAsync({
          id: file.id,
          basedOn: file.status,
          basedOnVersion: file.version,
          ...decision,
        }),
      success: 'Status updated successfully',
      failure: 'Error updating status',
    })

  async function restore(file: ReviewedFile, version?: FileVersion): Promise<void> {
    if (!window.confirm(version ? restoreVersionQuestion(version) : restoreQuestion)) return
    try {
      await restoration.mutateAsync({
        id: file.id,
        basedOnVersion: file.version,
        version: version?.id,
      })
      toast({ title: 'File restored successfully' })
    } catch (error) {
      toastError('Error restoring file', error)
    }
  }

  async function remove(file: ReviewedFile): Promise<void> {
    if (!window.confirm(`Are you sure you want to delete file ${file.fileName}?`)) return
    try {
      await deletion.mutateAsync({ id: file.id })
      toast({ title: 'File deleted' })
    } catch (error) {
      toastDeletionError('file', error)
    }
  }

  return { decide, restore, remove, busyIds }
}
