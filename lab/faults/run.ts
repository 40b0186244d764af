import { parseArgs } from 'node:util'
import { inTurn } from '@tests/hostile/attacker'
import { backup } from '@tests/faults/backup'
import { bulkRunKilled } from '@tests/faults/bulk-run-killed'
import { damagedFiles } from '@tests/faults/damaged-files'
import { diskFull, diskReadOnly } from '@tests/faults/disk'
import { fair } from '@tests/faults/fair'
import { erasingKilled } from '@tests/faults/erasing-killed'
import type { Fault } from '@tests/faults/fault'
import { migrationKilled } from '@tests/faults/migration-killed'
import { oneFileAtOnce } from '@tests/faults/one-file-at-once'
import { outboxKilled } from './outbox-killed'
import {
  embeddedPostgresKilled,
  limitsWithoutPostgres,
  postgresStopped,
} from '@tests/faults/postgres-stopped'
import { refusedUploads } from '@tests/faults/refused-uploads'
import { registrationsKilled } from '@tests/faults/registrations-killed'
import { sigtermUnderLoad } from '@tests/faults/sigterm-under-load'
import { abortedUploads, slowUploads } from '@tests/faults/slow-clients'
import { threeProcesses } from './three-processes'
import { twoProcesses } from '@tests/faults/two-processes'
import { uploadsKilled } from '@tests/faults/uploads-killed'

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
 * `npm run lab -- faults`: every fault in turn; `npm run lab -- faults uploads-killed --times 100`: some of
 * them, more or less often than usual; `npm run lab -- faults fair --seconds 20`: for a shorter or longer
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
    console.error(
      `Usage: npm run lab -- faults [names] [--times N] [--seconds N]\n${names.join('\n')}`,
    )
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
