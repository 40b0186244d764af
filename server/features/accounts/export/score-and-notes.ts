import { openOrNull } from '../../../db/sealing'
import { listNotes, sealedNote } from '../../notes/queries'
import { getCreditScore } from '../../scores/queries'
import type { Section } from './section'

export const creditScore: Section = {
  name: 'creditScore',
  title: 'Your credit score, as we noted it',
  async read(tx, { userId }) {
    const row = await getCreditScore(tx, userId)
    if (!row) return []
    return [
      {
        score: row.score,
        model: row.model,
        bureau: row.bureau,
        reportDate: row.reportDate,
        nameOnReport: row.nameOnReport,
        document: row.file?.fileName ?? null,
        noted: row.confirmedAt,
      },
    ]
  },
}

export const staffNotes: Section = {
  name: 'notes',
  title: 'Notes our staff wrote about you',
  async read(tx, { userId, sealer }) {
    const rows = await listNotes(tx, userId)
    return rows.map(({ id, sealedText, createdAt, editedAt }) => ({
      written: createdAt,
      edited: editedAt,
      text: openOrNull(() => sealer.open(sealedText, sealedNote(id))),
    }))
  },
}
