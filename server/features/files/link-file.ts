import { maxFilesPerUser } from '@shared/file-kinds'
import type { Ctx } from '../../ctx'
import { claimUpload } from '../../db/claim'
import { lockPerson } from '../../db/lock-person'
import { files } from '../../db/schema/files'
import { holdSession } from '../../db/user-sessions'
import { conflict, notFound, unauthorized } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { answerOpenQuestion } from '../questions/end-question'
import { enqueueFirstReading } from '../scores/read-waiting-reports'
import { countFilesOfUser, getFile, type FileRow, hasRoomForFile } from './queries'
import { removeSuperfluousContents } from './remove-superfluous-contents'
import { recheckHolds } from '../rewards/settle-reward'

export const uploadIsUsed = () => conflict('This upload has already been used.')
export const uploadIsGone = () =>
  notFound('This upload was not found or has expired. Please send it again.')

/**
 * Gives an unclaimed upload to a user who has fewer than three files. Throws 404 for an unknown or
 * expired key, 409 for one already used, a full account or one without an application, 401 when the session has ended.
 */
export async function linkFile(
  ctx: Ctx,
  uploadKey: string,
  /** `isAnswer`: its owner says that it answers what they are asked. */
  { sessionId, isAnswer = false }: { sessionId: string; isAnswer?: boolean | undefined },
): Promise<FileRow> {
  const userId = ctx.by.id
  return ctx.tx(async (inTx) => {
    const { db: tx, by } = inTx
    // Links of one user take turns, so that eight concurrent ones still end with three files.
    const person = await lockPerson(tx, userId)
    if (!person || !(await holdSession(tx, { sid: sessionId, userId }))) throw unauthorized()
    if (person.kind === 'referrer') throw conflict('Please apply as a Credit Partner first.')
    if (!hasRoomForFile(await countFilesOfUser(tx, userId))) {
      throw conflict(`You can upload a maximum of ${maxFilesPerUser} files.`)
    }
    const claimed = await claimUpload(tx, files, { uploadKey, userId })
    if (claimed === 'used') throw uploadIsUsed()
    const file = claimed && (await getFile(tx, claimed.id))
    if (!file) throw uploadIsGone()
    await recordEvent(inTx, 'file.linked', `file:${file.id}`)
    if (isAnswer && person.askedAt) await answerOpenQuestion(inTx, {})
    await enqueueFirstReading(tx, file.id)
    await recheckHolds(tx, userId, by)
    // The administrator may have replaced it while it was unclaimed.
    await removeSuperfluousContents(tx, { file, by })
    return file
  })
}
