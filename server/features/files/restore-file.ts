import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx'
import { lockPerson } from '../../db/lock-person'
import { files, fileVersions } from '../../db/schema/files'
import { holdSession } from '../../db/user-sessions'
import { conflict, notFound, orNotFound, storageFull, unauthorized, onlyRow } from '../../errors'
import { hasRoom, type FileStorage } from '../../storage/port'
import { recordEvent } from '../audit/record-event'
import { cancelMailsAbout } from '../mail/queue-decision-mail'
import { enqueueReading } from '../scores/read-waiting-reports'
import {
  getReviewedFile,
  getStoredFile,
  listVersions,
  lockContent,
  type FileVersionRow,
  type ReviewedFileRow,
} from './queries'
import { readCopy } from '../../storage/read-content'
import { removeSuperfluousContents } from './remove-superfluous-contents'
import { scanForViruses } from './scan-waiting-files'
import { storeContent, type NewContent } from './store-content'

/**
 * Brings back a stored content as a new version: the one that is asked for, or else the newest that is
 * intact and differs from what is on disk now. Other content must be reviewed again; the same content after a loss keeps its
 * status. Throws 401 when the session has ended, 404 when there is none, 409 when the file has changed, 415 when it is
 * infected.
 */
export async function restoreFile(
  ctx: Ctx,
  fileId: number,
  asked: {
    /** The content that the administrator saw, or wanted to see. */
    basedOnVersion?: string | undefined
    /** The id of the version to bring back. */
    version?: number | undefined
    sessionId: string
  },
): Promise<ReviewedFileRow> {
  const { db, storage } = ctx
  const { basedOnVersion, sessionId } = asked
  const current = orNotFound(await getStoredFile(db, { id: fileId }))
  if (basedOnVersion && basedOnVersion !== current.sha256) throw changedMeanwhile()
  const isIntact = Boolean((await readCopy(storage, 'content', current)).bytes)
  const versions = await listVersions(db, fileId)
  const wanted = chooseVersions(versions, asked.version)
  if (isIntact && asked.version && wanted[0]?.sha256 === current.sha256) throw shownAlready()
  const others = isIntact ? wanted.filter(({ sha256 }) => sha256 !== current.sha256) : wanted
  if (others.length > 0 && !(await hasRoom(storage))) throw storageFull()
  const found = await readNewestIntact(storage, others)
  if (!found) throw notFound(asked.version ? noIntactCopy : noBackup)

  const { version, bytes } = found
  const isSame = version.sha256 === current.sha256
  const { fileName, fileSize, fileType, sha256, approvedAt } = version
  const storageKey = `${current.uploadKey}/${randomUUID()}${extname(version.storageKey)}`
  const columns = { storageKey, fileName, fileSize, fileType, sha256 }
  const content: NewContent = { bytes, columns }
  const quarantine = await scanForViruses(ctx, content, `file:${fileId}`)
  return storeContent(storage, content, () =>
    ctx.tx(async (inTx) => {
      const { db: tx, by } = inTx
      if (current.userId !== null) await lockPerson(tx, current.userId)
      const session = { sid: sessionId, userId: by.id }
      if (!(await holdSession(tx, session))) throw unauthorized()
      const locked = orNotFound(await lockContent(tx, fileId))
      if (locked.storageKey !== current.storageKey) throw changedMeanwhile()
      await tx
        .update(files)
        .set({
          ...columns,
          quarantine,
          ...(!isSame && { status: 'pending', statusReason: null, statusAt: null }),
        })
        .where(eq(files.id, fileId))
      if (!isSame) await cancelMailsAbout(tx, 'file', fileId)
      const restoredVersion = onlyRow(
        await tx
          .insert(fileVersions)
          .values({ ...columns, fileId, reason: 'restore', createdBy: by.id, approvedAt })
          .returning({ id: fileVersions.id }),
      )
      await enqueueReading(tx, { id: restoredVersion.id, fileId, fileType })
      const details = { version: version.id, contentChanged: !isSame }
      await recordEvent(inTx, 'file.restored', `file:${fileId}`, details)
      const restored = orNotFound(await getReviewedFile(tx, fileId))
      await removeSuperfluousContents(tx, { file: restored, by })
      return restored
    }),
  )
}

/** All of them; or the one that is asked for, before others of the same content. Throws 404 when it is gone. */
function chooseVersions(versions: readonly FileVersionRow[], id: number | undefined) {
  if (id === undefined) return versions
  const chosen = versions.find((version) => version.id === id)
  if (!chosen) throw notFound('This version is no longer kept.')
  const isEqual = (one: FileVersionRow) => one !== chosen && one.sha256 === chosen.sha256
  return [chosen, ...versions.filter(isEqual)]
}

const noBackup = 'There is no backup of this file to restore.'
const noIntactCopy = 'No copy of this version is intact. Please choose another one.'

/** The first version that has an intact copy, with its bytes. Versions of equal content replace each other. */
async function readNewestIntact(storage: FileStorage, versions: readonly FileVersionRow[]) {
  for (const sha256 of new Set(versions.map((version) => version.sha256))) {
    const equals = versions.filter((version) => version.sha256 === sha256)
    for (const stored of equals) {
      const bytes =
        (await readCopy(storage, 'backup', stored)).bytes ??
        (await readCopy(storage, 'content', stored)).bytes
      const [version] = equals
      if (bytes && version) return { version, bytes }
    }
  }
  return null
}

const shownAlready = () => conflict('The document already shows this version.')

const changedMeanwhile = () =>
  conflict('The file was changed in the meantime. Please look at it again.')
