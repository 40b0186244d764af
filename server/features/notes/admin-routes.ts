import type { Router } from 'express'
import { note, noteRequest } from '@shared/notes'
import type { Portal } from '../../ctx'
import { requirePerson } from '../../db/lock-person'
import { createRoutes } from '../../http/routes'
import { addNote, deleteNote, editNote } from './manage-notes'
import { listNotes, openNote } from './queries'

export function adminNoteRoutes(portal: Portal): Router {
  const routes = createRoutes(portal)

  routes.get('/users/:id/notes', { out: note.array() }, async ({ db, sealer }, { id }) => {
    await requirePerson(db, id)
    return (await listNotes(db, id)).map((row) => openNote(row, sealer))
  })

  routes.post(
    '/users/:id/notes',
    { body: noteRequest, out: note, status: 201 },
    async (ctx, { id, body: { text } }) =>
      openNote(await ctx.tx((inTx) => addNote(inTx, id, text)), ctx.sealer),
  )

  routes.patch(
    '/notes/:id',
    { body: noteRequest, out: note },
    async (ctx, { id, body: { text } }) => openNote(await editNote(ctx, id, text), ctx.sealer),
  )

  routes.delete('/notes/:id', { done: 'Note deleted' }, async (ctx, { id }) => deleteNote(ctx, id))

  return routes.router
}
