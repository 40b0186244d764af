import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildLaterRelease } from '@tests/support/portal/later-release'
import { startMailbox } from '@tests/support/mail/mailbox'
import { hasBalancer } from './balancer'
import { startHeldPostgres } from '@tests/support/portal/held-postgres'
import { runFsck } from '@tests/support/portal/run-fsck'
import { missingForDatabase, startDatabase, type Database } from './engines/database'
import { missingForObjectStore, startObjectStore, type ObjectStore } from './engines/object-store'
import { checkPortalOnStore } from './on-object-store'
import { checkPointInTime, missingForPointInTime } from './point-in-time'
import { describeMails } from './compare'
import { startPortals } from './portals'
import { rollingRestart, strikes, type Strike } from './strikes'
import { strikeUnderLoad, type StrikeResult } from './strike-under-load'
import { printTable, type Check } from './table'

const parts = ['strikes', 'store', 'moment'] as const
const packages = 'ceph-mon ceph-osd radosgw etcd-server patroni haproxy postgresql'

interface Scene {
  folder: string
  clients: number
  chosen: readonly Strike[]
}

const results: StrikeResult[] = []
const checks: Check[] = []
const problems: string[] = []

function tell(check: Check): void {
  checks.push(check)
  console.log(`${check.what}: ${check.found}`)
}

/** Why something was not tried goes into the table. */
const skip = (what: string, missing: readonly string[]) =>
  tell({ what, found: `skipped: ${missing.join(', ')} not installed` })

async function startStore(folder: string): Promise<ObjectStore | null> {
  const missing = missingForObjectStore()
  if (missing.length > 0) skip('the object store', missing)
  return missing.length > 0 ? null : startObjectStore(folder)
}

async function openDatabase(folder: string): Promise<Database | null> {
  const missing = missingForDatabase()
  if (missing.length > 0) skip('Postgres with failover', missing)
  return missing.length > 0 ? null : startDatabase(folder)
}

const withoutProblems = ({ problems: _problems, ...row }: StrikeResult) => row

/** Three portals, on whatever of the engines is installed, and otherwise on what a portal brings along. */
async function runStrikes({ folder, clients, chosen }: Scene, store: ObjectStore | null) {
  if (!hasBalancer) {
    skip('three portals', ['haproxy'])
    return
  }
  const database = await openDatabase(folder)
  const own = database ? null : await startHeldPostgres()
  const databaseUrl = database?.url ?? own?.url ?? ''
  const mailbox = await startMailbox()
  const portals = await startPortals(databaseUrl, {
    ...store?.settings,
    SMTP_URL: mailbox.url,
  })
  const later = await buildLaterRelease()
  const lab = { portals, database, store, laterProgram: later.program }
  try {
    for (const strike of chosen) {
      if (strike.needs && !lab[strike.needs]) {
        tell({ what: strike.name, found: 'skipped: its engine is not installed' })
        continue
      }
      console.log(`${strike.name} …`)
      const result = await strikeUnderLoad(lab, strike, { clients, databaseUrl, mailbox })
      results.push(result)
      printTable([withoutProblems(result)])
      problems.push(...result.problems)
    }
    tell({ what: 'mails', found: await describeMails(databaseUrl, mailbox) })
    const build = chosen.includes(rollingRestart) ? later.build : 'dist'
    const { exitCode, output } = await runFsck({ env: portals.env, build }, '--fast')
    tell({ what: 'fsck afterwards', found: output.replaceAll('\n', ' ') })
    if (exitCode !== 0) problems.push('fsck is not sound')
  } finally {
    await portals.stop()
    await later.remove()
    await mailbox.close()
    await database?.stop()
    await own?.stop()
  }
}

/**
 * `npm run lab -- cluster`: everything on loopback, from the system's packages; `npm run lab -- cluster strikes --only
 * leader`: some of it. Needs `npm run build`, and root for other users' programs.
 */
async function runLab(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      clients: { type: 'string', default: '64' },
      only: { type: 'string', default: '' },
      keep: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const wanted = positionals.length > 0 ? positionals : parts
  const chosen = strikes.filter(({ name }) => name.includes(values.only))
  if (wanted.some((part) => !parts.some((known) => known === part)) || chosen.length === 0) {
    console.error(
      `Usage: npm run lab -- cluster [${parts.join(' ')}] [--clients 64] [--only WORDS] [--keep]\n` +
        `  Strikes: ${strikes.map(({ name }) => name).join('; ')}\n  Packages: ${packages}`,
    )
    process.exitCode = 2
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'portal-lab-'))
  // Programs of other users work in it.
  await chmod(folder, 0o755)
  const scene = { folder, clients: Number(values.clients), chosen }
  const needsStore = wanted.includes('store') || wanted.includes('strikes')
  const store = needsStore ? await startStore(folder) : null
  try {
    if (wanted.includes('strikes')) await runStrikes(scene, store)
    if (wanted.includes('store') && store) {
      await checkPortalOnStore(await store.withNewBuckets(), tell)
    }
    if (wanted.includes('moment')) {
      const missing = missingForPointInTime()
      if (missing.length > 0) skip('back to a moment', missing)
      else await checkPointInTime(folder, tell)
    }
  } finally {
    await store?.stop()
    if (values.keep) console.log(`Everything is in ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  }
  printTable(results.map(withoutProblems))
  printTable(checks.map(({ what, found }) => ({ what, found })))
  for (const problem of new Set(problems)) console.log(`- ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}

// So that what was started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await runLab()
