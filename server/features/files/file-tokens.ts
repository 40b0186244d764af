import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { files, fileTokens } from '../../db/schema/files'
import { orNotFound } from '../../errors'
import { hashToken, newToken } from '../../tokens'

const lifetimeMinutes = 5

/**
 * A token that lets one session of the administrator open one file, any number of times, for five
 * minutes. Throws 404 for an unknown uploadKey.
 */
export async function createFileToken(
  db: Queryable,
  uploadKey: string,
  sessionId: string,
): Promise<string> {
  const token = newToken()
  const [file] = await db.select({ id: files.id }).from(files).where(eq(files.uploadKey, uploadKey))
  await db.delete(fileTokens).where(lt(fileTokens.expiresAt, sql`now()`))
  await db.insert(fileTokens).values({
    tokenHash: hashToken(token),
    fileId: orNotFound(file).id,
    sessionHash: hashToken(sessionId),
    expiresAt: new Date(Date.now() + lifetimeMinutes * 60_000),
  })
  return token
}

export async function fileTokenIsValid(
  db: Queryable,
  claim: { token: string; fileId: number; sessionId: string },
): Promise<boolean> {
  const isValid = and(
    eq(fileTokens.tokenHash, hashToken(claim.token)),
    eq(fileTokens.fileId, claim.fileId),
    eq(fileTokens.sessionHash, hashToken(claim.sessionId)),
    gt(fileTokens.expiresAt, sql`now()`),
  )
  return (await db.$count(fileTokens, isValid)) > 0
}
