import type { Router } from 'express'
import { takenDecision } from '@shared/decisions'
import {
  fileDecision,
  fileListQuery,
  fileToken,
  fileTokenRequest,
  fileVersion,
  openedRequest,
  restoreRequest,
  reviewedFile,
} from '@shared/files'
import { mapRows } from '../../db/lists/list-page'
import type { Context } from '../../http/context'
import { createRoutes } from '../../http/routes'
import { decideAndRead } from '../decisions/decide'
import { deleteFile } from './delete-file'
import { createFileToken } from './file-tokens'
import { listFileVersions } from './list-file-versions'
import { noteOpened } from './open-file'
import { getReviewedFile, listReviewedFiles, presentReviewedFile } from './queries'
import { restoreFile } from './restore-file'

export function adminFileRoutes(context: Context): Router {
  const { limits } = context
  const routes = createRoutes(context)

  routes.list('/files', { query: fileListQuery, out: reviewedFile }, async (_ctx, query) =>
    mapRows(await listReviewedFiles(context, query), presentReviewedFile),
  )

  routes.patch(
    '/files/:id/status',
    {
      about: '409 when the status (`basedOn`) or the content (`basedOnVersion`) is another by now.',
      body: fileDecision,
      out: reviewedFile.extend(takenDecision.shape),
    },
    async (ctx, { body: decision, id }) => {
      const asked = { kind: 'file', id, decision } as const
      const { decisionId, ...file } = await decideAndRead(ctx, asked, getReviewedFile)
      return { ...presentReviewedFile(file), decisionId }
    },
  )

  routes.delete('/files/:id', { done: 'File deleted' }, async (ctx, { id }) => deleteFile(ctx, id))

  routes.get('/files/:id/versions', { out: fileVersion.array() }, async (ctx, { id }) =>
    listFileVersions(ctx, id),
  )

  routes.post(
    '/files/:id/opened',
    {
      about: 'A document that was loaded with `?ahead=true` is shown now.',
      body: openedRequest,
      done: 'Recorded',
    },
    async (ctx, { body, id }) => noteOpened(ctx, id, body.basedOnVersion),
  )

  routes.post(
    '/files/:id/restore',
    {
      about:
        'With the content of `version`, or with the newest stored one that differs. 404 when no copy of it is intact.',
      body: restoreRequest,
      out: reviewedFile,
      // Each call reads and hashes documents, whether or not there is anything to restore. By address, so that
      // a thief of the session leaves its owner their own count.
      before: [limits.perIp('restore')],
    },
    async (ctx, { body, id, req }) =>
      presentReviewedFile(await restoreFile(ctx, id, { ...body, sessionId: req.sessionID })),
  )

  routes.post(
    '/generate-file-token',
    {
      about: 'For five minutes, this file, this session.',
      body: fileTokenRequest,
      out: fileToken,
      before: [limits.perIp('fileToken')],
    },
    async ({ db }, { body: { uploadKey }, req }) => ({
      token: await createFileToken(db, uploadKey, req.sessionID),
    }),
  )

  return routes.router
}
