import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@shared/accounts'
import type { CreditFile, FileToken, FileVersion, OwnFile, ReviewedFile } from '@shared/files'
import { formatDateTime } from '@/lib/format'
import { post, request, send } from '@/lib/http'
import { pathQuery } from '@/lib/query-client'
import { sessionKey } from '@/lib/session'
import { isListOf, pageQuery, rowQuery, type PageRequest } from '@/lib/page-query'
import { fileAddress } from '@/lib/paths'
import { useAction } from '@/lib/use-action'
import { useBusyIds, useDeleteRow } from '@/lib/use-delete-row'
import { useDecide } from '@/lib/use-decide'
import { refresh } from '@/lib/use-send'

/** The partner's own files: always fetched again, because the administrator may have decided. */
export const filesQuery = pathQuery<OwnFile[]>('/api/files', { fresh: true })

const adminFilesPath = '/api/admin/files'

export const reviewedFilesQuery = (query: PageRequest & { userId?: string; quarantine?: string }) =>
  pageQuery<ReviewedFile>(adminFilesPath, query)

export const reviewedFileQuery = (id: string) => rowQuery<ReviewedFile>(adminFilesPath, id)

/** Every content that is kept of a document, refetched whenever they are shown. */
export const fileVersionsQuery = (id: number) =>
  pathQuery<FileVersion[]>(`${adminFilesPath}/${id}/versions`, { fresh: true })

type StoredFile = Pick<CreditFile, 'uploadKey' | 'fileName'>

/**
 * The address a file can be opened at, once the server has said that it is there. Throws HttpError,
 * 404 when the bytes are missing.
 */
export async function resolveFileAddress(
  file: StoredFile,
  options: { asAdmin: boolean; download: boolean },
): Promise<string> {
  const token = options.asAdmin ? await createFileToken(file) : undefined
  await send(fileAddress(file, { token }), { method: 'HEAD' })
  return fileAddress(file, { token, download: options.download })
}

/** For the administrator, who opens others’ files. */
export async function createFileToken({ uploadKey }: StoredFile): Promise<string> {
  const body = { uploadKey }
  const path = '/api/admin/generate-file-token'
  return (await request<FileToken>(path, { method: 'POST', body, undo: 'none' })).token
}

export const previewKey = 'file-preview'

const showsFiles = [previewKey, '/api/files', adminFilesPath]

export const refreshFiles = (client: QueryClient): Promise<void> => refresh(client, showsFiles)

/** A document that was sent answers what its owner was asked. */
export async function refreshQuestion(queryClient: QueryClient): Promise<void> {
  if (queryClient.getQueryData<CurrentUser | null>(sessionKey)?.question)
    await queryClient.invalidateQueries({ queryKey: sessionKey })
}

const changeKey = ['change-file']

const restoreQuestion =
  'Are you sure you want to restore this file from backup? This will replace the current file with the most recent backup.'

const restoreVersionQuestion = ({ createdAt }: FileVersion) =>
  `Are you sure you want to restore the version of ${formatDateTime(createdAt)}? This will replace the current file with it.`

interface Restoration {
  /** Keeps the document busy meanwhile. */
  id: number
  file: ReviewedFile
  version: FileVersion | undefined
}

export function useFileActions() {
  const decide = useDecide<ReviewedFile>({
    kind: 'file',
    mutationKey: changeKey,
    path: adminFilesPath,
    nameOf: ({ fileName }) => fileName,
    invalidates: () => isListOf(adminFilesPath),
    success: 'Status updated successfully',
    failure: 'Error updating status',
    failureReason: 'Failed to update file status',
  })
  const remove = useDeleteRow<ReviewedFile>({
    mutationKey: changeKey,
    path: adminFilesPath,
    refresh: refreshFiles,
    question: ({ fileName }) => `Are you sure you want to delete file ${fileName}?`,
    noun: 'file',
    success: 'File deleted',
  })
  const restoration = useAction({
    key: changeKey,
    ask: ({ version }: Restoration) =>
      version ? restoreVersionQuestion(version) : restoreQuestion,
    send: ({ file, version }: Restoration) =>
      post<ReviewedFile>(
        `${adminFilesPath}/${file.id}/restore`,
        { basedOnVersion: file.version, version: version?.id },
        { failure: 'Failed to restore file from backup' },
      ),
    refreshes: ({ file }) => [...showsFiles, `${adminFilesPath}/${file.id}/versions`],
    done: 'File restored successfully',
    failure: 'Error restoring file',
  })

  return {
    decide,
    restore: (file: ReviewedFile, version?: FileVersion) =>
      restoration.act({ id: file.id, file, version }),
    remove,
    busyIds: useBusyIds(changeKey),
  }
}
