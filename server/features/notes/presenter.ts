import type { Note } from '@shared/notes'
import type { Sealer } from '../../db/sealing'
import { sealedNote, type NoteRow } from './queries'

/** Opens the sealed text. */
export function presentNote(row: NoteRow, sealer: Sealer): Note {
  const { author } = row
  return {
    id: row.id,
    text: openOrNull(row, sealer),
    author: author && `${author.firstName} ${author.lastName}`,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
  }
}

/** One text that was damaged, or whose key is lost, must not take the others away. */
function openOrNull({ id, sealedText }: NoteRow, sealer: Sealer): string | null {
  try {
    return sealer.open(sealedText, sealedNote(id))
  } catch {
    return null
  }
}
