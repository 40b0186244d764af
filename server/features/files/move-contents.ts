import type { Database } from '../../db/client'
import { idRanges } from '../../db/id-ranges'
import { fileVersions } from '../../db/schema/files'
import type { FileStorage, OpenedContent } from '../../storage/port'
import { portalItself, recordEvent } from '../audit/record-event'
import { findFlaw } from './find-flaw'
import { listVersionsIn, nameVersion, stillStands, type StoredVersion } from './stored-versions'

/** So many contents are moved in parallel. */
const batchSize = 8

/** A storage, with its bytes as they lie there and as documents. */
export interface MovePlace {
  stored: FileStorage
  shown: FileStorage
}

interface Move {
  db: Database
  from: MovePlace
  to: MovePlace
  /** Called for each content that could not be moved, or not be given up. */
  report: (problem: string) => void
}

type Outcome = 'done' | 'before' | 'gone' | 'not'

/** How many contents were done now, how many before, and how many could not be. */
export type MoveCounts = Record<Outcome, number>

/**
 * Copies every content that a file has, or had before, to another storage, and reads each back there. Those
 * that are there with their copy are left alone, so it may be broken off and begun again. The portal may run.
 */
export const copyContents = (move: Move): Promise<MoveCounts> =>
  forEachVersion(move, 'documents.copied', copyVersion)

/** Removes contents from where they were, once both copies are whole where they are now. */
export const removeMovedContents = (move: Move): Promise<MoveCounts> =>
  forEachVersion(move, 'documents.old-removed', removeVersion)

async function forEachVersion(
  move: Move,
  action: 'documents.copied' | 'documents.old-removed',
  work: (move: Move, version: StoredVersion) => Promise<Outcome>,
): Promise<MoveCounts> {
  const counts: MoveCounts = { done: 0, before: 0, gone: 0, not: 0 }
  for await (const range of idRanges(move.db, fileVersions, batchSize)) {
    const versions = await listVersionsIn(move.db, range)
    const outcomes = versions.map((version) => work(move, version))
    // When one fails, the others still come to their end.
    await Promise.allSettled(outcomes)
    for (const outcome of await Promise.all(outcomes)) counts[outcome] += 1
  }
  if (counts.done > 0) {
    await recordEvent(move.db, portalItself, action, { details: { contents: counts.done } })
  }
  return counts
}

async function copyVersion(move: Move, version: StoredVersion): Promise<Outcome> {
  const { from, to, report } = move
  const { storageKey } = version
  if (await isIn(to, version, { checksums: false })) return 'before'
  const copies = [
    { stored: () => from.stored.open(storageKey), shown: () => from.shown.open(storageKey) },
    {
      stored: () => from.stored.openBackup(storageKey),
      shown: () => from.shown.openBackup(storageKey),
    },
  ]
  for (const copy of copies) {
    if (await findFlaw(copy.shown, version)) continue
    const content = await copy.stored()
    if (content && (await copyContent(to, content, version))) return settle(move, version)
  }
  if (!(await stillStands(move.db, version))) return 'gone'
  report(`${nameVersion(version)}: no copy of it is whole, so it was not moved`)
  return 'not'
}

/** True when both copies are whole where they are now. */
async function copyContent(to: MovePlace, content: OpenedContent, version: StoredVersion) {
  const { stored } = to
  const { storageKey } = version
  // What is there is not whole, or it would have been left alone; what is to replace it, is.
  await stored.remove(storageKey)
  const staged = await stored.stage(content.stream())
  try {
    await stored.keep(staged, storageKey)
  } finally {
    await stored.discard(staged)
  }
  return isIn(to, version, { checksums: true })
}

/** A content that was deleted during the move may have been removed before it came here. */
async function settle({ db, to }: Move, version: StoredVersion): Promise<Outcome> {
  if (await stillStands(db, version)) return 'done'
  await to.stored.remove(version.storageKey)
  return 'gone'
}

async function removeVersion(move: Move, version: StoredVersion): Promise<Outcome> {
  const { from, to, report } = move
  const { storageKey } = version
  if ((await from.stored.ageOfKept(storageKey)) === null) return 'before'
  if (!(await isIn(to, version, { checksums: true }))) {
    if (!(await stillStands(move.db, version))) return 'gone'
    report(`${nameVersion(version)}: it is not whole in the new place, so it stays in the old one`)
    return 'not'
  }
  await from.stored.remove(storageKey)
  return 'done'
}

async function isIn(
  { shown }: MovePlace,
  version: StoredVersion,
  { checksums }: { checksums: boolean },
): Promise<boolean> {
  const { storageKey } = version
  return (
    (await findFlaw(() => shown.open(storageKey), version, checksums)) === null &&
    (await findFlaw(() => shown.openBackup(storageKey), version, checksums)) === null
  )
}
