import { parseArgs } from 'node:util'
import { loadEnv } from '../env'
import { createLogger } from '../http/logger'
import { openStorage } from '../open-storage'
import { reportSoundness } from './report-soundness'
import { requireFolders } from './require-folders'
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
  // The check changes nothing, so it must not migrate either.
  const isSound = await withDatabase({ ...env, migrate: false }, async (db) => {
    const storage = await openStorage(env, db, createLogger(env))
    await storage.check()
    return reportSoundness({ env, db, storage, checksums: !values.fast })
  })
  process.exitCode = isSound ? exitCodes.sound : exitCodes.notSound
}, exitCodes.cannotRun)
