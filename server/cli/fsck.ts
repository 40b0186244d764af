import { loadEnv } from '../env'
import { requireFolders } from '../folders'
import { requireIdentity } from '../identity'
import { openStorage } from '../open-storage'
import { defineReport } from './command'
import { reportSoundness } from './fsck-portal'
import { takeFolders } from './take-folders'
import { verdictCodes } from './verdict'
import { quietLogger, withDatabase, withDatabaseUrls } from './with-database'

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

export const command = defineReport(call, async (values, { report }) => {
  const env = loadEnv()
  await requireFolders(env)
  // A check must not migrate.
  return withDatabaseUrls(env, ({ url: databaseUrl }) =>
    withDatabase({ ...env, databaseUrl, migrate: false }, async (db) => {
      const storage = await openStorage(env, db, quietLogger)
      await storage.check()
      if (values.repair) await takeFolders({ env, db, databaseUrl, storage })
      else await requireIdentity({ env, db, storage })
      return reportSoundness({
        env,
        db,
        storage,
        checksums: !values.fast,
        removesStrays: values['remove-strays'],
        repairs: values.repair,
        report,
      })
    }),
  )
})
