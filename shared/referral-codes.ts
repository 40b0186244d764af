/** Without what looks alike: 0 and O, 1, I and L. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const codeLength = 8

const wholeCode = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`)

/** A link's code as it is stored, however it was typed; null for what cannot be one. */
export function readCode(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const code = text.trim().toUpperCase()
  return wholeCode.test(code) ? code : null
}

/** Where a link leads from. */
export const linkPath = (code: string) => `/r/${code}`

/** What carries the code from the link to the forms, for browsers that keep no cookie. */
export const codeParameter = 'ref'

/** How long a browser remembers the links that were last opened in it, and how many of them. */
export const cookieDays = 90
export const cookieLinks = 3
