import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { notes } from '../../db/schema/notes'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { lockNote } from './queries'

/** Throws 404 when it is gone already. */
export async function deleteNote(input: {
  db: Database
  noteId: number
  by: Actor
}): Promise<void> {
  const { db, noteId, by } = input
  await db.transaction(async (tx) => {
    const locked = await lockNote(tx, noteId)
    if (!locked) throw notFound()
    await tx.delete(notes).where(eq(notes.id, noteId))
    await recordEvent(tx, by, 'note.deleted', {
      object: `user:${locked.userId}`,
      details: { note: noteId },
    })
  })
}
