import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { z } from '@shared/zod'
import { isMissing, makeFolder, nullIfMissing, sync } from '../../storage/disk-io'

const marker = 'portal-backups.json'
const markerSchema = z.object({ portal: z.string() })
const contentsName = 'contents'
const unfinished = '.unfinished'
const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/

export type BackupFolder = ReturnType<typeof createBackupFolder>

/**
 * The folder for a portal's backups; made, or begun when it is empty, only where that is allowed: the disk that it
 * should be on may not be mounted. Throws when it holds other things, or those of another portal.
 */
export async function prepareBackupFolder(
  path: string,
  { portal, mayBegin }: { portal: string; mayBegin: boolean },
): Promise<BackupFolder> {
  if (mayBegin) await makeFolder(path)
  const entries = await readdir(path).catch((error: unknown) => nullIfMissing(error) ?? [])
  // A disk of its own has that at its top.
  const names = entries.filter((name) => name !== 'lost+found')
  if (names.length === 0 && !mayBegin) {
    throw new Error(
      `${path} is empty or not there, but this portal has made backups: is it mounted? If the folder is new on purpose, set ACCEPT_FOLDERS=once for this backup.`,
    )
  }
  if (names.length > 0 && !names.includes(marker)) {
    throw new Error(`${path} holds other things. Name an empty folder, or one with backups.`)
  }
  if (names.length > 0) {
    const found = markerSchema.safeParse(JSON.parse(await readFile(join(path, marker), 'utf8')))
    if (found.data?.portal !== portal) throw new Error(belongsToOther(path))
  }
  await makeFolder(join(path, contentsName))
  if (names.length === 0) {
    const text = JSON.stringify({ format: 1, portal })
    await writeFile(join(path, marker), `${text}\n`, { mode: 0o600, flush: true })
  }
  return createBackupFolder(path)
}

export const belongsToOther = (path: string) =>
  `${path} belongs to another portal, or to this one before it was restored: name a new folder. The backups in it stay as they are.`

/** A folder with backups. Throws for any other. */
export async function openBackupFolder(path: string): Promise<BackupFolder> {
  await stat(join(path, marker)).catch((error: unknown) => {
    const why = isMissing(error) ? 'is not a folder of backups, or is not mounted' : 'can’t be read'
    throw new Error(`${path} ${why}: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    })
  })
  return createBackupFolder(path)
}

/**
 * `contents/` holds each document once, for all backups that have it. A backup is a folder named by its
 * moment; while it is made the name ends in `.unfinished`, and nothing takes it for a backup.
 */
function createBackupFolder(path: string) {
  const root = resolve(path)
  const placeOf = (backup: string) => join(root, backup)
  const placeOfContent = (hidden: string) =>
    join(root, contentsName, hidden.slice(0, 2), `${hidden}.sealed`)

  return {
    path: root,

    /** Names of the whole backups, the oldest first. */
    async listBackups(): Promise<string[]> {
      const entries = await readdir(root)
      return entries.filter((name) => backupName.test(name)).toSorted()
    },

    async begin(backup: string): Promise<void> {
      await mkdir(placeOf(backup) + unfinished, { mode: 0o700 })
    },

    /** Before this the backup does not exist; after it the backup survives a power cut. */
    async finish(backup: string): Promise<void> {
      const contents = join(root, contentsName)
      for (const name of await readdir(contents)) await sync(join(contents, name))
      await sync(contents)
      await sync(placeOf(backup) + unfinished)
      await rename(placeOf(backup) + unfinished, placeOf(backup))
      await sync(root)
    },

    /** Removes what a run that was killed has left. */
    async removeUnfinished(): Promise<void> {
      const contents = join(root, contentsName)
      const left = [
        ...(await readdir(root))
          .filter((name) => name.endsWith(unfinished))
          .map((name) => join(root, name)),
        ...(await readdir(contents))
          .filter((name) => name.startsWith('.'))
          .map((name) => join(contents, name)),
      ]
      for (const leftover of left) await rm(leftover, { recursive: true, force: true })
    },

    async removeBackup(backup: string): Promise<void> {
      // A removal that is broken off leaves no half of a backup.
      await rename(placeOf(backup), placeOf(backup) + unfinished)
      await rm(placeOf(backup) + unfinished, { recursive: true, force: true })
    },

    async writePart(backup: string, part: string, bytes: Buffer): Promise<void> {
      await writeFile(join(placeOf(backup) + unfinished, part), bytes, { mode: 0o600, flush: true })
    },

    /** Reads a part of a backup, or of the one that is being made. */
    async readPart(backup: string, part: string): Promise<Buffer> {
      return readFile(join(placeOf(backup), part)).catch((error: unknown) => {
        if (!isMissing(error)) throw error
        return readFile(join(placeOf(backup) + unfinished, part))
      })
    },

    /** Whole: its name comes after its bytes. */
    hasContent: async (hidden: string): Promise<boolean> =>
      (await stat(placeOfContent(hidden)).catch(() => null)) !== null,

    async writeContent(hidden: string, bytes: Buffer): Promise<void> {
      const target = placeOfContent(hidden)
      const temporary = join(root, contentsName, `.${randomUUID()}`)
      await makeFolder(dirname(target))
      try {
        await writeFile(temporary, bytes, { mode: 0o600, flush: true })
        await rename(temporary, target)
      } finally {
        await rm(temporary, { force: true })
      }
    },

    readContent: (hidden: string): Promise<Buffer> => readFile(placeOfContent(hidden)),

    async *listContents(): AsyncGenerator<string> {
      for await (const folder of await opendir(join(root, contentsName))) {
        if (!folder.isDirectory()) continue
        for (const name of await readdir(join(root, contentsName, folder.name))) {
          yield name.replace(/\.sealed$/, '')
        }
      }
    },

    removeContent: (hidden: string): Promise<void> => rm(placeOfContent(hidden), { force: true }),
  }
}
