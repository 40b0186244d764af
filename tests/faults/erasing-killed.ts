import { randomInt, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PortalCaller } from '@tests/support/portal/portal-caller'
import { testAdmin, type PortalProcess } from '@tests/support/portal/portal-process'
import { samples } from '@tests/support/samples/samples'
import { within } from '../hostile/withstand'
import type { Fault } from './fault'
import { runFsck } from '@tests/support/portal/run-fsck'
import { killOften, makeOld } from './kill-often'
import { queryPortal } from './query-portal'
import { found } from './recovery'

/** Someone whose account should be erased while others work on their document. */
interface Leaver {
  id: number
  cookie: string
  password: string
  fileId: number
  uploadKey: string
  /** The administrator deletes them, or their seven days are over. */
  way: 'deleted' | 'closed'
  /** What the portal answered; null for nothing. */
  status: number | null
}

/** How many there are for one life of the portal. */
const peopleAtOnce = 9
const settleMs = 30_000
const anotherDocument = () => samples.pdf({ text: randomUUID(), size: randomInt(2_000, 500_000) })

/**
 * People are deleted, and closing accounts come to their end, in the very moment in which their document is
 * sent again and restored, until the process is killed. A removed account must be gone from every table and
 * from the disk; of everyone else all must be there.
 */
export const erasingKilled: Fault = {
  name: 'erasing-killed',
  what: 'kill -9 at random moments while people are deleted and close, beside re-uploads and restores',
  async run(report, times = 50) {
    const everyone: Leaver[] = []
    let prepared: Leaver[] = []
    let fresh: Leaver[] = []
    let admin = ''
    let [gone, kept] = [0, 0]
    const client = async (caller: PortalCaller, signal: AbortSignal, portal: PortalProcess) => {
      for (let next = prepared.pop(); next && !signal.aborted; next = prepared.pop()) {
        fresh.push(next)
        next.status = await leave(caller, portal, { leaver: next, admin })
      }
    }
    const hasHeld = await killOften({
      // People sign up while it lives in peace: there is no one yet for the first of them.
      times: times + 1,
      isEnough: () => gone > 0,
      report,
      clients: [client, client, client],
      async check(caller, portal) {
        await endClosing(portal)
        const problems: string[] = []
        for (const leaver of fresh) {
          const isGone = await isErased(portal, leaver)
          if (isGone) gone += 1
          else kept += 1
          problems.push(...(await findHalves(portal, leaver, isGone)))
        }
        everyone.push(...fresh)
        fresh = []
        admin = (await caller.logIn(testAdmin)) ?? ''
        prepared = await prepare(caller)
        return problems
      },
      checkAtEnd: async (portal) => findBytes(portal, everyone),
    })
    report(`${gone} people erased, ${kept} still there whole`)
    return hasHeld && gone > 0
  },
}

/** People with a document that was sent twice, every other one of them will close the account themselves. */
const prepare = (caller: PortalCaller): Promise<Leaver[]> =>
  Promise.all(
    Array.from({ length: peopleAtOnce }, async (_, at) => {
      const { cookie, password, file } = await found(caller.signUp())
      const user = await caller.send('GET', '/api/user', { cookie })
      const id = Number(/"id":(\d+)/.exec(user?.bytes.toString() ?? '')?.[1])
      const way = at % 2 === 0 ? 'deleted' : 'closed'
      const { id: fileId, uploadKey } = file
      const leaver: Leaver = { id, cookie, password, fileId, uploadKey, way, status: null }
      await sendAgain(caller, leaver)
      return leaver
    }),
  )

const sendAgain = (caller: PortalCaller, { fileId, cookie }: Leaver) =>
  caller.send('POST', `/api/reupload/${fileId}`, { cookie, file: anotherDocument() })

/** Returns what it was answered; null for nothing. */
async function leave(
  caller: PortalCaller,
  portal: PortalProcess,
  { leaver, admin }: { leaver: Leaver; admin: string },
): Promise<number | null> {
  const { id, fileId, cookie, password, way } = leaver
  const working = [
    sendAgain(caller, leaver),
    caller.send('POST', `/api/admin/files/${fileId}/restore`, { cookie: admin }),
  ]
  await delay(randomInt(0, 30))
  const json = { currentPassword: password }
  const answer =
    way === 'deleted'
      ? await caller.send('DELETE', `/api/admin/users/${id}`, { cookie: admin })
      : await caller.send('POST', '/api/account/close', { cookie, json })
  if (way === 'closed' && answer?.status === 200) await makeDue(portal, id)
  await Promise.all(working)
  return answer?.status ?? null
}

