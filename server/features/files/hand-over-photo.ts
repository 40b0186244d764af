import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { handoffMinutes, type PhotoHandoff } from '@shared/photo-handoffs'
import type { Database } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import { files } from '../../db/schema/files'
import { photoHandoffs } from '../../db/schema/photo-handoffs'
import { notFound } from '../../errors'
import { hashToken, newToken } from '../../tokens'

const deadCode = 'This code no longer works. Please get a new one on your computer.'

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

const isOpen = (token: string) =>
  and(
    eq(photoHandoffs.tokenHash, hashToken(token)),
    isNull(photoHandoffs.usedAt),
    gt(photoHandoffs.expiresAt, sql`now()`),
  )

/** Throws 404 for a token that is unknown, expired, or used. */
export async function requireOpenHandoff(db: Database, token: string): Promise<void> {
  if ((await db.$count(photoHandoffs, isOpen(token))) === 0) throw notFound(deadCode)
}

/** Stores what came over it, once: of two that arrive together, one is refused with 404. What is refused leaves the way open. */
export async function useHandoff<Stored extends { id: number }>(
  db: Database,
  token: string,
  store: () => Promise<Stored>,
): Promise<void> {
  const used = await db
    .update(photoHandoffs)
    .set({ usedAt: sql`now()` })
    .where(isOpen(token))
    .returning({ tokenHash: photoHandoffs.tokenHash })
  if (used.length === 0) throw notFound(deadCode)
  const isThis = eq(photoHandoffs.tokenHash, hashToken(token))
  try {
    const { id: fileId } = await store()
    await db.update(photoHandoffs).set({ fileId }).where(isThis)
  } catch (error) {
    await db.update(photoHandoffs).set({ usedAt: null }).where(isThis)
    throw error
  }
}

/** The document that came, for the computer that asked; null while none has. Throws 404 for an unknown or expired one. */
export async function findHandedFile(db: Database, pickup: string) {
  const [found] = await db
    .select({ file: files })
    .from(photoHandoffs)
    .leftJoin(files, eq(files.id, photoHandoffs.fileId))
    .where(
      and(
        eq(photoHandoffs.pickupHash, hashToken(pickup)),
        // What was begun in time may arrive later.
        gt(photoHandoffs.expiresAt, sql`now() - interval '5 minutes'`),
      ),
    )
  if (!found) throw notFound(deadCode)
  return found.file
}
