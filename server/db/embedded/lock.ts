import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { z } from '@shared/zod'
import { findProcess } from './process'

const ownerSchema = z.object({ pid: z.int().positive(), startedAt: z.string(), id: z.string() })
type Owner = z.infer<typeof ownerSchema>

export interface FolderLock {
  release(): Promise<void>
}

/** Another living process holds the lock. */
export class LockHeldError extends Error {
  constructor(readonly pid: number) {
    super(`Locked by process ${pid}`)
  }
}

/**
 * Takes a lock file for this process, or throws LockHeldError. The lock of a process that died is
 * taken over.
 */
export async function acquireLock(path: string): Promise<FolderLock> {
  const id = randomUUID()
  const own = `${path}.${id}`
  const startedAt = findProcess(process.pid)?.startedAt ?? ''
  await writeFile(own, JSON.stringify({ pid: process.pid, startedAt, id }), { mode: 0o600 })
  try {
    // A link appears whole or not at all, so no one can read a lock that is half written.
    while (!(await linkUnlessExists(own, path))) {
      const owner = await readOwner(path)
      if (owner === 'none') continue
      if (owner !== 'unreadable' && isAlive(owner)) throw new LockHeldError(owner.pid)
      // Only the holder of the second lock may replace the first, and only if it is still the one
      // seen dead: otherwise two takers could each remove the other's fresh lock.
      const takeover = await acquireLock(`${path}.takeover`)
      try {
        if (isSameOwner(await readOwner(path), owner)) await rename(own, path)
        if (isSameOwner(await readOwner(path), { pid: process.pid, startedAt, id })) break
      } finally {
        await takeover.release()
      }
    }
  } finally {
    await rm(own, { force: true })
  }
  return { release: () => rm(path, { force: true }) }
}

async function linkUnlessExists(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function readOwner(path: string): Promise<Owner | 'none' | 'unreadable'> {
  try {
    const owner = ownerSchema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return owner.success ? owner.data : 'unreadable'
  } catch (error) {
    if (error instanceof SyntaxError) return 'unreadable'
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'none'
    throw error
  }
}

function isAlive(owner: Owner): boolean {
  return findProcess(owner.pid)?.startedAt === owner.startedAt
}

function isSameOwner(left: Owner | 'none' | 'unreadable', right: Owner | 'unreadable'): boolean {
  if (typeof left === 'string' || typeof right === 'string') return left === right
  return left.id === right.id
}
