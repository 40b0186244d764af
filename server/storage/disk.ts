import { constants } from 'node:fs'
import { access, opendir, readdir, rename, rm, rmdir, stat, statfs, utimes } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { hasCode, isMissing } from './error-codes'
import { inFolder, makeFolder } from './folders'
import { createKeeper } from './keep-content'
import { createOpener } from './open-content'
import type { DiskSpace, FileStorage } from './port'
import { stageContent } from './stage-content'

const minFreeShare = 0.1
const storageKeyPattern = /^[\w-]{43}\/[\w-]+\.[a-z]+$/

/** Contents in a folder per uploadKey, private to the user the portal runs as. */
export async function createDiskStorage(options: {
  uploadsDir: string
  backupDir: string
}): Promise<FileStorage> {
  const root = resolve(options.uploadsDir)
  const backups = resolve(options.backupDir)
  // On the same file system as the contents, so that a rename moves them whole.
  const temporaries = join(root, '.tmp')
  await makeFolder(temporaries)
  await makeFolder(backups)
  const openContent = createOpener()
  const keepContent = createKeeper()

  const measureDisks = () =>
    Promise.all([measureDisk('uploads', root), measureDisk('backups', backups)])

  return {
    stage: (content) => stageContent(temporaries, content),

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

    discard: (staged) => rm(staged.path, { force: true }),

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

    async hasRoom() {
      const disks = await measureDisks()
      return disks.every(({ freeBytes, sizeBytes }) => freeBytes >= sizeBytes * minFreeShare)
    },

    check: () => access(temporaries, constants.W_OK),

    async sweepTemporaries(olderThanMs) {
      for (const name of await readdir(temporaries)) {
        const path = join(temporaries, name)
        if (await isOlder(path, olderThanMs)) await rm(path, { force: true })
      }
    },

    async *listKept(olderThanMs) {
      yield* listKeys([root], olderThanMs)
      // An upload that broke off between its two copies has left a backup alone.
      for await (const storageKey of listKeys([backups], olderThanMs)) {
        if ((await getAge(getPath(root, storageKey))) === null) yield storageKey
      }
    },

    ageOfKept: async (storageKey) =>
      (await getAge(getPath(root, storageKey))) ?? (await getAge(getPath(backups, storageKey))),

    countTemporaries: async () => (await readdir(temporaries)).length,
  }
}

async function measureDisk(folder: DiskSpace['folder'], path: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { folder, freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

const orphansIn = (folder: string) => join(folder, '.orphans')

function getPath(folder: string, storageKey: string): string {
  if (!storageKeyPattern.test(storageKey)) throw new Error('Not a storage key.')
  return join(folder, storageKey)
}

async function* listKeys(folders: string[], olderThanMs: number): AsyncGenerator<string> {
  for (const copies of folders) {
    // Entry by entry: there may be millions.
    for await (const folder of await opendir(copies).catch(ignoreMissing)) {
      if (!folder.isDirectory() || folder.name.startsWith('.')) continue
      for (const name of await readdir(join(copies, folder.name)).catch(ignoreMissing)) {
        const storageKey = `${folder.name}/${name}`
        if (!storageKeyPattern.test(storageKey)) continue
        if (await isOlder(join(copies, storageKey), olderThanMs)) yield storageKey
      }
    }
  }
}

async function removeFrom(folders: string[], storageKey: string): Promise<void> {
  for (const folder of folders) {
    const path = getPath(folder, storageKey)
    await rm(path, { force: true })
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

async function isOlder(path: string, ageMs: number): Promise<boolean> {
  const age = await getAge(path)
  return age !== null && age > ageMs
}

async function getAge(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found && Date.now() - found.mtimeMs
}

function ignoreMissing(error: unknown): never[] {
  if (isMissing(error)) return []
  throw error
}
