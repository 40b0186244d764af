import { mkdir, open, stat, unlink } from 'node:fs/promises'
import { isMissing } from './error-codes'

/** Each content of a file that is removed may take its emptied folder along. */
const maxRemovals = 20

export const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })

/** Harmless when it is missing. Node's `rm` asks first what it is, for every file. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** Milliseconds since something was last changed; null when it is missing. */
export async function getAge(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found && Date.now() - found.mtimeMs
}

export async function isOlder(path: string, ageMs: number): Promise<boolean> {
  const age = await getAge(path)
  return age !== null && age > ageMs
}

/**
 * Puts something into a folder that removals of its last other content may take away meanwhile, even
 * while it is being made.
 */
export async function inFolder(folder: string, put: () => Promise<void>): Promise<void> {
  for (let removals = 0; ; removals += 1) {
    try {
      await makeFolder(folder)
      return await put()
    } catch (error) {
      if (!isMissing(error) || removals === maxRemovals) throw error
    }
  }
}

/** Makes a file, or the names in a folder, survive a power cut. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The same for a folder that many write to: whoever comes while it is at work shares its next turn. */
export function createSharedSync(): (path: string) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()

  async function takeTurn(path: string, earlier: Promise<void> | undefined): Promise<void> {
    await earlier?.catch(() => undefined)
    const turn = waiting.get(path)
    waiting.delete(path)
    if (turn) running.set(path, turn)
    try {
      await sync(path)
    } finally {
      if (running.get(path) === turn) running.delete(path)
    }
  }

  return (path) => {
    const shared = waiting.get(path)
    if (shared) return shared
    const turn = takeTurn(path, running.get(path))
    waiting.set(path, turn)
    return turn
  }
}
