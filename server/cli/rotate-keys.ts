import { createSealer } from '../db/sealing'
import { listKeysOfProcesses } from '../db/connect-jobs'
import type { Database } from '../db/client'
import { EnvironmentError, loadEnv } from '../env'
import { noteOnlyKey, secretIds } from '../identity'
import { defineCommand } from './command'
import { resealValues } from './reseal-values'
import { withDatabase } from './with-database'

export const command = defineCommand({ options: {} }, async () => {
  const env = loadEnv()
  const sealer = createSealer(env.dataKeys)
  const [newest = ''] = secretIds(env).dataKeys
  const { resealed, unopened, left } = await withDatabase(env, async (db) => {
    await requireKnownKey(db, newest)
    const done = await resealValues({ db, sealer })
    if (done.unopened.length === 0 && done.left === 0) await noteOnlyKey(db, newest)
    return done
  })
  for (const [column, count] of Object.entries(resealed)) {
    console.log(`${column.padEnd(40)} ${count} encrypted again`)
  }
  for (const value of unopened) console.error(`- ${value}: no key of DATA_KEY opens it`)
  if (left > 0) {
    console.error(
      `- ${left} values were encrypted with an older key in the meantime: restart every portal with the new DATA_KEY, then run this again`,
    )
  }
  if (unopened.length > 0 || left > 0) {
    throw new Error('The older keys are still needed: leave them in DATA_KEY.')
  }
  console.log('Everything is encrypted with the first key of DATA_KEY. You can remove the others.')
})

/** A process that lacks the key opens nothing that is sealed with it. */
async function requireKnownKey(db: Database, id: string): Promise<void> {
  const processes = await listKeysOfProcesses(db)
  if (processes.every((keys) => keys.includes(id))) return
  throw new EnvironmentError([
    `DATA_KEY begins with the key ${id}, which a running portal process lacks: restart every process with this DATA_KEY, then run this again`,
  ])
}
