import { access, constants, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, removeFile } from './disk-io'
import type { FileStorage } from './port'

type Incoming = Pick<FileStorage, 'incoming'>

/** Makes the folder where uploads arrive, private to the user the portal runs as. */
export async function makeIncoming(uploadsDir: string): Promise<string> {
  const folder = join(uploadsDir, '.tmp')
  await makeFolder(folder)
  return folder
}

/** Throws when uploads can't arrive. */
export const checkIncoming = ({ incoming }: Incoming) => access(incoming, constants.W_OK)

export const countIncoming = async ({ incoming }: Incoming) => (await readdir(incoming)).length

/** Removes what arrived longer ago than any upload takes: its process was killed. */
export async function sweepIncoming({ incoming }: Incoming, olderThanMs: number): Promise<number> {
  let removed = 0
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => null)
    if (!found || Date.now() - found.mtimeMs <= olderThanMs) continue
    await removeFile(path)
    removed += 1
  }
  return removed
}
