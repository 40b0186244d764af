import { parseArgs } from 'node:util'
import { inTurn } from '../hostile/attacker'
import { backup } from './backup'
import { bulkRunKilled } from './bulk-run-killed'
import { damagedFiles } from './damaged-files'
import { diskFull, diskReadOnly } from './disk'
import { fair } from './fair'
import { erasingKilled } from './erasing-killed'
import type { Fault } from './fault'
import { migrationKilled } from './migration-killed'
import { oneFileAtOnce } from './one-file-at-once'
import { outboxKilled } from './outbox-killed'
import { embeddedPostgresKilled, limitsWithoutPostgres, postgresStopped } from './postgres-stopped'
import { refusedUploads } from './refused-uploads'
import { registrationsKilled } from './registrations-killed'
import { sigtermUnderLoad } from './sigterm-under-load'
import { abortedUploads, slowUploads } from './slow-clients'
import { threeProcesses } from './three-processes'
import { twoProcesses } from './two-processes'
import { uploadsKilled } from './uploads-killed'

const faults: readonly Fault[] = [
  uploadsKilled,
  registrationsKilled,
  sigtermUnderLoad,
  migrationKilled,
  outboxKilled,
  bulkRunKilled,
  erasingKilled,
  postgresStopped,
  limitsWithoutPostgres,
  embeddedPostgresKilled,
  diskFull,
  diskReadOnly,
  slowUploads,
  abortedUploads,
  refusedUploads,
  twoProcesses,
  threeProcesses,
  backup,
  damagedFiles,
  oneFileAtOnce,
  fair,
]

async function runOne(fault: Fault, times?: number, lasting?: number) {
  const { name, what } = fault
  console.log(`\n${name}: ${what}`)
  const startedAt = Date.now()
  const result = await fault
    .run((line) => console.log(`  ${line}`), times, lasting)
    .then((hasHeld) => (hasHeld ? 'held' : 'broken'))
    .catch((error: unknown) => {
      console.error(error)
      return 'did not run'
    })
  return { name, result, seconds: Math.round((Date.now() - startedAt) / 1000) }
}

const parseAmount = (value: string | undefined) => (value === undefined ? undefined : Number(value))

/**
 * `npm run faults`: every fault in turn; `npm run faults -- uploads-killed --times 100`: some of
 * them, more or less often than usual; `npm run faults -- fair --seconds 20`: for a shorter or longer
 * time. Needs `npm run build`.
 */
async function runFaults(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { times: { type: 'string' }, seconds: { type: 'string' } },
    allowPositionals: true,
  })
  const amount = { times: parseAmount(values.times), seconds: parseAmount(values.seconds) }
  const isWrong = Object.values(amount).some((number) => number !== undefined && !(number > 0))
  const unknown = positionals.filter((name) => !faults.some((fault) => fault.name === name))
  if (unknown.length > 0 || isWrong) {
    const names = faults.map((fault) => `  ${fault.name.padEnd(25)} ${fault.what}`)
    console.error(`Usage: npm run faults -- [names] [--times N] [--seconds N]\n${names.join('\n')}`)
    process.exitCode = 2
    return
  }
  const chosen = positionals.length
    ? faults.filter((fault) => positionals.includes(fault.name))
    : faults
  const results = await inTurn(chosen, (fault) => runOne(fault, amount.times, amount.seconds))
  console.log()
  for (const { name, result, seconds } of results) {
    console.log(`${name.padEnd(25)} ${result.padEnd(12)} ${seconds} s`)
  }
  if (results.some(({ result }) => result !== 'held')) process.exitCode = 1
}

await runFaults()
