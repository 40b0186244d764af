import { createSealer } from '../db/sealing'
import { loadEnv } from '../env'
import { defineCommand } from './command'
import { resealValues } from './reseal-values'
import { withDatabase } from './with-database'

export const command = defineCommand({ options: {} }, async () => {
  const env = loadEnv()
  const sealer = createSealer(env.dataKeys)
  const { resealed, unopened, left } = await withDatabase(env, (db) => resealValues({ db, sealer }))
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
