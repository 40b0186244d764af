import type { Router } from 'express'
import { linkFileRequest, ownFile, uploadedFile } from '@shared/files'
import { handedDocument, openHandoff, photoHandoff } from '@shared/photo-handoffs'
import { forbidden } from '../../errors'

import { getCaller, getLimitKey } from '../../http/client-address'
import type { Context } from '../../http/context'
import { requireUser } from '../../http/guards'
import { withReceivedFile } from '../../http/receive-file'
import { createRoutes, createVisitorRoutes } from '../../http/routes'
import { uploadContentPolicy } from '../../http/security-headers'
import { sendContent } from '../../http/send-content'
import { inPlace } from '../../places'
import { bearerToken, pathText, requirePathId } from '../../http/validate'
import { dispositionHeader } from './file-name'
import { closeHandoff, findHandedFile, requireOpenHandoff, startHandoff } from './hand-over-photo'
import { linkFile } from './link-file'
import { openFile } from './open-file'
import { listFilesOfUser, presentOwnFile, canLinkFiles } from './queries'
import { replaceContent, replaceWithUpload } from './replace-content'
import { storeUpload } from './store-upload'

/** Sending a document before there is an account, from a phone's camera as well. */
export function uploadRoutes(context: Context): Router {
  const { db, limits, receiveUpload } = context
  const routes = createVisitorRoutes(context)

  routes.post(
    '/upload',
    {
      about:
        'The upload key reads nothing. Whoever holds it may claim the file once, within 24 hours, by registering or linking.',
      takes: 'multipart/form-data',
      out: uploadedFile,
      status: 201,
      before: [limits.perIp('uploadHour'), ...receiveUpload],
    },
    async (ctx, { req }) =>
      withReceivedFile(req, async (received) =>
        limits.consumeUnlessRefused(req, ['unclaimedDay'], async () => storeUpload(ctx, received)),
      ),
  )

  routes.post(
    '/photo-handoffs',
    {
      about: 'Ten minutes. `token` is for the phone, `pickup` for the form that waits.',
      out: photoHandoff,
      status: 201,
      before: [limits.perIp('photoHandoff')],
    },
    async () => startHandoff(db),
  )

  routes.get(
    '/photo-handoffs',
    {
      about: 'With `Authorization: Bearer` and the pickup. `file` is null until it came.',
      out: handedDocument,
    },
    async (_ctx, { req }) => ({
      file: await findHandedFile(db, bearerToken(req)),
    }),
  )

  // The phone asks before it takes photos.
  routes.get(
    '/photo-handoffs/open',
    { about: 'With `Authorization: Bearer` and the token.', out: openHandoff },
    async (_ctx, { req }) => requireOpenHandoff(db, bearerToken(req)),
  )

  routes.post(
    '/photo-handoffs/upload',
    {
      about: 'With `Authorization: Bearer` and the token, once.',
      takes: 'multipart/form-data',
      // Not the uploadKey: the phone can do nothing more with the document.
      done: 'Your photo is in the form on your computer.',
      status: 201,
      before: [
        limits.perIp('uploadHour'),
        async (req, _res, next) => {
          await requireOpenHandoff(db, bearerToken(req))
          next()
        },
        ...receiveUpload,
      ],
    },
    async (ctx, { req }) =>
      withReceivedFile(req, async (received) => {
        const token = bearerToken(req)
        await limits.consumeUnlessRefused(req, ['unclaimedDay'], async () =>
          storeUpload(ctx, received, async (tx, file) => closeHandoff(tx, token, file)),
        )
      }),
  )

  return routes.router
}

export function fileRoutes(context: Context): Router {
  const { limits } = context
  const routes = createRoutes(context)
  const before = [requireUser, requirePathId, limits.perIp('uploadHour')]

  routes.get('/files', { out: ownFile.array() }, async ({ db, by }) =>
    (await listFilesOfUser(db, by.id)).map(presentOwnFile),
  )

  routes.post(
    '/link-file/:uploadKey',
    {
      about: 'At most three documents. `isAnswer` answers an open question.',
      body: linkFileRequest,
      out: ownFile,
      before: [requireUser],
    },
    async (ctx, { body: { isAnswer }, req }) => {
      if (!canLinkFiles(ctx.by))
        throw forbidden('The administrator can’t add documents.', 'partner')
      const uploadKey = pathText(req, 'uploadKey')
      const file = await linkFile(ctx, uploadKey, { sessionId: req.sessionID, isAnswer })
      await limits.refund(['unclaimedDay', getLimitKey(req)])
      return presentOwnFile(file)
    },
  )

  routes.post(
    '/reupload/:id',
    {
      takes: 'multipart/form-data',
      out: ownFile,
      before: [...before, ...context.receiveUpload],
    },
    async (ctx, { id, req }) =>
      withReceivedFile(req, async (received) =>
        presentOwnFile(await replaceContent(ctx, id, { received, sessionId: req.sessionID })),
      ),
  )

  // Counted as an upload: the content is opened, checked and stored once more.
  routes.post(
    '/reupload/:id/:uploadKey',
    { about: 'With an upload that no one has claimed; it is gone then.', out: ownFile, before },
    async (ctx, { id, req }) => {
      const uploadKey = pathText(req, 'uploadKey')
      const file = await replaceWithUpload(ctx, id, { uploadKey, sessionId: req.sessionID })
      await limits.refund(['unclaimedDay', getLimitKey(req)])
      return presentOwnFile(file)
    },
  )

  return routes.router
}

/** Mounted on /uploads, where the bytes themselves are served. */
export function uploadedFileRoutes(context: Context): Router {
  const routes = createRoutes(context)

  routes.get(
    '/:uploadKey/:fileName',
    {
      about:
        'The bytes. Ranges, `ETag`, `?download=true` to save, `?token=` for the administrator, and `?ahead=true` to load what no one is shown yet.',
      sends: 'application/octet-stream',
      before: [requireUser, ...context.limitDocuments],
    },
    async (ctx, { req, res }) =>
      inPlace(async (place) => {
        const { token, download, ahead } = req.query
        const { isShown, ...file } = await openFile(
          { ...ctx, logger: req.log },
          {
            uploadKey: pathText(req, 'uploadKey'),
            fileName: pathText(req, 'fileName'),
            token: typeof token === 'string' ? token : undefined,
            sessionId: req.sessionID,
            isCheck: req.method === 'HEAD',
            isAhead: ahead === 'true',
            isDownload: download === 'true',
          },
          place,
        )
        res.set({
          'Content-Type': file.fileType,
          'Content-Disposition': dispositionHeader(
            file.fileName,
            isShown ? 'inline' : 'attachment',
          ),
          'Content-Security-Policy': uploadContentPolicy(isShown ? file.fileType : null),
          'Referrer-Policy': 'no-referrer',
        })
        sendContent(req, res, file)
        // Until then the answer reads from the place.
        await getCaller(req).closed
      }),
  )

  return routes.router
}
