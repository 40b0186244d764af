import { eq, sql } from 'drizzle-orm'
import { maxNotesPerUser } from '@shared/notes'
import type { Ctx, TxCtx } from '../../ctx'
import { lockPerson } from '../../db/lock-person'
import { conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { getNote, sealedNote, type NoteRow, lockNote } from './queries'
import { drawId } from '../../db/ids'
import { notes } from '../../db/schema/users'

/** Adds a sealed note about a person. Throws 404 when there is no such person, 409 at the limit. */
export async function addNote(inTx: TxCtx, userId: number, text: string): Promise<NoteRow> {
  const { db: tx, by, sealer } = inTx
  // Locked, so that notes added concurrently cannot exceed the limit together.
  const user = await lockPerson(tx, userId)
  // Notes are about the people who are reviewed, not about who reviews them.
  if (!user || user.isAdmin) throw notFound()
  if ((await tx.$count(notes, eq(notes.userId, userId))) >= maxNotesPerUser) {
    throw conflict(`There are already ${maxNotesPerUser} notes. Please delete one first.`)
  }
  const id = await drawId(tx, notes)
  const sealedText = sealer.seal(text, sealedNote(id))
  await tx.insert(notes).values({ id, userId, sealedText, createdBy: by.id })
  await recordEvent(inTx, 'note.added', `user:${userId}`, { note: id })
  return getNote(tx, id)
}

/** Replaces the text of a note. Throws 404 when the note is gone. */
export async function editNote(ctx: Ctx, id: number, text: string): Promise<NoteRow> {
  return ctx.tx(async (inTx) => {
    const { db: tx, sealer } = inTx
    const { userId } = await lockNote(tx, id)
    const sealedText = sealer.seal(text, sealedNote(id))
    await tx
      .update(notes)
      .set({ sealedText, editedAt: sql`now()` })
      .where(eq(notes.id, id))
    await recordEvent(inTx, 'note.edited', `user:${userId}`, { note: id })
    return getNote(tx, id)
  })
}

/** Throws 404 when the note is gone already. */
export async function deleteNote(ctx: Ctx, id: number): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const { userId } = await lockNote(tx, id)
    await tx.delete(notes).where(eq(notes.id, id))
    await recordEvent(inTx, 'note.deleted', `user:${userId}`, { note: id })
  })
}
