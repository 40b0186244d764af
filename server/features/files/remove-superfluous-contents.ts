import { eq, inArray, or } from 'drizzle-orm'
import { maxBytesPerUser, maxEarlierBytes, maxEarlierContents } from '@shared/files'
import type { Actor } from '../../ctx'
import { addJob } from '../../db/add-job'
import type { Transaction } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import { recordEvent } from '../audit/record-event'

/**
 * Removes earlier contents of a file beyond what is kept of one, and then of all files of its owner
 * beyond what is kept of a person. Call it where a file got another content or another owner. What a
 * file shows now always stays; the bytes go after the commit, by a job.
 */
export async function removeSuperfluousContents(
  tx: Transaction,
  input: { file: { id: number; userId: number | null }; by: Actor },
): Promise<void> {
  const { file, by } = input
  const contents = await listContents(tx, file)
  const earlier = contents.filter(({ isShown }) => !isShown)
  const ofFile = chooseSuperfluous(
    earlier.filter(({ fileId }) => fileId === file.id),
    { count: maxEarlierContents, bytes: maxEarlierBytes },
  )
  const left = earlier.filter((content) => !ofFile.includes(content))
  const shownBytes = sumOfBytes(contents.filter(({ isShown }) => isShown))
  const ofPerson =
    file.userId === null ? [] : chooseSuperfluous(left, { bytes: maxBytesPerUser - shownBytes })

  const superfluous = [...ofFile, ...ofPerson]
  if (superfluous.length === 0) return
  const ids = superfluous.map(({ id }) => id)
  await tx.delete(fileVersions).where(inArray(fileVersions.id, ids))
  await addJob(tx, 'remove-contents', { storageKeys: superfluous.map((row) => row.storageKey) })
  for (const fileId of new Set(superfluous.map((content) => content.fileId))) {
    const removed = superfluous.filter((content) => content.fileId === fileId)
    await recordEvent({ db: tx, by }, 'file.contents-removed', `file:${fileId}`, {
      versions: removed.map(({ id }) => id).join(', '),
      bytes: sumOfBytes(removed),
    })
  }
}

/** Contents of the file and of all others of its owner. */
async function listContents(tx: Transaction, file: { id: number; userId: number | null }) {
  const rows = await tx
    .select({ version: fileVersions, shownKey: files.storageKey })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(or(eq(files.id, file.id), file.userId ? eq(files.userId, file.userId) : undefined))
  return rows.map(({ version, shownKey }) => ({
    ...version,
    isShown: version.storageKey === shownKey,
  }))
}

/** A stored content that its file no longer shows. */
export interface EarlierContent {
  id: number
  fileSize: number
  approvedAt: Date | null
}

/** Oldest first, except that approved contents are kept longest. */
const byWorth = (one: EarlierContent, other: EarlierContent) =>
  Number(one.approvedAt !== null) - Number(other.approvedAt !== null) || one.id - other.id

/** The contents to remove so that at most this many contents and bytes are kept. */
export function chooseSuperfluous<Content extends EarlierContent>(
  contents: readonly Content[],
  limits: { count?: number; bytes: number },
): Content[] {
  const { count = Infinity, bytes } = limits
  let countLeft = contents.length
  let bytesLeft = sumOfBytes(contents)
  const superfluous: Content[] = []
  for (const content of contents.toSorted(byWorth)) {
    if (countLeft <= count && bytesLeft <= bytes) break
    superfluous.push(content)
    countLeft -= 1
    bytesLeft -= content.fileSize
  }
  return superfluous
}

export const sumOfBytes = (contents: readonly { fileSize: number }[]): number =>
  contents.reduce((sum, { fileSize }) => sum + fileSize, 0)
