import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for addresses and headers. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The form a token is stored in. With this many random bits, a fast hash is enough. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')
