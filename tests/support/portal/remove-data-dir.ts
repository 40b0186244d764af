import { readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Removes a data folder, and its cluster where that is elsewhere for a system user. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const elsewhere = await readlink(join(dataDir, 'postgres')).catch(() => null)
  if (elsewhere) await rm(dirname(elsewhere), { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}
