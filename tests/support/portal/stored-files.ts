import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** How long a due job may take. */
const jobMs = 20_000

/**
 * Paths of everything in an uploads folder: contents, backups, temporaries, and folders left empty; not the seals of
 * the trail, which come by the minute.
 */
export async function listStored(uploadsDir: string): Promise<string[]> {
  const entries = await readdir(uploadsDir, { recursive: true, withFileTypes: true })
  return entries
    .filter(({ name }) => name !== '.audit-seals')
    .map((entry) => join(entry.parentPath, entry.name).slice(uploadsDir.length + 1))
    .toSorted()
}

export const listTemporaries = (uploadsDir: string) => readdir(join(uploadsDir, '.tmp'))

/** Descriptors that a process holds on files of a folder. */
export async function openFilesUnder(pid: number, folder: string): Promise<string[]> {
  const descriptors = await readdir(`/proc/${pid}/fd`)
  const targets = await Promise.all(
    descriptors.map((one) => readlink(`/proc/${pid}/fd/${one}`).catch(() => '')),
  )
  return targets.filter((target) => target.startsWith(folder))
}

/** Whether the job comes that takes a deleted document's bytes away, in both places. */
export async function isRemoved(uploadsDir: string, uploadKey: string): Promise<boolean> {
  const folders = [join(uploadsDir, uploadKey), join(uploadsDir, '.backups', uploadKey)]
  const deadline = Date.now() + jobMs
  while (folders.some((folder) => existsSync(folder))) {
    if (Date.now() > deadline) return false
    await delay(50)
  }
  return true
}
