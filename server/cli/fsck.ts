import { loadEnv } from '../env'
import { createLogger } from '../http/logger'
import { requireIdentity } from '../identity'
import { openStorage } from '../open-storage'
import { defineCommand } from './command'
import { reportSoundness } from './fsck-portal'
import { requireFolders } from './require-folders'
import { printVerdict, verdictCodes } from './verdict'
import { withDatabase } from './with-database'

const call = {
  options: {
    fast: { type: 'boolean', default: false, help: 'compare sizes only, without checksums' },
    'remove-strays': {
      type: 'boolean',
      default: false,
      help: 'remove what is stored of no file',
    },
    repair: {
      type: 'boolean',
      default: false,
      help: 'take missing and damaged contents back from the second copies, and copies from them',
    },
  },
  cannotRun: verdictCodes.cannotRun,
} as const

export const command = defineCommand(call, async (values) => {
  const env = loadEnv()
  await requireFolders(env)
  // A check must not migrate.
  const verdict = await withDatabase({ ...env, migrate: false }, async (db) => {
    const storage = await openStorage(env, db, createLogger(env))
    await storage.check()
    await requireIdentity({ env, db, storage })
    return reportSoundness({
      env,
      db,
      storage,
      checksums: !values.fast,
      removesStrays: values['remove-strays'],
      repairs: values.repair,
    })
  })
  printVerdict(verdict)
})
