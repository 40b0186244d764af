import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startHeldPostgres, type HeldPostgres } from '@tests/support/portal/held-postgres'
import {
  startPortalProcess,
  testAdmin,
  type PortalProcess,
} from '@tests/support/portal/portal-process'
import { queryAs } from '@tests/support/portal/postgres'
import { haveHeld, type Fault } from './fault'
import {
  callPortal,
  type AcknowledgedPartner,
  type PortalCaller,
} from '@tests/support/portal/portal-caller'
import { found, keepCalling, recoveryMs, timeToRecover } from './recovery'
import { isRemoved } from '@tests/support/portal/stored-files'

type Report = (line: string) => void

/** A statement that is not answered is given up after 10 s, and a request may begin with a wait for a connection. */
const longestAnswerMs = 20_000

interface Strike {
  name: string
  begin(postgres: HeldPostgres): unknown
  end(postgres: HeldPostgres): unknown
}

const strikes: Strike[] = [
  {
    name: 'killed',
    begin: (postgres) => postgres.kill(),
    end: (postgres) => postgres.startAgain(),
  },
  {
    name: 'one connection ended',
    begin: (postgres) => endOneConnection(postgres.url),
    end: () => undefined,
  },
  { name: 'frozen', begin: (postgres) => postgres.freeze(), end: (postgres) => postgres.thaw() },
]

/** Postgres goes away in three ways while clients call; each time the portal must come back by itself. */
export const postgresStopped: Fault = {
  name: 'postgres-stopped',
  what: 'Postgres killed and started again, one connection ended, frozen, while clients call',
  run: (report, times = 3) =>
    onHeldPostgres({}, async (postgres, portal) => {
      const caller = callPortal(portal.origin)
      const known = await found(caller.signUp())
      const problems: string[] = []
      const acknowledged: AcknowledgedPartner[] = [known]
      for (let round = 0; round < times; round += 1) {
        for (const strike of strikes) {
          // Sometimes longer than the timeout of a query.
          const lastsMs = round % 3 === 2 ? 12_000 : 1_000
          const outcome = await strikeOnce({ postgres, caller, known, strike, lastsMs })
          report(`${strike.name} for ${lastsMs} ms: well again after ${outcome.recoveredMs} ms`)
          acknowledged.push(...outcome.acknowledged)
          problems.push(...outcome.problems)
        }
      }
      problems.push(...(await checkAfterwards({ postgres, caller, acknowledged, report })))
      problems.push(...(await checkJobs(caller, join(portal.folder, 'uploads'))))
      problems.push(...caller.complaints)
      if (caller.slowestMs() > longestAnswerMs) problems.push('an answer took too long')
      const counts = [...caller.statuses].map(([status, count]) => `${count} × ${status}`)
      report(`answers: ${counts.join(', ')}; the slowest after ${caller.slowestMs()} ms`)
      return haveHeld(problems, report)
    }),
}

/** Without its database, each process goes on counting for itself: the eleventh form is refused. */
export const limitsWithoutPostgres: Fault = {
  name: 'limits-without-postgres',
  what: 'limits hold while Postgres is away',
  run: (report) =>
    onHeldPostgres({ LIMITS: '1' }, async (postgres, portal) => {
      const caller = callPortal(portal.origin)
      await postgres.kill()
      const form = { email: 'ada@partner.example', subject: 'Question', message: 'Hello there.' }
      const statuses: (number | undefined)[] = []
      for (let count = 0; count < 11; count += 1) {
        statuses.push((await caller.send('POST', '/api/messages', { json: form }))?.status)
      }
      report(`answers without Postgres: ${statuses.join(' ')}`)
      for (const complaint of caller.complaints) report(complaint)
      const isHeld = statuses.at(-1) === 429 && statuses.slice(0, -1).every((one) => one === 503)
      await postgres.startAgain()
      return isHeld && caller.complaints.length === 0
    }),
}

