import { createHash, randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import {
  access,
  copyFile,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  utimes,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStorage, OpenedContent, StagedContent } from './port'

const minFreeShare = 0.1
/** Each content of a file that is removed may take its emptied folder along. */
const maxRemovals = 20
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

  return {
    async stage(content) {
      const path = join(temporaries, randomUUID())
      const hash = createHash('sha256')
      let size = 0
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length
          hash.update(chunk)
          done(null, chunk)
        },
      })
      try {
        const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
        await pipeline(content, measure, file)
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return { path, size, sha256: hash.digest('hex') }
    },

    async keep(staged, storageKey) {
      try {
        await copyDurably(staged, getPath(backups, storageKey))
        await moveDurably(staged, getPath(root, storageKey))
      } catch (error) {
        // A full disk: nothing of it may stay. What has the key already is another content, and does.
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

    async hasRoom() {
      const disks = await Promise.all([statfs(root), statfs(backups)])
      return disks.every((disk) => disk.bavail >= disk.blocks * minFreeShare)
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

const orphansIn = (folder: string) => join(folder, '.orphans')

function getPath(folder: string, storageKey: string): string {
  if (!storageKeyPattern.test(storageKey)) throw new Error('Not a storage key.')
  return join(folder, storageKey)
}

async function openContent(path: string): Promise<OpenedContent | null> {
  const file = await open(path).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!file) return null
  const { size } = await file.stat()
  return {
    size,
    stream: (range) => file.createReadStream({ start: 0, ...range, autoClose: true }),
    async checksum() {
      const hash = createHash('sha256')
      await pipeline(file.createReadStream({ start: 0, autoClose: false }), hash)
      return hash.digest('hex')
    },
    close: () => file.close(),
  }
}

async function moveDurably(staged: StagedContent, target: string): Promise<void> {
  await inFolder(dirname(target), () => rename(staged.path, target))
  await sync(dirname(target))
  await sync(dirname(dirname(target)))
}

/** A copy of its own, never a hard link: damage to one must not reach the other. */
async function copyDurably(staged: StagedContent, target: string): Promise<void> {
  const mode = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL
  await inFolder(dirname(target), () => copyFile(staged.path, target, mode))
  await sync(target)
  await sync(dirname(target))
  await sync(dirname(dirname(target)))
}

/**
 * Puts something into a folder that removals of its last other content may take away meanwhile, even
 * while it is being made.
 */
async function inFolder(folder: string, put: () => Promise<void>): Promise<void> {
  for (let removals = 0; ; removals += 1) {
    try {
      await makeFolder(folder)
      return await put()
    } catch (error) {
      if (!isMissing(error) || removals === maxRemovals) throw error
    }
  }
}

const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })

/** Makes a file, or the names in a folder, survive a power cut. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
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
  // Missing now, it was moved by the sweep of another process.
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

const isMissing = (error: unknown) => hasCode(error, 'ENOENT')

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
