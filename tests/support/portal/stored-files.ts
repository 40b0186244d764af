import { existsSync, mkdtempSync, rmdirSync } from 'node:fs'
import { readdir, readlink, readFile, writeFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'

/** How long a due job may take. */
const jobMs = 20_000

/**
 * Paths of everything in an uploads folder: contents, backups, temporaries, and folders left empty; not the
 * portal's id, nor the seals of the trail, which come by the minute.
 */
export async function listStored(uploadsDir: string): Promise<string[]> {
  const entries = await readdir(uploadsDir, { recursive: true, withFileTypes: true })
  return entries
    .filter(({ name }) => !['.audit-seals', '.portal'].includes(name))
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

/** Changes one bit of a file, somewhere in the middle, as a worn disk would. */
export async function flipBit(path: string): Promise<void> {
  const bytes = await readFile(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(path, bytes)
}

/** A disk of its own, in memory. */
export interface SmallDisk {
  path: string
  size: number
  /** Fills it up to so many free bytes. */
  fillUpTo(freeBytes: number): Promise<void>
  /** Takes away what `fillUpTo` put there. */
  free(): Promise<void>
  setReadOnly(isReadOnly: boolean): void
  unmount(): void
}

/** Mounts it; the reason, in words, where this user or system may not. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  const path = mkdtempSync(join(tmpdir(), 'portal-disk-'))
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', path)
  } catch (error) {
    rmdirSync(path)
    return `no disk can be mounted here (${String(error).split('\n', 1).join()})`
  }
  const filler = join(path, 'filler')
  return {
    path,
    size: megabytes * 1024 ** 2,
    async fillUpTo(freeBytes) {
      await rm(filler, { force: true })
      const { bavail, bsize } = await statfs(path)
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)))
    },
    free: () => rm(filler, { force: true }),
    setReadOnly: (isReadOnly) => run('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path),
    unmount() {
      run('umount', '--lazy', path)
      rmdirSync(path)
    },
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
