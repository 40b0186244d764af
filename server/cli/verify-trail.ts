import { loadEnv } from '../env'
import { listKeptSeals, readKeptSeal, type KeptSeal } from '../features/audit/seal-chain'
import { verifyTrail, type TrailCounts } from '../features/audit/verify-trail'
import { defineReport } from './command'
import { giveVerdict, verdictCodes, type Verdict } from './verdict'
import { withDatabase } from './with-database'

const call = {
  options: {
    sealed: {
      type: 'string',
      value: '"4711 0f3a…"',
      help: "compare with a line of the log, 'audit trail sealed': its position and hash",
    },
  },
  cannotRun: verdictCodes.cannotRun,
} as const

export const command = defineReport(call, async (values, { report }) => {
  const env = loadEnv()
  const kept = await listKeptSeals(env.uploadsDir)
  if (values.sealed !== undefined) kept.push(readSealed(values.sealed))
  const counts = await withDatabase({ ...env, migrate: false }, (db) =>
    verifyTrail({ db, dataKeys: env.dataKeys, kept, report }),
  )
  return judgeTrail(counts, kept.length)
})

export function judgeTrail(counts: TrailCounts, keptSeals: number): Verdict {
  const { chained, waiting, sealed, sealedAt } = counts
  return giveVerdict(
    `${chained} events in the chain, sealed up to link ${sealed}${sealedAt ? `, ${ageOf(sealedAt)}` : ''}; ` +
      `${waiting} written since the last minute.\n` +
      `Compared with ${keptSeals} sealed line${keptSeals === 1 ? '' : 's'} from outside the database.`,
    counts,
  )
}

function ageOf(at: Date): string {
  const hours = Math.floor((Date.now() - at.getTime()) / 3_600_000)
  return hours < 1 ? 'less than an hour ago' : `${hours} hour${hours === 1 ? '' : 's'} ago`
}

function readSealed(text: string): KeptSeal {
  const seal = readKeptSeal(text)
  if (!seal) throw new Error('--sealed takes a position and a hash, as the log has them.')
  return seal
}
