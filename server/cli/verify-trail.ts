import { loadEnv } from '../env'
import { verifyTrail } from '../features/audit/verify-trail'
import { defineCommand } from './command'
import { withDatabase } from './with-database'

const exitCodes = { sound: 0, notSound: 1, cannotRun: 2 }

const call = {
  options: {
    sealed: {
      type: 'string',
      value: '"4711 0f3a…"',
      help: "compare with a line of the log, 'audit trail sealed': its position and hash",
    },
  },
  cannotRun: exitCodes.cannotRun,
} as const

export const command = defineCommand(call, async (values) => {
  const env = loadEnv()
  const expected = values.sealed === undefined ? undefined : readSealed(values.sealed)
  const counts = await withDatabase({ ...env, migrate: false }, (db) =>
    verifyTrail({
      db,
      dataKeys: env.dataKeys,
      expected,
      report: (problem) => console.log(`- ${problem}`),
    }),
  )
  const { chained, waiting, sealed, problems } = counts
  console.log(
    `${chained} events in the chain, sealed up to link ${sealed}; ${waiting} written since the last minute.\n` +
      (problems === 0 ? 'Sound.' : `Not sound: ${problems} problem${problems === 1 ? '' : 's'}.`),
  )
  process.exitCode = problems === 0 ? exitCodes.sound : exitCodes.notSound
})

function readSealed(text: string): { position: number; hash: string } {
  const [position = '', ...groups] = text.trim().split(/[\s:]+/)
  const hash = groups.join('')
  if (!/^\d+$/.test(position) || !/^[\da-f]{64}$/.test(hash)) {
    throw new Error('--sealed takes a position and a hash, as the log has them.')
  }
  return { position: Number(position), hash }
}
