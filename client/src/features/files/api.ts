import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type {
  FileDecision,
  CreditFile,
  FileToken,
  FileVersion,
  OwnFile,
  ReviewedFile,
} from '@shared/files'
import { request, send } from '@/lib/http'
import { getQueryFn } from '@/lib/query-client'
import { isListOf, pageQuery, rowQuery, type PageRequest } from '@/lib/page-query'
import { fileAddress, withQuery } from '@/lib/paths'
import { useDeleteRow, useSendDecision } from '@/lib/row-mutations'
import { useBusyIds } from '@/lib/use-busy-ids'

/** The partner's own files: always fetched anew, because the administrator may have decided. */
export const filesQuery = queryOptions({
  queryKey: ['/api/files'],
  queryFn: getQueryFn<OwnFile[]>({ on401: 'throw' }),
  staleTime: 0,
  refetchOnMount: 'always',
})

const adminFilesPath = '/api/admin/files'

/** All files, or one user's, as the administrator sees them. */
export const reviewedFilesQuery = (query: PageRequest & { userId?: string; quarantine?: string }) =>
  pageQuery<ReviewedFile>(withQuery(adminFilesPath, query))

export const reviewedFileQuery = (id: string) => rowQuery<ReviewedFile>(adminFilesPath, id)

/** Every content that is kept of a document, fetched anew whenever they are shown. */
export const fileVersionsQuery = (id: number) =>
  queryOptions({
    queryKey: [`${adminFilesPath}/${id}/versions`],
    queryFn: ({ signal }) => request<FileVersion[]>(`${adminFilesPath}/${id}/versions`, { signal }),
    staleTime: 0,
  })

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

async function createFileToken({ uploadKey }: StoredFile): Promise<string> {
  const body = { uploadKey }
  const path = '/api/admin/generate-file-token'
  return (await request<FileToken>(path, { method: 'POST', body })).token
}

const previewKey = 'file-preview'
// A token lives five minutes.
const previewFreshMs = 4 * 60_000

/**
 * Where the administrator's preview of a file is read from, and of a PDF the content; fails with 404
 * when its bytes are missing. Not kept: an address of before would be refused, its token has expired.
 */
export const filePreviewQuery = (file: StoredFile & Pick<CreditFile, 'fileType'>) =>
  queryOptions({
    queryKey: [previewKey, file.uploadKey, file.fileName],
    queryFn: async ({ signal }) => {
      if (file.fileType !== 'application/pdf') {
        return {
          address: await resolveFileAddress(file, { asAdmin: true, download: false }),
          pdf: null,
        }
      }
      const address = fileAddress(file, { token: await createFileToken(file) })
      return { address, pdf: await (await send(address, { signal })).arrayBuffer() }
    },
    staleTime: previewFreshMs,
    gcTime: 0,
  })

/** Fetches every list and preview of files anew. */
export async function refreshFiles(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: (query) =>
      [previewKey, '/api/files'].includes(String(query.queryKey[0])) ||
      isListOf(adminFilesPath)(query),
  })
}

const changeKey = ['change-file']

export function useLinkFile() {
  return useMutation({
    mutationFn: (uploadKey: string) =>
      request<OwnFile>(`/api/link-file/${encodeURIComponent(uploadKey)}`, { method: 'POST' }),
  })
}

export const useSetFileStatus = () =>
  useSendDecision<ReviewedFile, FileDecision>({
    mutationKey: changeKey,
    path: adminFilesPath,
    outdates: () => isListOf(adminFilesPath),
    failure: 'Failed to update file status',
  })

export function useRestoreFile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: changeKey,
    mutationFn: ({
      id,
      ...body
    }: {
      id: number
      basedOnVersion: string
      version?: number | undefined
    }) =>
      request<ReviewedFile>(`${adminFilesPath}/${id}/restore`, {
        method: 'POST',
        body,
        failure: 'Failed to restore file from backup',
      }),
    onSettled: async (_restored, _refusal, { id }) => {
      void queryClient.invalidateQueries(fileVersionsQuery(id))
      await refreshFiles(queryClient)
    },
  })
}

export const useDeleteFile = () =>
  useDeleteRow({ mutationKey: changeKey, path: adminFilesPath, refresh: refreshFiles })

/** The files about which a request is under way, wherever it was started. */
export const useBusyFiles = () => useBusyIds(changeKey)
