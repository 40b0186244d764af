import { loadEnv } from '../env'
import { listKeptSeals, readKeptSeal, type KeptSeal } from '../features/audit/kept-seals'
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
  const kept = await listKeptSeals(env.uploadsDir)
  if (values.sealed !== undefined) kept.push(readSealed(values.sealed))
  const counts = await withDatabase({ ...env, migrate: false }, (db) =>
    verifyTrail({
      db,
      dataKeys: env.dataKeys,
      kept,
      report: (problem) => console.log(`- ${problem}`),
    }),
  )
  const { chained, waiting, sealed, sealedAt, problems } = counts
  console.log(
    `${chained} events in the chain, sealed up to link ${sealed}${sealedAt ? `, ${ageOf(sealedAt)}` : ''}; ` +
      `${waiting} written since the last minute.\n` +
      `Compared with ${kept.length} sealed line${kept.length === 1 ? '' : 's'} from outside the database.\n` +
      (problems === 0 ? 'Sound.' : `Not sound: ${problems} problem${problems === 1 ? '' : 's'}.`),
  )
  process.exitCode = problems === 0 ? exitCodes.sound : exitCodes.notSound
})

function ageOf(at: Date): string {
  const hours = Math.floor((Date.now() - at.getTime()) / 3_600_000)
  return hours < 1 ? 'less than an hour ago' : `${hours} hour${hours === 1 ? '' : 's'} ago`
}

function readSealed(text: string): KeptSeal {
  const seal = readKeptSeal(text)
  if (!seal) throw new Error('--sealed takes a position and a hash, as the log has them.')
  return seal
}
