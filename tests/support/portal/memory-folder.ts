import { access, constants, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A whole run needs a quarter of this. */
const neededBytes = 2 * 1024 ** 3

/**
 * A new folder for what need not outlive a test: in memory where the system has a file system for
 * that, with room to spare; among the temporary files elsewhere.
 */
export async function makeMemoryFolder(prefix: string, memory = '/dev/shm'): Promise<string> {
  return mkdtemp(join((await isWritableAndRoomy(memory)) ? memory : tmpdir(), prefix))
}

async function isWritableAndRoomy(memory: string): Promise<boolean> {
  try {
    await access(memory, constants.W_OK)
    return hasRoom(await statfs(memory), process.availableMemory())
  } catch {
    return false
  }
}

type Space = Record<'bavail' | 'blocks' | 'bsize', number>

/** The portal takes no documents where a disk is nearly full. */
export const hasRoom = ({ bavail, blocks, bsize }: Space, availableMemory: number): boolean =>
  bavail > blocks / 2 && Math.min(bavail * bsize, availableMemory) > neededBytes
