import { eq, sql } from 'drizzle-orm'
import { maxNotesPerUser } from '@shared/notes'
import type { Queryable, Database } from '../../db/client'
import { drawId } from '../../db/draw-id'
import { notes } from '../../db/schema/notes'
import { lockPerson } from '../../db/lock-person'
import type { Sealer } from '../../db/sealing'
import { conflict, notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { countNotes, getNote, sealedNote, type NoteRow, lockNote } from './queries'

/** Writes down a sealed note on a person. Throws 404 when there is no such person, 409 at the limit. */
export async function addNote(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  sealer: Sealer
  userId: number
  text: string
  by: Actor
}): Promise<NoteRow> {
  const { db, sealer, userId, text, by } = input
  return db.transaction(async (tx) => {
    // Locked, so that notes added concurrently cannot exceed the limit together.
    const user = await lockPerson(tx, userId)
    if (!user || !canHaveNotes(user)) throw notFound()
    if (!hasRoomForNote(await countNotes(tx, userId))) {
      throw conflict(`There are already ${maxNotesPerUser} notes. Please delete one first.`)
    }
    const id = await drawId(tx, notes)
    const sealedText = sealer.seal(text, sealedNote(id))
    await tx.insert(notes).values({ id, userId, sealedText, createdBy: by.id })
    await recordEvent(tx, by, 'note.added', { object: `user:${userId}`, details: { note: id } })
    const added = await getNote(tx, id)
    if (!added) throw notFound()
    return added
  })
}

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

/** Notes are about the people who are reviewed, not about who reviews them. */
const canHaveNotes = (user: { isAdmin: 0 | 1 }): boolean => user.isAdmin === 0

const hasRoomForNote = (count: number): boolean => count < maxNotesPerUser
