import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for addresses and headers. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. Nothing slower is needed for so many random bits. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')
