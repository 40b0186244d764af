import { access } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createSealer } from '../db/sealing'
import { loadEnv, type Env } from '../env'
import { createLogger } from '../http/logger'
import { openStorage } from '../open-storage'
import { fsckPortal } from './fsck-portal'
import { runCommand, withDatabase } from './with-database'

const exitCodes = { sound: 0, notSound: 1, cannotRun: 2 }

/**
 * `npm run fsck`: compares database and storage and prints what does not hold. `-- --fast` leaves the
 * checksums out.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { fast: { type: 'boolean', default: false } } })
  const env = loadEnv()
  await requireFolders(env)
  const sealer = createSealer(env.dataKeys)
  // The check changes nothing, so it must not migrate either.
  const counts = await withDatabase({ ...env, migrate: false }, async (db) => {
    const storage = await openStorage(env, db, createLogger(env))
    await storage.check()
    return fsckPortal({
      db,
      storage,
      sealer,
      checksums: !values.fast,
      report: (problem) => console.log(`- ${problem}`),
    })
  })
  const { accounts, files, contents, credentials, inProgress, temporaries, orphans } = counts
  console.log(
    `${accounts} accounts, ${files} files with ${contents} contents and their copies, ` +
      `${credentials} shared logins checked${values.fast ? ', without checksums' : ''}.\n` +
      `In progress: ${temporaries} temporaries, ${inProgress} contents. Orphans: ${orphans}.\n` +
      (counts.problems === 0
        ? 'Sound.'
        : `Not sound: ${counts.problems} problem${counts.problems === 1 ? '' : 's'}.`),
  )
  process.exitCode = counts.problems === 0 ? exitCodes.sound : exitCodes.notSound
}, exitCodes.cannotRun)

/** A folder that is not mounted must not count as an empty one. */
async function requireFolders(env: Env): Promise<void> {
  const { storage, storageAlso, uploadsDir, backupDir } = env
  if (storage.kind !== 'disk' && storageAlso?.kind !== 'disk') return
  for (const folder of [uploadsDir, backupDir]) {
    await access(folder).catch((error: unknown) => {
      throw new Error(`${folder} cannot be read. Is it mounted?`, { cause: error })
    })
  }
}