/** The portal ends with its own Postgres; whoever supervises it starts both again. */
export const embeddedPostgresKilled: Fault = {
  name: 'embedded-postgres-killed',
  what: 'the Postgres that came with the portal killed under it',
  async run(report, times = 5) {
    let portal = await startPortalProcess()
    try {
      const problems: string[] = []
      for (let round = 0; round < times; round += 1) {
        const ended = once(portal.process, 'exit')
        const pidFile = join(portal.folder, 'data/postgres/postmaster.pid')
        process.kill(Number.parseInt(await readFile(pidFile, 'utf8'), 10), 'SIGKILL')
        const [code]: unknown[] = await ended
        if (code !== 1) problems.push(`ended with ${String(code)}`)
        portal = await startPortalProcess({}, portal)
        const caller = callPortal(portal.origin)
        const recoveredMs = await timeToRecover(caller)
        report(`killed and started again: well after ${recoveredMs} ms`)
        if (recoveredMs === null || recoveredMs > recoveryMs) problems.push('not well in time')
        problems.push(...caller.complaints)
      }
      return haveHeld(problems, report)
    } finally {
      await portal.stop()
    }
  },
}

async function onHeldPostgres(
  settings: Record<string, string>,
  work: (postgres: HeldPostgres, portal: PortalProcess) => Promise<boolean>,
): Promise<boolean> {
  const postgres = await startHeldPostgres()
  let portal: PortalProcess | undefined
  try {
    portal = await startPortalProcess({ ...settings, DATABASE_URL: postgres.url })
    return await work(postgres, portal)
  } finally {
    postgres.thaw()
    await portal?.stop()
    await postgres.stop()
  }
}

async function strikeOnce(input: {
  postgres: HeldPostgres
  caller: PortalCaller
  known: AcknowledgedPartner
  strike: Strike
  lastsMs: number
}) {
  const { postgres, caller, known, strike, lastsMs } = input
  const problems: string[] = []
  const clients = keepCalling(caller, known)
  await delay(500)
  await strike.begin(postgres)
  await delay(lastsMs)
  await strike.end(postgres)
  const recoveredMs = await timeToRecover(caller)
  if (recoveredMs === null || recoveredMs > recoveryMs) {
    problems.push(`${strike.name}: well again after ${recoveredMs} ms`)
  }
  await clients.stop()
  if (clients.pagesThatFailed.length > 0) {
    problems.push(`${strike.name}: pages answered ${clients.pagesThatFailed.join(', ')}`)
  }
  return { recoveredMs, problems, acknowledged: clients.acknowledged }
}

async function checkAfterwards(input: {
  postgres: HeldPostgres
  caller: PortalCaller
  acknowledged: AcknowledgedPartner[]
  report: Report
}): Promise<string[]> {
  const { postgres, caller, acknowledged, report } = input
  const problems: string[] = []
  // More than the pool has connections.
  const atOnce = await Promise.all(Array.from({ length: 30 }, () => caller.signUp()))
  const refused = atOnce.filter((partner) => partner === null).length
  if (refused > 0) problems.push(`${refused} of 30 sign-ups at once were refused`)

  let lost = 0
  for (const partner of acknowledged) {
    const isWhole = (await caller.holds(partner)) && (await caller.logIn(partner)) !== null
    if (!isWhole) lost += 1
  }
  report(`${acknowledged.length} sign-ups acknowledged, ${lost} of them lost`)
  if (lost > 0) problems.push(`${lost} acknowledged sign-ups were lost`)

  const halves = await queryAs(
    postgres.url,
    `select id from users where is_admin = 0
     and not exists (select from files where user_id = users.id and claimed_at is not null)`,
  )
  if (halves.length > 0) problems.push(`${halves.length} accounts have no proof of credit`)
  return problems
}

/** The job runner has lost its connections too. */
async function checkJobs(caller: PortalCaller, uploadsDir: string): Promise<string[]> {
  const [partner, admin] = [await caller.signUp(), await caller.logIn(testAdmin)]
  if (!partner || !admin) return ['nobody could sign up afterwards']
  await caller.send('DELETE', `/api/admin/files/${partner.file.id}`, { cookie: admin })
  return (await isRemoved(uploadsDir, partner.file.uploadKey)) ? [] : ['no job runs any more']
}

const endOneConnection = (url: string) =>
  queryAs(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'credit-partner-portal%' order by random() limit 1`,
  )
