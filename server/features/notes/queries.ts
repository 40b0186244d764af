import { desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { maxNotesPerUser } from '@shared/notes'
import type { Queryable, Transaction } from '../../db/client'
import { users, notes } from '../../db/schema/users'
import { openOrNull, type SealedColumn, type Sealer } from '../../db/sealing'
import { orNotFound } from '../../errors'

const author = alias(users, 'author')

const columns = {
  id: notes.id,
  sealedText: notes.sealedText,
  createdAt: notes.createdAt,
  editedAt: notes.editedAt,
  author: { id: author.id, firstName: author.firstName, lastName: author.lastName },
}

export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number]

export const sealedNote = (id: number): SealedColumn => ({ table: 'notes', column: 'text', id })

/** All notes on a person, newest first, still sealed: for their panel, and for what is held on them. */
export const listNotes = (db: Queryable, userId: number) =>
  selectNotes(db).where(eq(notes.userId, userId)).orderBy(desc(notes.id)).limit(maxNotesPerUser)

const selectNotes = (db: Queryable) =>
  db.select(columns).from(notes).leftJoin(author, eq(author.id, notes.createdBy))

export async function getNote(db: Queryable, id: number): Promise<NoteRow> {
  const [row] = await selectNotes(db).where(eq(notes.id, id))
  return orNotFound(row)
}

export function openNote({ sealedText, author: writer, ...row }: NoteRow, sealer: Sealer) {
  return {
    ...row,
    text: openOrNull(() => sealer.open(sealedText, sealedNote(row.id))),
    author: writer && `${writer.firstName} ${writer.lastName}`,
  }
}

/** Locks a note until the transaction ends. Throws 404 when the note is gone. */
export async function lockNote(tx: Transaction, id: number) {
  const [row] = await tx
    .select({ userId: notes.userId })
    .from(notes)
    .where(eq(notes.id, id))
    .for('update')
  return orNotFound(row)
}
