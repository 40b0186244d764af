import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
