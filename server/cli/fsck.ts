import { loadEnv } from '../env'
import { createLogger } from '../http/logger'
import { openStorage } from '../open-storage'
import { defineCommand } from './command'
import { reportSoundness } from './fsck-portal'
import { requireFolders } from './require-folders'
import { withDatabase } from './with-database'

const exitCodes = { sound: 0, notSound: 1, cannotRun: 2 }

const call = {
  options: {
    fast: { type: 'boolean', default: false, help: 'compare sizes only, without checksums' },
  },
  cannotRun: exitCodes.cannotRun,
} as const

export const command = defineCommand(call, async (values) => {
  const env = loadEnv()
  await requireFolders(env)
  // The check changes nothing, so it must not migrate either.
  const isSound = await withDatabase({ ...env, migrate: false }, async (db) => {
    const storage = await openStorage(env, db, createLogger(env))
    await storage.check()
    return reportSoundness({ env, db, storage, checksums: !values.fast })
  })
  process.exitCode = isSound ? exitCodes.sound : exitCodes.notSound
})
