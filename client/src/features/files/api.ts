import { queryOptions } from '@tanstack/react-query'
import type { CreditFile, FileToken, ReviewedFile } from '@shared/files'
import { request, send } from '@/lib/http'
import { getQueryFn } from '@/lib/query-client'
import { pageQuery } from '@/lib/page-query'
import { fileAddress, withQuery } from '@/lib/paths'

/** The partner's own files: always fetched anew, because the administrator may have decided. */
export const filesQuery = queryOptions({
  queryKey: ['/api/files'],
  queryFn: getQueryFn<CreditFile[]>({ on401: 'throw' }),
  staleTime: 0,
  refetchOnMount: 'always',
})

/** All files, or one user's, as the administrator sees them. */
export const reviewedFilesQuery = (query: Record<string, string | undefined>) =>
  pageQuery<ReviewedFile>(withQuery('/api/admin/files', query))

type StoredFile = Pick<CreditFile, 'uploadKey' | 'fileName'>

/**
 * The address a file can be opened at, once the server has said that it is there. Throws HttpError,
 * 404 when the bytes are missing.
 */
export async function resolveFileAddress(
  file: StoredFile,
  options: { asAdmin: boolean; download: boolean },
): Promise<string> {
  const token = options.asAdmin ? await createFileToken(file.uploadKey) : undefined
  await send(fileAddress(file, { token }), { method: 'HEAD' })
  return fileAddress(file, { token, download: options.download })
}

async function createFileToken(uploadKey: string): Promise<string> {
  const body = { uploadKey }
  const path = '/api/admin/generate-file-token'
  return (await request<FileToken>(path, { method: 'POST', body })).token
}
