import { loadEnv } from '../env'
import { createLogger } from '../http/logger'
import { openStorage } from '../open-storage'
import { defineCommand } from './command'
import { reportSoundness } from './fsck-portal'
import { requireFolders } from './require-folders'
import { printVerdict, verdictCodes } from './verdict'
import { withDatabase } from './with-database'

const call = {
  options: {
    fast: { type: 'boolean', default: false, help: 'compare sizes only, without checksums' },
  },
  cannotRun: verdictCodes.cannotRun,
} as const

export const command = defineCommand(call, async (values) => {
  const env = loadEnv()
  await requireFolders(env)
  // The check changes nothing, so it must not migrate either.
  const verdict = await withDatabase({ ...env, migrate: false }, async (db) => {
    const storage = await openStorage(env, db, createLogger(env))
    await storage.check()
    return reportSoundness({ env, db, storage, checksums: !values.fast })
  })
  printVerdict(verdict)
})