/** Seven days later. */
async function makeDue(portal: PortalProcess, id: number): Promise<void> {
  await queryPortal(portal, `update users set closes_at = now() where id = ${id}`)
  await queryPortal(portal, `select graphile_worker.add_job('close-due-accounts')`)
}

/** For all who are still closing, by the portal's own job, killed or not the last time. */
async function endClosing(portal: PortalProcess): Promise<void> {
  await queryPortal(portal, 'update users set closes_at = now() where closes_at is not null')
  const isNone = async (query: string) => (await queryPortal(portal, query)).length === 0
  const closing = 'select 1 from users where closes_at is not null limit 1'
  await runUntil(portal, 'close-due-accounts', () => isNone(closing))
  // Whoever was to be looked at anew is noted by id, for the minute until this job runs.
  await runUntil(portal, 'keep-verdicts', () => isNone('select 1 from verdicts_due limit 1'))
}

/** Has a job run now instead of when the clock says so, until that is so. */
async function runUntil(
  portal: PortalProcess,
  job: string,
  isDone: () => Promise<boolean>,
): Promise<void> {
  await queryPortal(portal, `select graphile_worker.add_job('${job}', job_key => 'now:${job}')`)
  if (!(await within(settleMs, isDone))) throw new Error(`${job} did not come to its end.`)
}

const isErased = async (portal: PortalProcess, { id }: Leaver) =>
  (await queryPortal(portal, `select 1 from users where id = ${id}`)).length === 0

/** What contradicts that someone is gone, or that they are there. */
async function findHalves(
  portal: PortalProcess,
  { id, uploadKey, way, status }: Leaver,
  isGone: boolean,
): Promise<string[]> {
  const problems: string[] = []
  if (status === 200 && !isGone) problems.push(`${way}: acknowledged, and still there`)
  const [counted] = await queryPortal(
    portal,
    `select (select count(*)::int from files where upload_key = '${uploadKey}') as files,
      (select count(*)::int from file_versions v join files f on f.id = v.file_id
        where f.upload_key = '${uploadKey}') as versions,
      (select count(*)::int from audit_events where object = 'user:${id}'
        and action in ('user.deleted', 'account.closed')) as events`,
  )
  const [files, versions, events] = ['files', 'versions', 'events'].map((name) =>
    Number(counted?.[name]),
  )
  if (files !== (isGone ? 0 : 1)) problems.push(`${way}: ${files} documents`)
  if (isGone ? versions !== 0 : (versions ?? 0) < 1) problems.push(`${way}: ${versions} versions`)
  if (events !== (isGone ? 1 : 0)) problems.push(`${way}: ${events} events`)
  if (!isGone) return problems
  const tables = await queryPortal(
    portal,
    `select table_name as name from information_schema.columns
     where column_name = 'user_id' and table_schema = 'public'`,
  )
  const names = tables.map(({ name }) => String(name))
  const selects = names.map(
    (name) => `select '${name}' as name from "${name}" where user_id = ${id}`,
  )
  const left = await queryPortal(portal, selects.join(' union all '))
  return [...problems, ...left.map(({ name }) => `${way}: a row in ${String(name)}`)]
}

/**
 * Contents of those who are gone, once jobs whose process was killed were taken up again and the sweep came
 * by twice: what never had a row is out of reach at first, and gone 30 days later.
 */
async function findBytes(portal: PortalProcess, everyone: readonly Leaver[]): Promise<string[]> {
  // The time in which a killed process is waited for.
  await queryPortal(
    portal,
    `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour'`,
  )
  const removals = `select 1 from graphile_worker.jobs where task_identifier = 'remove-contents' limit 1`
  await runUntil(portal, 'release-abandoned-jobs', async () => {
    return (await queryPortal(portal, removals)).length === 0
  })
  const erased = new Set<string>()
  for (const leaver of everyone) if (await isErased(portal, leaver)) erased.add(leaver.uploadKey)
  const left = async () => {
    const uploads = join(portal.folder, 'uploads')
    return (await listFiles(uploads))
      .map((path) => relative(uploads, path))
      .filter((path) => path.split('/').some((part) => erased.has(part)))
  }
  await makeOld(portal, 1)
  await runFsck(portal, '--remove-strays')
  return (await left()).map((path) => `${path} stays for good`)
}

/** All files under a folder, while others are removed. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const paths = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : [path]
  })
  return (await Promise.all(paths)).flat()
}
