import { constants, type BigIntStats, type Dirent } from 'node:fs'
import { copyFile, open, opendir, readdir, rename, rmdir, stat, utimes } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createChecksums } from './checksums'
import {
  createSharedSync,
  getAge,
  hasCode,
  haveRoom,
  inFolder,
  isMissing,
  isOlder,
  makeFolder,
  measureDisk,
  readInto,
  removeFile,
  sync,
} from './disk-io'
import {
  isStorageKey,
  isUploadKey,
  requireStorageKey,
  type FileStorage,
  type OpenedContent,
} from './port'
import { createStaging } from './staging'

/** Contents in a folder per uploadKey, private to the user the portal runs as. */
export async function createDiskStorage(options: {
  uploadsDir: string
  backupDir: string
}): Promise<FileStorage> {
  const root = resolve(options.uploadsDir)
  const backups = resolve(options.backupDir)
  // On the same file system as the contents, so that a rename moves them whole.
  const staging = await createStaging(join(root, '.tmp'))
  await makeFolder(backups)
  const openContent = createOpener()
  const keepContent = createKeeper()

  const measureDisks = () =>
    Promise.all([measureDisk('uploads', root), measureDisk('backups', backups)])

  return {
    ...staging,

    async sweepTemporaries(olderThanMs) {
      await staging.sweepTemporaries(olderThanMs)
      for (const folder of [root, backups, orphansIn(root), orphansIn(backups)])
        await removeEmptyFolders(folder, olderThanMs)
    },

    async keep(staged, storageKey) {
      try {
        await keepContent(staged.path, getPath(root, storageKey), getPath(backups, storageKey))
      } catch (error) {
        // On a full disk, nothing may be left behind. A content that already had the key is another one and
        // stays.
        if (!hasCode(error, 'EEXIST')) {
          await removeFrom([root, backups], storageKey).catch(() => undefined)
        }
        throw error
      }
    },

    open: (storageKey) => openContent(getPath(root, storageKey)),

    openBackup: (storageKey) => openContent(getPath(backups, storageKey)),

    remove: (storageKey) => removeFrom([root, backups], storageKey),

    async moveToOrphans(storageKey) {
      for (const folder of [root, backups]) {
        await moveIfThere(getPath(folder, storageKey), getPath(orphansIn(folder), storageKey))
      }
    },

    async restoreOrphan(storageKey) {
      for (const folder of [root, backups]) {
        await moveIfThere(getPath(orphansIn(folder), storageKey), getPath(folder, storageKey))
      }
    },

    removeOrphan: (storageKey) => removeFrom([orphansIn(root), orphansIn(backups)], storageKey),

    listOrphans: (olderThanMs) => listKeys([orphansIn(root), orphansIn(backups)], olderThanMs),

    measureDisks,

    hasRoom: async () => haveRoom(await measureDisks()),

    async *listKept(olderThanMs) {
      yield* listKeys([root], olderThanMs)
      // An upload that broke off between its two copies has left a backup alone.
      for await (const storageKey of listKeys([backups], olderThanMs)) {
        if ((await getAge(getPath(root, storageKey))) === null) yield storageKey
      }
    },

    ageOfKept: async (storageKey) =>
      (await getAge(getPath(root, storageKey))) ?? (await getAge(getPath(backups, storageKey))),
  }
}

const orphansIn = (folder: string) => join(folder, '.orphans')

const getPath = (folder: string, storageKey: string) => join(folder, requireStorageKey(storageKey))

async function* listKeys(folders: string[], olderThanMs: number): AsyncGenerator<string> {
  for (const copies of folders) {
    for await (const folder of listFolders(copies)) {
      for (const name of await readdir(join(copies, folder.name)).catch(ignoreMissing)) {
        const storageKey = `${folder.name}/${name}`
        if (!isStorageKey(storageKey)) continue
        if (await isOlder(join(copies, storageKey), olderThanMs)) yield storageKey
      }
    }
  }
}

/** An upload that broke off between making its folder and writing into it has left one. */
async function removeEmptyFolders(folder: string, olderThanMs: number): Promise<void> {
  for await (const { name } of listFolders(folder)) {
    const path = join(folder, name)
    // A folder that holds something is not removed, and one that is removed while it is written to is remade.
    if (isUploadKey(name) && (await isOlder(path, olderThanMs))) {
      await rmdir(path).catch(() => undefined)
    }
  }
}

/** Entry by entry: there may be millions. */
async function* listFolders(folder: string): AsyncGenerator<Dirent> {
  for await (const entry of await opendir(folder).catch(ignoreMissing)) {
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield entry
  }
}

async function removeFrom(folders: string[], storageKey: string): Promise<void> {
  for (const folder of folders) {
    const path = getPath(folder, storageKey)
    await removeFile(path)
    // Other versions may still be in the folder.
    await rmdir(dirname(path)).catch(() => undefined)
  }
}

async function moveIfThere(source: string, target: string): Promise<void> {
  if (!(await stat(source).catch(() => null))) return
  // When it is missing, the sweep of another process has moved it.
  await inFolder(dirname(target), () => rename(source, target)).catch(ignoreMissing)
  // Its age counts from here on.
  await utimes(target, new Date(), new Date()).catch(ignoreMissing)
  await rmdir(dirname(source)).catch(() => undefined)
}

function ignoreMissing(error: unknown): never[] {
  if (isMissing(error)) return []
  throw error
}

/** A copy of its own, never a hard link: damage to one must not reach the other. */
const copyMode = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL

/**
 * Copies and moves what was staged, and returns once both, and the names that lead to them, survive a
 * power cut. Nothing is known of them before, so what is synced first does not matter.
 */
function createKeeper(): (staged: string, target: string, copy: string) => Promise<void> {
  const syncShared = createSharedSync()

  return async (staged, target, copy) => {
    await inFolder(dirname(copy), () => copyFile(staged, copy, copyMode))
    await inFolder(dirname(target), () => rename(staged, target))
    await Promise.all([sync(target), sync(copy)])
    // Written with the bytes where the file system keeps a journal: these cost little after them.
    const folders = [dirname(target), dirname(copy)]
    await Promise.all([...folders.map(sync), ...folders.map((path) => syncShared(dirname(path)))])
  }
}

/** Larger pieces are read in fewer steps, and held in memory for each reader. */
const pieceBytes = 256 * 1024

/** Opens contents on a disk. */
function createOpener(): (path: string) => Promise<OpenedContent | null> {
  const withChecksums = createChecksums()

  return async (path) => {
    const file = await open(path).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (!file) return null
    const stats = await file.stat({ bigint: true }).catch(async (error: unknown) => {
      await file.close()
      throw error
    })
    const size = Number(stats.size)
    return withChecksums({
      size,
      fingerprint: fingerprintOf(stats),
      changedAtMs: Number(stats.ctimeMs),
      stream: (range) =>
        file.createReadStream({ start: 0, ...range, highWaterMark: pieceBytes, autoClose: true }),
      bytes: () => readInto(Buffer.allocUnsafeSlow(size), file, 0),
      close: () => file.close(),
    })
  }
}

/** No rewrite leaves the time of the change as it was. */
const fingerprintOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats) =>
  [dev, ino, size, mtimeNs, ctimeNs].join(':')
