import { randomUUID } from 'node:crypto'
import {
  access,
  constants,
  opendir,
  readdir,
  readFile,
  rename,
  rmdir,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createFile, makeFolder, measureDisk, nullIfMissing, removeFile, sync } from './disk-io'
import { readWhole } from '../places'
import { checkIncoming, makeIncoming } from './incoming'
import {
  copies,
  isStorageKey,
  markName,
  otherCopy,
  requireStorageKey,
  type Copy,
  type FileStorage,
  type StoredContent,
} from './port'

/** Contents in a folder per uploadKey, private to the user the portal runs as. */
export async function createDiskStorage(options: {
  uploadsDir: string
  secondCopyDir: string
}): Promise<FileStorage> {
  const roots = { content: resolve(options.uploadsDir), backup: resolve(options.secondCopyDir) }
  const incoming = await makeIncoming(roots.content)
  await makeFolder(roots.backup)

  const pathOf = (storageKey: string, copy: Copy = 'content') =>
    join(roots[copy], requireStorageKey(storageKey))

  const pathsOf = (storageKey: string) => copies.map((copy) => pathOf(storageKey, copy))

  return {
    incoming,

    async keep(storageKey, ...parts) {
      const created: { path: string; file: FileHandle }[] = []
      try {
        // A name that is taken fails here, before anything is written.
        for (const path of pathsOf(storageKey)) created.push({ path, file: await createFile(path) })
        await Promise.all(created.map(({ path, file }) => write(path, file, parts)))
      } catch (error) {
        // On a full disk, nothing may be left behind.
        for (const { path, file } of created) {
          await file.close().catch(() => undefined)
          await removeWithFolder(path).catch(() => undefined)
        }
        throw error
      }
    },

    read: async (storageKey, copy, place) =>
      readWhole(pathOf(storageKey, copy), place).catch(nullIfMissing),

    async sizeOf(storageKey, copy) {
      const found = await stat(pathOf(storageKey, copy)).catch(nullIfMissing)
      return found && found.size
    },

    async remove(storageKey) {
      for (const path of pathsOf(storageKey)) await removeWithFolder(path)
    },

    readMark: async (copy) =>
      (await readFile(join(roots[copy], markName), 'utf8').catch(nullIfMissing))?.trim() ?? null,

    writeMark: (copy, id) => replaceFile(join(roots[copy], markName), `${id}\n`),

    removeMark: (copy) => removeFile(join(roots[copy], markName)),

    async repair(storageKey, copy) {
      const path = pathOf(storageKey, copy)
      const bytes = await readWhole(pathOf(storageKey, otherCopy(copy)))
      await makeFolder(dirname(path))
      await replaceFile(path, bytes)
      await sync(roots[copy])
    },

    async *list() {
      yield* listContents(roots.content)
      // Of an upload that broke off, the copy alone may be left.
      for await (const found of listContents(roots.backup)) {
        if (!(await stat(pathOf(found.storageKey)).catch(nullIfMissing))) yield found
      }
    },

    async check() {
      // One that is missing is made with the next copy; the portal's identity tells whether it was another.
      const checkCopies = access(roots.backup, constants.W_OK).catch(nullIfMissing)
      await Promise.all([checkIncoming({ incoming }), checkCopies])
    },

    measureDisks: () =>
      Promise.all([measureDisk('uploads', roots.content), measureDisk('backups', roots.backup)]),
  }
}

/** Returns once the bytes, and the names that lead to them, survive a power cut. */
async function write(path: string, file: FileHandle, parts: Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev(parts)
  // A disk that becomes full takes a part, and says why with the rest.
  const rest = parts.reduce((sum, part) => sum + part.length, 0) - bytesWritten
  if (rest > 0) await file.writeFile(Buffer.concat(parts).subarray(-rest))
  await file.sync()
  await file.close()
  // Written with the bytes where the file system keeps a journal: these cost little after them.
  await sync(dirname(path))
  await sync(dirname(dirname(path)))
}

/** Whole or not at all, also when another process does the same. */
async function replaceFile(path: string, content: Buffer | string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, content, { mode: 0o600, flush: true })
  await rename(temporary, path)
  await sync(dirname(path))
}

async function removeWithFolder(path: string): Promise<void> {
  await removeFile(path)
  // Other versions may still be in the folder.
  await rmdir(dirname(path)).catch(() => undefined)
}

/** Folder by folder: there may be millions. */
async function* listContents(root: string): AsyncGenerator<StoredContent> {
  for await (const folder of await opendir(root)) {
    if (!folder.isDirectory()) continue
    for (const name of (await readdir(join(root, folder.name)).catch(nullIfMissing)) ?? []) {
      const storageKey = `${folder.name}/${name}`
      if (!isStorageKey(storageKey)) continue
      const found = await stat(join(root, storageKey)).catch(nullIfMissing)
      if (found) yield { storageKey, ageMs: Date.now() - found.mtimeMs }
    }
  }
}
