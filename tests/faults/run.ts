import { parseArgs } from 'node:util'
import { damagedFiles } from './damaged-files'
import { diskFull, diskReadOnly } from './disk'
import type { Fault } from './fault'
import { migrationKilled } from './migration-killed'
import { oneFileAtOnce } from './one-file-at-once'
import { outboxKilled } from './outbox-killed'
import { embeddedPostgresKilled, limitsWithoutPostgres, postgresStopped } from './postgres-stopped'
import { refusedUploads } from './refused-uploads'
import { registrationsKilled } from './registrations-killed'
import { sigtermUnderLoad } from './sigterm-under-load'
import { abortedUploads, slowUploads } from './slow-clients'
import { twoProcesses } from './two-processes'
import { uploadsKilled } from './uploads-killed'

const faults: readonly Fault[] = [
  uploadsKilled,
  registrationsKilled,
  sigtermUnderLoad,
  migrationKilled,
  outboxKilled,
  postgresStopped,
  limitsWithoutPostgres,
  embeddedPostgresKilled,
  diskFull,
  diskReadOnly,
  slowUploads,
  abortedUploads,
  refusedUploads,
  twoProcesses,
  damagedFiles,
  oneFileAtOnce,
]

interface Result {
  name: string
  result: 'held' | 'broken' | 'did not run'
  seconds: number
}

async function runOne(fault: Fault, times: number | undefined): Promise<Result> {
  const { name, what } = fault
  console.log(`\n${name}: ${what}`)
  const startedAt = Date.now()
  const result = await fault
    .run((line) => console.log(`  ${line}`), times)
    .then((hasHeld) => (hasHeld ? 'held' : 'broken'))
    .catch((error: unknown) => {
      console.error(error)
      return 'did not run' as const
    })
  return { name, result, seconds: Math.round((Date.now() - startedAt) / 1000) }
}

/**
 * `npm run faults`: every fault in turn; `npm run faults -- uploads-killed --times 100`: some of
 * them, more or less often than usual. Needs `npm run build`.
 */
async function runFaults(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { times: { type: 'string' } },
    allowPositionals: true,
  })
  const times = values.times === undefined ? undefined : Number(values.times)
  const unknown = positionals.filter((name) => !faults.some((fault) => fault.name === name))
  if (unknown.length > 0 || (times !== undefined && !(times > 0))) {
    const names = faults.map((fault) => `  ${fault.name.padEnd(25)} ${fault.what}`)
    console.error(`Usage: npm run faults -- [names] [--times N]\n${names.join('\n')}`)
    process.exitCode = 2
    return
  }
  const chosen = positionals.length
    ? faults.filter((fault) => positionals.includes(fault.name))
    : faults
  const results: Result[] = []
  for (const fault of chosen) results.push(await runOne(fault, times))
  console.log()
  for (const { name, result, seconds } of results) {
    console.log(`${name.padEnd(25)} ${result.padEnd(12)} ${seconds} s`)
  }
  if (results.some(({ result }) => result !== 'held')) process.exitCode = 1
}

await runFaults()
