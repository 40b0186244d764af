/** Without what looks alike: 0 and O, 1, I and L. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const codeLength = 8

const firstCode = new RegExp(
  String.raw`^[^\p{L}\p{N}]*((?:[${codeAlphabet}][^\p{L}\p{N}&?#]*){${codeLength}})`,
  'u',
)
const notOfCode = new RegExp(`[^${codeAlphabet}]`, 'g')

/**
 * A link's code as it is stored, however it was typed; null for what has none. Whatever follows its letters is no part
 * of it (chats and mail programs take the end of a sentence into a link), nor are hyphens, spaces and the like between them.
 */
export function readCode(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const [, code] = firstCode.exec(text.slice(0, 200).normalize('NFKC').toUpperCase()) ?? []
  return code?.replace(notOfCode, '') ?? null
}

/** Where a link leads from. */
export const linkPath = (code: string) => `/r/${code}`

/** Carries the code from the link to the forms, for browsers that keep no cookie; empty for a link without one. */
export const codeParameter = 'ref'

/** How long a browser remembers the links that were last opened in it, and how many of them. */
export const cookieDays = 90
export const cookieLinks = 3
