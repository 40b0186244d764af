import { createHash } from 'node:crypto'
import { open as openFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { S3Address } from '../../env-storage'
import { StorageAwayError } from '../../storage-away'
import { createChecksums } from '../checksums'
import { hasCode, haveRoom, measureDisk, readInto } from '../disk-io'
import { isStorageKey, requireStorageKey, type FileStorage } from '../port'
import { createStaging } from '../staging'
import { connectS3, type S3Keys, type S3Limits } from './connect-s3'
import { openObjectFolder, type ListedObject, type ObjectFolder } from './object-folder'
import { readObject } from './read-object'

/** One that comes slowly must not hold up the others. */
const readAtOnce = 4

/**
 * Contents as objects, with a copy of each in another folder or another bucket. What is set aside stays
 * where it is: an object without content marks it, so nothing has to be copied and deleted to and fro.
 * Incoming content is on local disk until it is kept.
 */
export async function createS3Storage(input: {
  address: S3Address
  keys: S3Keys
  /** Temporaries lie in it. */
  uploadsDir: string
  logger: Logger
  limits?: Partial<S3Limits>
}): Promise<FileStorage> {
  const { address, uploadsDir, logger } = input
  const s3 = connectS3(input)
  const contents = openObjectFolder(s3, address.contents, 'contents')
  const backups = openObjectFolder(s3, address.backups, 'backups')
  const orphans = openObjectFolder(s3, address.contents, 'orphans')
  const staging = await createStaging(join(uploadsDir, '.tmp'))
  await tryOut([contents, backups], logger)

  const withChecksums = createChecksums(readAtOnce)
  const measureDisks = async () => [await measureDisk('uploads', uploadsDir)]

  async function open(folder: ObjectFolder, storageKey: string) {
    const found = await folder.find(requireStorageKey(storageKey))
    if (!found) return null
    const { size, etag, modifiedAtMs } = found
    const target = { Bucket: folder.bucket, Key: folder.keyOf(storageKey) }
    const read = (range = { start: 0, end: size - 1 }) =>
      size === 0 ? Readable.from([]) : readObject({ s3, target, etag, range })
    return withChecksums({
      size,
      fingerprint: [folder.bucket, target.Key, etag, size, modifiedAtMs].join(':'),
      changedAtMs: modifiedAtMs,
      stream: read,
      bytes: async () => Buffer.concat(await read().toArray()),
      close: async () => undefined,
    })
  }

  async function ageOfKept(storageKey: string): Promise<number | null> {
    const name = requireStorageKey(storageKey)
    const found = (await contents.find(name)) ?? (await backups.find(name))
    return found && ageOf(found)
  }

  async function remove(storageKey: string): Promise<void> {
    const name = requireStorageKey(storageKey)
    await Promise.all([contents.remove(name), backups.remove(name)])
  }

  return {
    ...staging,

    async keep(staged, storageKey) {
      const name = requireStorageKey(storageKey)
      const sha256 = staged.sha256 ?? (await hashFile(staged.path))
      const begun: ObjectFolder[] = []
      try {
        // The copy first, and one after the other: the winner of the name there gets it here.
        for (const folder of [backups, contents]) {
          begun.push(folder)
          await folder.put(name, { ...staged, sha256 })
        }
      } catch (error) {
        // In a full store, nothing may be left behind. A content that already had the name is another one
        // and stays.
        if (hasCode(error, 'EEXIST')) begun.pop()
        await Promise.allSettled(begun.map((folder) => folder.remove(name)))
        throw error
      }
      await staging.discard(staged)
    },

    open: (storageKey) => open(contents, storageKey),

    openBackup: (storageKey) => open(backups, storageKey),

    remove,

    measureDisks,

    hasRoom: async () => haveRoom(await measureDisks()),

    async check() {
      await Promise.all([staging.check(), contents.check(), backups.check()])
    },

    async *listKept(olderThanMs) {
      for await (const [content, backup, mark] of joinLists(
        [contents, backups, orphans].map((folder) => folder.list()),
      )) {
        const kept = content ?? backup
        if (kept && !mark && isOldContent(kept, olderThanMs)) yield kept.name
      }
    },

    ageOfKept,

    async moveToOrphans(storageKey) {
      if ((await ageOfKept(storageKey)) !== null) await orphans.mark(storageKey)
    },

    restoreOrphan: (storageKey) => orphans.remove(requireStorageKey(storageKey)),

    async *listOrphans(olderThanMs) {
      for await (const mark of orphans.list()) if (isOldContent(mark, olderThanMs)) yield mark.name
    },

    async removeOrphan(storageKey) {
      if (!(await orphans.find(requireStorageKey(storageKey)))) return
      await remove(storageKey)
      await orphans.remove(storageKey)
    },
  }
}

const ageOf = ({ modifiedAtMs }: { modifiedAtMs: number }) => Date.now() - modifiedAtMs

const isOldContent = (listed: ListedObject, olderThanMs: number) =>
  isStorageKey(listed.name) && ageOf(listed) > olderThanMs

/**
 * Throws when the settings have to be changed before anything can be stored. A store that only does not
 * answer yet, or is full, is waited for.
 */
async function tryOut(folders: readonly ObjectFolder[], logger: Logger): Promise<void> {
  for (const folder of folders) {
    try {
      await folder.mark('.tried-out')
      await folder.remove('.tried-out')
    } catch (error) {
      if (error instanceof StorageAwayError && error.isRefusal) throw error
      logger.warn('the object store was not tried out at the start')
    }
  }
}

const pieceBytes = 512 * 1024

/** SHA-256 of the file at a path. */
async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const place = Buffer.allocUnsafeSlow(pieceBytes)
  const file = await openFile(path)
  try {
    for (let position = 0, isLast = false; !isLast; position += pieceBytes) {
      const bytes = await readInto(place, file, position)
      hash.update(bytes)
      isLast = bytes.length < pieceBytes
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/**
 * Walks lists that are in the order of their names side by side: for each name, what each list has under it.
 * Only one entry of each is in memory.
 */
async function* joinLists<Entry extends { name: string }>(
  lists: readonly AsyncIterable<Entry>[],
): AsyncGenerator<(Entry | undefined)[]> {
  const walks = lists.map((list) => list[Symbol.asyncIterator]())
  const entries: (Entry | undefined)[] = []
  for (const walk of walks) entries.push(await advance(walk))
  for (;;) {
    const [first] = entries.flatMap((entry) => entry?.name ?? []).toSorted(compareNames)
    if (first === undefined) return
    const named = entries.map((entry) => (entry?.name === first ? entry : undefined))
    yield named
    for (const [index, walk] of walks.entries()) {
      if (named[index]) entries[index] = await advance(walk)
    }
  }
}

async function advance<Entry>(walk: AsyncIterator<Entry>): Promise<Entry | undefined> {
  const next = await walk.next()
  return next.done ? undefined : next.value
}

/** By their characters, as object stores do; a language has an order of its own. */
const compareNames = (one: string, other: string) => (one < other ? -1 : Number(one > other))
