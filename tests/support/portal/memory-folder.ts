import { access, constants, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** A whole run needs a quarter of this. */
const neededBytes = 2 * 1024 ** 3

/**
 * A new folder for what need not outlive a test: in memory where the system has a file system for
 * that, with room to spare; among the temporary files elsewhere.
 */
export async function makeMemoryFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasRoomInMemory()) ? memory : tmpdir(), prefix))
}

async function hasRoomInMemory(): Promise<boolean> {
  try {
    await access(memory, constants.W_OK)
    const { bavail, blocks, bsize } = await statfs(memory)
    // The portal takes no documents where a disk is nearly full.
    const isMostlyFree = bavail > blocks / 2
    return isMostlyFree && Math.min(bavail * bsize, process.availableMemory()) > neededBytes
  } catch {
    return false
  }
}
