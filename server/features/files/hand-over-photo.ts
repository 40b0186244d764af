import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { handoffMinutes } from '@shared/file-kinds'
import type { OpenHandoff, PhotoHandoff } from '@shared/photo-handoffs'
import type { Database, Transaction } from '../../db/client'
import { files, photoHandoffs } from '../../db/schema/files'
import { notFound, onlyRow } from '../../errors'
import { hashToken, newToken } from '../../tokens'

const deadCode = 'This code has expired. Please get a new one on your computer.'
const usedCode =
  'Photos were already sent with this code. To send more, please get a new code on your computer.'

/** Opens a way from a phone to the form that asks for it. */
export async function startHandoff(db: Database): Promise<PhotoHandoff> {
  const [token, pickup] = [newToken(), newToken()]
  await db.delete(photoHandoffs).where(lt(photoHandoffs.expiresAt, sql`now() - interval '1 hour'`))
  const { expiresAt } = onlyRow(
    await db
      .insert(photoHandoffs)
      .values({
        tokenHash: hashToken(token),
        pickupHash: hashToken(pickup),
        expiresAt: sql`now() + make_interval(mins => ${handoffMinutes})`,
      })
      .returning({ expiresAt: photoHandoffs.expiresAt }),
  )
  return { token, pickup, expiresAt: expiresAt.toISOString() }
}

/** An upload that was begun in time may arrive later. */
const lateBy = sql`interval '5 minutes'`
const isUnused = isNull(photoHandoffs.usedAt)
const isInTime = gt(photoHandoffs.expiresAt, sql`now() - ${lateBy}`)

/** How long photos can still be sent. Throws 404 for a token that is unknown, expired, or used, and says which. */
export async function requireOpenHandoff(db: Database, token: string): Promise<OpenHandoff> {
  const [found] = await db
    .select({
      isUsed: isNotNull(photoHandoffs.usedAt),
      secondsLeft: sql<number>`extract(epoch from ${photoHandoffs.expiresAt} - now())::int`,
    })
    .from(photoHandoffs)
    .where(eq(photoHandoffs.tokenHash, hashToken(token)))
  if (found?.isUsed) throw notFound(usedCode)
  if (!found || found.secondsLeft <= 0) throw notFound(deadCode)
  return { secondsLeft: found.secondsLeft }
}

/**
 * Notes, in the transaction that stores it, which document came: of two that arrive together, one is refused with
 * 404 and not stored. What is refused, or lost with its process, leaves the code open.
 */
export async function closeHandoff(
  tx: Transaction,
  token: string,
  file: { id: number },
): Promise<void> {
  const used = await tx
    .update(photoHandoffs)
    .set({ usedAt: sql`now()`, fileId: file.id })
    .where(and(eq(photoHandoffs.tokenHash, hashToken(token)), isUnused, isInTime))
    .returning({ tokenHash: photoHandoffs.tokenHash })
  if (used.length === 0) throw notFound(usedCode)
}

/** The document that came, for the computer that asked; null while none has. Throws 404 for an unknown or expired one. */
export async function findHandedFile(db: Database, pickup: string) {
  const [found] = await db
    .select({ file: files })
    .from(photoHandoffs)
    .leftJoin(files, eq(files.id, photoHandoffs.fileId))
    .where(and(eq(photoHandoffs.pickupHash, hashToken(pickup)), isInTime))
  if (!found) throw notFound(deadCode)
  return found.file
}
