import { randomBytes } from 'node:crypto'
import { passwordResets } from '@server/db/schema/mail'
import { hashToken } from '@server/tokens'
import type { TestApp } from './app'

/** The token of a link that was mailed to someone just now. */
export async function buildResetLink(app: TestApp, user: { id: number }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + 30 * 60_000)
  await app.db
    .insert(passwordResets)
    .values({ userId: user.id, tokenHash: hashToken(token), expiresAt })
  return token
}
