import type { Router } from 'express'
import type { Confirmation } from '@shared/errors'
import { noteRequest, type Note } from '@shared/notes'
import { requirePerson } from '../../db/require-person'
import type { Context } from '../../http/context'
import { getActor } from '../../http/actor'
import { createRouter } from '../../http/router'
import { pathId, withBody } from '../../http/validate'
import { openOrNull, type Sealer } from '../../db/sealing'
import { addNote, deleteNote, editNote } from './manage-notes'
import { listNotes, sealedNote, type NoteRow } from './queries'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminNoteRoutes(context: Context): Router {
  const { db, sealer } = context
  const router = createRouter()

  router.get('/users/:id/notes', async (req, res) => {
    const userId = pathId(req)
    await requirePerson(db, userId)
    const rows = await listNotes(db, userId)
    res.json(rows.map((row) => presentNote(row, sealer)))
  })

  router.post(
    '/users/:id/notes',
    withBody(noteRequest, async ({ text }, req, res) => {
      const added = await addNote({ db, sealer, userId: pathId(req), text, by: getActor(req) })
      res.status(201).json(presentNote(added, sealer))
    }),
  )

  router.patch(
    '/notes/:id',
    withBody(noteRequest, async ({ text }, req, res) => {
      const edited = await editNote({ db, sealer, noteId: pathId(req), text, by: getActor(req) })
      res.json(presentNote(edited, sealer))
    }),
  )

  router.delete('/notes/:id', async (req, res) => {
    await deleteNote({ db, noteId: pathId(req), by: getActor(req) })
    res.json({ message: 'Note deleted' } satisfies Confirmation)
  })

  return router
}

/** Opens the sealed text. */
function presentNote(row: NoteRow, sealer: Sealer): Note {
  const { author } = row
  return {
    id: row.id,
    text: openOrNull(() => sealer.open(row.sealedText, sealedNote(row.id))),
    author: author && `${author.firstName} ${author.lastName}`,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
  }
}
