import { createSealer } from '../db/sealing'
import { listKeysOfProcesses } from '../db/connect-jobs'
import type { Database } from '../db/client'
import { countingMs, countSealed } from '../db/key-use'
import { portal } from '../db/schema/portal'
import { EnvironmentError, loadEnv, type Env } from '../env'
import { giveUpKey, noteOnlyKey, secretIds } from '../identity-secrets'
import { confirm, defineCommand } from './command'
import { resealValues } from './reseal-values'
import { withDatabase } from './with-database'

const call = {
  options: {
    'give-up': { type: 'string', value: 'ID', help: 'start without a key that is lost for good' },
    yes: { type: 'boolean', default: false, help: 'give it up without asking' },
  },
} as const

export const command = defineCommand(call, async (values) => {
  const env = loadEnv()
  const { 'give-up': lost, yes } = values
  if (lost !== undefined) await giveUp(env, lost, yes)
  else await rotate(env)
})

async function rotate(env: Env): Promise<void> {
  const sealer = createSealer(env.dataKeys)
  const [newest = ''] = secretIds(env).dataKeys
  const { resealed, unopened, left } = await withDatabase(env, async (db) => {
    await requireSealingWith(db, newest)
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
}

/** Takes a key that nobody has any more from those that a start asks for. Nothing is deleted. */
async function giveUp(env: Env, id: string, isMeant: boolean): Promise<void> {
  const work = async (db: Database) => {
    const [row] = await db.select().from(portal)
    const processes = await listKeysOfProcesses(db)
    if ([secretIds(env).dataKeys, ...processes].some((keys) => keys.includes(id)))
      throw new Error(
        `The key ${id} is not lost: DATA_KEY has it, here or in a running portal process.`,
      )
    if (!row?.dataKeys.includes(id)) throw new Error(`No start asks for a key ${id}.`)
    const uses = (await countSealed(db)).filter(({ keyId }) => keyId === id)
    const given = uses.map(({ place, count }) => `${count} in ${place}`).join(', ') || 'nothing'
    const what = `The key ${id} is given up, and what it has sealed stays closed: ${given}`
    if (!isMeant) await confirm(what)
    await giveUpKey(db, id)
    console.log(`${what}. The portal starts without it.`)
  }
  await withDatabase(env, work, { statementTimeoutMs: countingMs })
}

/** A process that lacks the key opens nothing that is sealed with it, and one that seals with another leaves work behind. */
async function requireSealingWith(db: Database, id: string): Promise<void> {
  const processes = await listKeysOfProcesses(db)
  if (processes.every(([first]) => first === id)) return
  throw new EnvironmentError([
    `DATA_KEY begins with the key ${id}, and that of a running portal process does not: restart every process with this DATA_KEY, then run this again`,
  ])
}
