import { maxNotesPerUser } from '@shared/notes'
import type { Queryable } from '../../db/client'
import { drawId } from '../../db/draw-id'
import { notes } from '../../db/schema/notes'
import { lockPerson } from '../../db/lock-person'
import type { Sealer } from '../../db/sealing'
import { conflict, notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { canHaveNotes, hasRoomForNote } from './policy'
import { countNotes, getNote, sealedNote, type NoteRow } from './queries'

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
