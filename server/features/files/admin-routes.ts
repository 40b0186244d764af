import type { Router } from 'express'
import type { TakenDecision } from '@shared/decisions'
import type { Confirmation } from '@shared/errors'
import {
  fileDecision,
  fileListQuery,
  fileTokenRequest,
  openedRequest,
  restoreRequest,
  type FileToken,
  type ReviewedFile,
} from '@shared/files'
import { createCtx } from '../../ctx'
import type { Context } from '../../http/context'
import { getActor } from '../../http/actor'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withBody, withQuery } from '../../http/validate'
import { decideAndRead } from '../decisions/decide'
import { deleteFile } from './delete-file'
import { createFileToken } from './file-tokens'
import { listFileVersions } from './list-file-versions'
import { noteOpened } from './open-file'
import { presentReviewedFile, presentVersion } from './presenter'
import { getReviewedFile, listReviewedFiles } from './queries'
import { restoreFile } from './restore-file'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminFileRoutes(context: Context): Router {
  const { db, storage, scanner, limits } = context
  const router = createRouter()

  router.get(
    '/files',
    withQuery(fileListQuery, async (query, req, res) => {
      const page = await listReviewedFiles(context, query)
      sendPage(req, res, { ...page, rows: page.rows.map(presentReviewedFile), query })
    }),
  )

  router.patch(
    '/files/:id/status',
    withBody(fileDecision, async (decision, req, res) => {
      const asked = { kind: 'file', id: pathId(req), decision } as const
      const ctx = createCtx(context, getActor(req))
      const { decisionId, ...file } = await decideAndRead(ctx, asked, getReviewedFile)
      res.json({ ...presentReviewedFile(file), decisionId } satisfies ReviewedFile & TakenDecision)
    }),
  )

  router.delete('/files/:id', async (req, res) => {
    await deleteFile({ db, fileId: pathId(req), by: getActor(req) })
    res.json({ message: 'File deleted' } satisfies Confirmation)
  })

  router.get('/files/:id/versions', async (req, res) => {
    const versions = await listFileVersions({ db, storage, fileId: pathId(req) })
    res.json(versions.map(presentVersion))
  })

  router.post(
    '/files/:id/opened',
    withBody(openedRequest, async ({ basedOnVersion }, req, res) => {
      await noteOpened({ db, fileId: pathId(req), basedOnVersion, by: getActor(req) })
      res.json({ message: 'Recorded' } satisfies Confirmation)
    }),
  )

  router.post(
    '/files/:id/restore',
    // Each call reads and hashes documents, whether or not there is anything to restore. By address, so that
    // a thief of the session leaves its owner their own count.
    limits.perIp('restore'),
    withBody(restoreRequest, async ({ basedOnVersion, version }, req, res) => {
      const fileId = pathId(req)
      const file = await restoreFile({
        db,
        storage,
        scanner,
        fileId,
        basedOnVersion,
        version,
        sessionId: req.sessionID,
        by: getActor(req),
      })
      res.json(presentReviewedFile(file))
    }),
  )

  router.post(
    '/generate-file-token',
    limits.perIp('fileToken'),
    withBody(fileTokenRequest, async ({ uploadKey }, req, res) => {
      const token = await createFileToken({ db, uploadKey, sessionId: req.sessionID })
      res.json({ token } satisfies FileToken)
    }),
  )

  return router
}
