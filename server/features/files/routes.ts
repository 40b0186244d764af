import type { Router } from 'express'
import { linkFileRequest } from '@shared/files'
import type { HandedDocument, OpenHandoff, PhotoReceipt } from '@shared/photo-handoffs'
import type { Context } from '../../http/context'
import { forbidden } from '../../errors'
import { getActor, getVisitor } from '../../http/actor'
import { currentUser, requireUser } from '../../http/guards'
import { getLimitKey } from '../../http/client-address'
import { receiveFile, withReceivedFile } from '../../http/receive-file'
import { createRouter } from '../../http/router'
import { sendContent } from '../../http/send-content'
import { uploadContentPolicy } from '../../http/security-headers'
import { limitUploads } from '../../http/upload-slots'
import { bearerToken, pathId, pathText, requirePathId, withBody } from '../../http/validate'
import { attachmentHeader, inlineHeader } from './file-name'
import { findHandedFile, requireOpenHandoff, startHandoff, closeHandoff } from './hand-over-photo'
import { linkFile } from './link-file'
import { openFile } from './open-file'
import { canLinkFiles } from './policy'
import { presentOwnFile, presentUpload } from './presenter'
import { listFilesOfUser } from './queries'
import { replaceContent, replaceWithUpload } from './replace-content'
import { storeUpload } from './store-upload'

export function fileRoutes(context: Context): Router {
  const { db, env, sealer, storage, scanner, limits } = context
  const mail = { env, sealer }
  const router = createRouter()
  const receive = [limitUploads(env.limitFactor), receiveFile(storage.incoming)]

  router.post(
    '/upload',
    limits.perIp('uploadHour'),
    ...receive,
    withReceivedFile(async (received, req, res) => {
      const store = () => storeUpload({ db, storage, scanner, received, by: getVisitor(req) })
      const file = await limits.consumeUnlessRefused(req, ['unclaimedDay'], store)
      res.status(201).json(presentUpload(file))
    }),
  )

  router.post('/photo-handoffs', limits.perIp('photoHandoff'), async (_req, res) => {
    res.status(201).json(await startHandoff(db))
  })

  router.get('/photo-handoffs', async (req, res) => {
    const file = await findHandedFile(db, bearerToken(req))
    res.json({ file: file && presentUpload(file) } satisfies HandedDocument)
  })

  // The phone asks before it takes photos.
  router.get('/photo-handoffs/open', async (req, res) => {
    res.json((await requireOpenHandoff(db, bearerToken(req))) satisfies OpenHandoff)
  })

  router.post(
    '/photo-handoffs/upload',
    limits.perIp('uploadHour'),
    async (req, _res, next) => {
      await requireOpenHandoff(db, bearerToken(req))
      next()
    },
    ...receive,
    withReceivedFile(async (received, req, res) => {
      const token = bearerToken(req)
      const store = () =>
        storeUpload({
          db,
          storage,
          scanner,
          received,
          by: getVisitor(req),
          noteStored: (tx, file) => closeHandoff(tx, token, file),
        })
      await limits.consumeUnlessRefused(req, ['unclaimedDay'], store)
      // Not the uploadKey: the phone can do nothing more with the document.
      const message = 'Your photo is in the form on your computer.'
      res.status(201).json({ message } satisfies PhotoReceipt)
    }),
  )

  router.get('/files', requireUser, async (req, res) => {
    const rows = await listFilesOfUser(db, currentUser(req).id)
    res.json(rows.map(presentOwnFile))
  })

  router.post(
    '/link-file/:uploadKey',
    requireUser,
    withBody(linkFileRequest, async ({ isAnswer = false }, req, res) => {
      const by = getActor(req)
      if (!canLinkFiles(by)) throw forbidden('The administrator can’t add documents.', 'partner')
      const uploadKey = pathText(req, 'uploadKey')
      const file = await linkFile({ db, mail, uploadKey, sessionId: req.sessionID, isAnswer, by })
      await limits.refund(['unclaimedDay', getLimitKey(req)])
      res.json(presentOwnFile(file))
    }),
  )

  router.post(
    '/reupload/:id',
    requireUser,
    requirePathId,
    limits.perIp('uploadHour'),
    ...receive,
    withReceivedFile(async (received, req, res) => {
      const fileId = pathId(req)
      const file = await replaceContent({
        db,
        mail,
        storage,
        scanner,
        received,
        fileId,
        sessionId: req.sessionID,
        by: getActor(req),
      })
      res.json(presentOwnFile(file))
    }),
  )

  // Counted as an upload: the content is opened, checked and stored once more.
  router.post(
    '/reupload/:id/:uploadKey',
    requireUser,
    requirePathId,
    limits.perIp('uploadHour'),
    async (req, res) => {
      const file = await replaceWithUpload({
        db,
        mail,
        storage,
        scanner,
        fileId: pathId(req),
        uploadKey: pathText(req, 'uploadKey'),
        sessionId: req.sessionID,
        by: getActor(req),
      })
      await limits.refund(['unclaimedDay', getLimitKey(req)])
      res.json(presentOwnFile(file))
    },
  )

  return router
}

/** Mounted on /uploads, where the bytes themselves are served. */
export function uploadedFileRoutes(context: Context): Router {
  const { db, limitDocuments, storage } = context
  const router = createRouter()

  router.get('/:uploadKey/:fileName', requireUser, ...limitDocuments, async (req, res) => {
    const { token, download, ahead } = req.query
    const { isShown, ...file } = await openFile({
      db,
      storage,
      uploadKey: pathText(req, 'uploadKey'),
      fileName: pathText(req, 'fileName'),
      token: typeof token === 'string' ? token : undefined,
      sessionId: req.sessionID,
      isCheck: req.method === 'HEAD',
      isAhead: ahead === 'true',
      isDownload: download === 'true',
      logger: req.log,
      by: getActor(req),
    })
    res.set({
      'Content-Type': file.fileType,
      'Content-Disposition': isShown
        ? inlineHeader(file.fileName)
        : attachmentHeader(file.fileName),
      'Content-Security-Policy': uploadContentPolicy(isShown ? file.fileType : null),
      'Referrer-Policy': 'no-referrer',
    })
    sendContent(req, res, file)
  })

  return router
}
