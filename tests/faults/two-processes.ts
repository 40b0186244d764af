import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { onlyRow } from '@server/errors'
import { startMailbox, type Mailbox } from '@tests/support/mail/mailbox'
import { startPortalProcess, testAdmin } from '@tests/support/portal/portal-process'
import { cloneDatabase, startTestPostgres } from '@tests/support/portal/postgres'
import { samples } from '@tests/support/samples/samples'
import { haveHeld, type Fault } from './fault'
import { found } from './recovery'
import {
  callPortal,
  type AcknowledgedPartner,
  type PortalCaller,
} from '@tests/support/portal/portal-caller'

const registrationsAnHour = 30
const filesPerUser = 3
const atOnce = 8
const mails = 20
/** More would use up the hour's uploads. */
const mostRounds = 3

interface Scene {
  callers: readonly [PortalCaller, PortalCaller]
  databaseUrl: string
  mailbox: Mailbox
  report: (line: string) => void
}

/** Two processes on one database and one folder behave as one portal. */
export const twoProcesses: Fault = {
  name: 'two-processes',
  what: 'two processes on one database and folder: sessions, limits, races, jobs',
  async run(report, times = 2) {
    const postgres = await startTestPostgres()
    const database = await cloneDatabase(postgres)
    const mailbox = await startMailbox()
    const uploadsDir = await mkdtemp(join(tmpdir(), 'portal-shared-uploads-'))
    const settings = {
      DATABASE_URL: database.url,
      UPLOADS_DIR: uploadsDir,
      SMTP_URL: mailbox.url,
      LIMITS: '1',
    }
    // At the same moment: they take turns in migrating and agree on one administrator.
    const started = await Promise.allSettled([
      startPortalProcess(settings),
      startPortalProcess(settings),
    ])
    const portals = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    try {
      const failed = started.find((one) => one.status === 'rejected')
      const [first, second] = portals.map(({ origin }) => callPortal(origin))
      if (!first || !second) {
        throw new Error('The two processes did not start together.', { cause: failed?.reason })
      }
      const scene: Scene = { callers: [first, second], databaseUrl: database.url, mailbox, report }
      const problems = await checkAll(scene, times)
      problems.push(...first.complaints, ...second.complaints)
      return haveHeld(problems, report)
    } finally {
      await Promise.all(portals.map((portal) => portal.stop()))
      await mailbox.close()
      await database.drop()
      await postgres.stop()
      await rm(uploadsDir, { recursive: true, force: true })
    }
  },
}

async function checkAll(scene: Scene, times: number): Promise<string[]> {
  const problems = await shareSession(scene)
  for (let round = 0; round < Math.min(times, mostRounds); round += 1) {
    problems.push(...(await raceForFiles(scene)), ...(await raceForKey(scene)))
  }
  problems.push(...(await shareLimit(scene)), ...(await runJobsOnce(scene)))
  return problems
}

/** Those that lost a race after their password was hashed count as well. */
async function countRegistrations({ databaseUrl }: Scene): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ points: number }>(
    "select points from rate_limits where key like 'registerHour:%'",
  )
  await client.end()
  return onlyRow(rows).points
}

async function shareSession({ callers: [first, second] }: Scene): Promise<string[]> {
  const partner = await found(first.signUp())
  const problems: string[] = []
  if (!(await second.holds(partner))) problems.push('a session of one is unknown to the other')
  await second.send('POST', '/api/logout', { cookie: partner.cookie })
  const after = await first.send('GET', '/api/user', { cookie: partner.cookie })
  if (after?.status !== 401) problems.push('a session that one ended lives on in the other')
  return problems
}

/** One place is taken: of eight links at the same time, over both processes, two win. */
async function raceForFiles({ callers, report }: Scene): Promise<string[]> {
  const [first] = callers
  const { cookie }: AcknowledgedPartner = await found(first.signUp())
  const keys: string[] = []
  for (let count = 0; count < atOnce; count += 1) {
    keys.push(await found(first.upload(samples.pdf({ text: randomUUID() }))))
  }
  const answers = await Promise.all(
    keys.map((key, index) => at(callers, index).send('POST', `/api/link-file/${key}`, { cookie })),
  )
  const won = answers.filter((answer) => answer?.status === 200).length
  report(`${atOnce} links at once: ${won} won`)
  return won === filesPerUser - 1 ? [] : [`${won} links won`]
}

async function raceForKey({ callers, report }: Scene): Promise<string[]> {
  const key = await found(callers[0].upload(samples.pdf({ text: randomUUID() })))
  const cookies = await Promise.all(
    Array.from({ length: atOnce }, (_, index) =>
      at(callers, index).register(key, `${randomUUID()}@partner.example`),
    ),
  )
  const won = cookies.filter((cookie) => cookie !== null).length
  report(`${atOnce} registrations with one key at once: ${won} won`)
  return won === 1 ? [] : [`${won} registrations won one key`]
}

/** By turns, until both refuse: together they let through what one would. */
async function shareLimit(scene: Scene): Promise<string[]> {
  const { callers, report } = scene
  let registered = await countRegistrations(scene)
  for (let turn = 0; registered <= registrationsAnHour; turn += 1) {
    if (!(await at(callers, turn).signUp())) break
    registered += 1
  }
  const refusals = await Promise.all(callers.map((caller) => caller.signUp()))
  report(`${registered} registrations in an hour, then refused`)
  const isShared = registered === registrationsAnHour && refusals.every((one) => one === null)
  return isShared ? [] : [`${registered} registrations were let through`]
}

async function runJobsOnce({ callers, mailbox, databaseUrl, report }: Scene): Promise<string[]> {
  const cookie = await found(callers[0].logIn(testAdmin))
  const subject = randomUUID()
  for (let count = 0; count < mails; count += 1) {
    const mail = { to: `partner-${count}@partner.example`, subject, body: 'Hello' }
    await at(callers, count).send('POST', '/api/admin/emails', { cookie, json: mail })
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const waiting = `select from graphile_worker.jobs where task_identifier = 'send-mail'`
  while ((await client.query(waiting)).rowCount !== 0) await delay(50)
  await client.end()
  const arrived = mailbox.mails.filter((mail) => mail.subject === subject).length
  report(`${mails} mails queued on both: ${arrived} arrived`)
  return arrived === mails ? [] : [`${mails} jobs ran ${arrived} times`]
}

const at = ([first, second]: Scene['callers'], turn: number) => (turn % 2 ? second : first)
