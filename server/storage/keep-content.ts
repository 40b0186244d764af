import { constants } from 'node:fs'
import { copyFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createSharedSync, inFolder, sync } from './folders'

/** A copy of its own, never a hard link: damage to one must not reach the other. */
const copyMode = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL

/**
 * Copies and moves what was staged, and returns once both, and the names that lead to them, survive a
 * power cut. Nothing is known of them before, so what is synced first does not matter.
 */
export function createKeeper(): (staged: string, target: string, copy: string) => Promise<void> {
  const syncShared = createSharedSync()

  return async (staged, target, copy) => {
    await inFolder(dirname(copy), () => copyFile(staged, copy, copyMode))
    await inFolder(dirname(target), () => rename(staged, target))
    await Promise.all([sync(target), sync(copy)])
    // Written with the bytes where the file system keeps a journal: these cost little after them.
    const folders = [dirname(target), dirname(copy)]
    await Promise.all([...folders.map(sync), ...folders.map((path) => syncShared(dirname(path)))])
  }
}
