import { existsSync, readFileSync } from 'node:fs'
import { z } from '@shared/zod'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), dev: z.boolean().optional() }),
  ),
})

/** What `npm ci --omit=dev` installs on this machine, by the lock file. */
export function listShipped(): { path: string; version: string }[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  return Object.entries(packages).flatMap(([path, { version, dev }]) =>
    path && version && !dev && existsSync(`${path}/package.json`) ? [{ path, version }] : [],
  )
}
