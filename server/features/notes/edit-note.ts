import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { notes } from '../../db/schema/notes'
import type { Sealer } from '../../db/sealing'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { getNote, lockNote, sealedNote, type NoteRow } from './queries'

/** Replaces what a note says. Throws 404 when it is gone. */
export async function editNote(input: {
  db: Database
  sealer: Sealer
  noteId: number
  text: string
  by: Actor
}): Promise<NoteRow> {
  const { db, sealer, noteId, text, by } = input
  return db.transaction(async (tx) => {
    const locked = await lockNote(tx, noteId)
    if (!locked) throw notFound()
    const sealedText = sealer.seal(text, sealedNote(noteId))
    await tx
      .update(notes)
      .set({ sealedText, editedAt: sql`now()` })
      .where(eq(notes.id, noteId))
    await recordEvent(tx, by, 'note.edited', {
      object: `user:${locked.userId}`,
      details: { note: noteId },
    })
    const edited = await getNote(tx, noteId)
    if (!edited) throw notFound()
    return edited
  })
}
