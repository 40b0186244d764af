import { pages } from '@shared/pages'

/** Every address a link can have. */
export const paths = pages

/** The program’s presentation, to download. */
export const documents = {
  license: '/documents/business-license.pdf',
  dueDiligence: '/documents/due-diligence.pdf',
} as const

/** Where a stored file is opened from; the administrator needs a token. */
export function fileAddress(
  file: { uploadKey: string; fileName: string },
  options: { token?: string | undefined; download?: boolean; ahead?: boolean } = {},
): string {
  const query = new URLSearchParams()
  if (options.token) query.set('token', options.token)
  if (options.download) query.set('download', 'true')
  if (options.ahead) query.set('ahead', 'true')
  const path = `/uploads/${encodeURIComponent(file.uploadKey)}/${encodeURIComponent(file.fileName)}`
  return query.size > 0 ? `${path}?${query}` : path
}

/** A list's path with its search, filter and page; what is empty is left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return set.length > 0 ? `${path}?${new URLSearchParams(set)}` : path
}

/** Kept beside the address of the login: where to go on after it. No link can bring it along. */
export function goOnHere(): { next: string } {
  const { pathname, search, hash } = window.location
  return { next: pathname + search + hash }
}
