import { canOpenInBrowser } from '@shared/file-kinds'
import type { Ctx } from '../../ctx'
import {
  conflict,
  contentMissing,
  fileLinkExpired,
  notFound,
  orNotFound,
  waitingForCheck,
} from '../../errors'
import { recordEvent } from '../audit/record-event'
import { fileTokenIsValid } from './file-tokens'
import { noteMissing } from './missing-contents'
import { getStoredFile, type StoredFile, ownsFile, noteDamage } from './queries'
import type { Place } from '../../places'
import { readCopy } from '../../storage/read-content'

export interface OpenedFile {
  /** Shown in the browser; else saved, which is an opening however it was asked for. */
  isShown: boolean
  /** Null when it was only checked that the file exists. */
  bytes: Buffer | null
  size: number
  fileName: string
  fileType: string
  sha256: string
}

/**
 * Opens a file for its owner, or for the administrator with a token for it. Throws 404 when it is
 * absent, under another name, someone else's, or its bytes are missing or damaged; 401 for a bad
 * token; 503 while it waits for its virus check. The bytes may be a part of the place.
 */
export async function openFile(
  ctx: Ctx,
  asked: {
    uploadKey: string
    fileName: string
    token: string | undefined
    sessionId: string
    /** Checking that it exists is not an opening, and reads nothing. */
    isCheck: boolean
    /** Asked for before anyone wants to see it; `noteOpened` records when someone does. Only what is shown can wait. */
    isAhead: boolean
    isDownload: boolean
  },
  place?: Place,
): Promise<OpenedFile> {
  const { db, storage, by } = ctx
  const { uploadKey, fileName, token, sessionId, isCheck } = asked
  const file = await getStoredFile(db, { uploadKey })
  if (!file || file.fileName !== fileName) throw notFound()
  if (!ownsFile(by, file)) {
    if (!by.isAdmin) throw notFound()
    const valid = token && (await fileTokenIsValid(db, { token, fileId: file.id, sessionId }))
    if (!valid) throw fileLinkExpired()
  }
  const isShown = canOpenInBrowser(file.fileType) && !asked.isDownload
  if ((await storage.sizeOf(file.storageKey)) !== file.fileSize) {
    // An infected file's bytes are gone on purpose.
    if (file.quarantine !== 'infected') await noteMissing(ctx, file)
    throw contentMissing()
  }
  if (file.quarantine) {
    throw file.quarantine === 'waiting' ? waitingForCheck() : contentMissing()
  }
  if (by.isAdmin && !isCheck) {
    const action = isShown && asked.isAhead ? 'file.loaded-ahead' : 'file.opened'
    await recordEvent(ctx, action, `file:${file.id}`)
  }
  if (isCheck && file.isDamaged) throw contentMissing()
  const { fileType, sha256, fileSize: size } = file
  const bytes = isCheck ? null : await readWhole(ctx, file, place)
  return { isShown, bytes, size, fileName, fileType, sha256 }
}

/** Damaged counts as missing: a part must never be taken for the whole. */
async function readWhole({ db, storage, logger }: Ctx, file: StoredFile, place?: Place) {
  const { bytes, flaw, isDamaged } = await readCopy(storage, 'content', file, place)
  if (file.isDamaged !== isDamaged) await noteDamage(db, file.storageKey, isDamaged)
  if (bytes) return bytes
  logger.error({ flaw }, 'a stored file is damaged')
  throw contentMissing()
}

/**
 * Records that a content which was loaded ahead is shown now. Throws 404 when there is no such file, 409 when it has
 * another content by now, or none that may be seen.
 */
export async function noteOpened(ctx: Ctx, fileId: number, basedOnVersion: string): Promise<void> {
  const file = orNotFound(await getStoredFile(ctx.db, { id: fileId }))
  if (file.sha256 !== basedOnVersion || file.quarantine) {
    throw conflict('This document has changed since it was loaded. Please load it again.')
  }
  await recordEvent(ctx, 'file.opened', `file:${file.id}`)
}
