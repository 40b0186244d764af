import type { Note } from '@shared/notes'
import { openOrNull, type Sealer } from '../../db/sealing'
import { sealedNote, type NoteRow } from './queries'

/** Opens the sealed text. */
export function presentNote(row: NoteRow, sealer: Sealer): Note {
  const { author } = row
  return {
    id: row.id,
    text: openOrNull(() => sealer.open(row.sealedText, sealedNote(row.id))),
    author: author && `${author.firstName} ${author.lastName}`,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
  }
}
