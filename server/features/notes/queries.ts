import { desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { maxNotesPerUser } from '@shared/notes'
import type { Queryable, Transaction } from '../../db/client'
import { notes } from '../../db/schema/notes'
import { users } from '../../db/schema/users'
import type { SealedColumn } from '../../db/sealing'

const author = alias(users, 'author')

const columns = {
  id: notes.id,
  sealedText: notes.sealedText,
  createdAt: notes.createdAt,
  editedAt: notes.editedAt,
  author: { id: author.id, firstName: author.firstName, lastName: author.lastName },
}

export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number]

/** What a sealed text is bound to. */
export const sealedNote = (id: number): SealedColumn => ({ table: 'notes', column: 'text', id })

/** All notes on a person, newest first, still sealed: for their panel, and for what is held on them. */
export async function listNotes(db: Queryable, userId: number) {
  return db
    .select(columns)
    .from(notes)
    .leftJoin(author, eq(author.id, notes.createdBy))
    .where(eq(notes.userId, userId))
    .orderBy(desc(notes.id))
    .limit(maxNotesPerUser)
}

export async function getNote(db: Queryable, id: number) {
  const [row] = await db
    .select(columns)
    .from(notes)
    .leftJoin(author, eq(author.id, notes.createdBy))
    .where(eq(notes.id, id))
  return row ?? null
}

export async function countNotes(db: Queryable, userId: number): Promise<number> {
  return db.$count(notes, eq(notes.userId, userId))
}

/** Whose a note is, held against other changes until the transaction ends. */
export async function lockNote(tx: Transaction, id: number) {
  const [row] = await tx
    .select({ userId: notes.userId })
    .from(notes)
    .where(eq(notes.id, id))
    .for('update')
  return row ?? null
}
