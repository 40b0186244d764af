import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drawFreePort } from '@server/free-port'
import { callPortal, partnerPassword, type PortalCaller } from '@tests/support/portal/portal-caller'
import {
  startPortalProcess,
  testAdmin,
  testSettings,
  type PortalProcess,
} from '@tests/support/portal/portal-process'
import { runCommand } from '@tests/support/portal/run-command'
import { within } from '../hostile/withstand'
import { haveHeld, type Fault } from './fault'
import { queryPortal } from './query-portal'
import { found } from './recovery'
import { findLost, nothingYet, upload, workAsPartner, type Acknowledged } from './uploading-clients'

const settings = { BACKUP_KEY: Buffer.from('test-backup-key-of-thirty-2-byte').toString('base64') }

/** However slow a machine is, a backup is made only once there is something to look for in it. */
const longestWaitMs = 60_000

/** What was acknowledged: contents, and that documents were deleted. */
interface Ledger extends Acknowledged {
  deleted: string[]
}

/**
 * Clients upload, sign up, send again and delete, while backups are made and after the last. Then portal and
 * Postgres are killed, their folder is left, and the backup is restored elsewhere: everything that was
 * acknowledged before it began is there, and nothing that was deleted before.
 */
export const backup: Fault = {
  name: 'backup',
  what: 'backups under load, then everything is killed and restored elsewhere',
  async run(report, times = 5, seconds = 3) {
    const folder = await mkdtemp(join(tmpdir(), 'portal-drill-'))
    const portal = await startPortalProcess(settings)
    let restored: PortalProcess | undefined
    try {
      const ledger = await loadAndBackUp({ portal, folder, times, seconds, report })
      await killAll(portal)
      restored = await restoreElsewhere(folder, report)
      const problems = await compare(restored, ledger, report)
      return haveHeld(problems, report) && ledger.contents.length > 0 && ledger.deleted.length > 0
    } finally {
      await portal.stop()
      await restored?.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Returns what was acknowledged before the last backup began. */
async function loadAndBackUp(input: {
  portal: PortalProcess
  folder: string
  times: number
  seconds: number
  report: (line: string) => void
}): Promise<Ledger> {
  const { portal, folder, times, seconds, report } = input
  const caller = callPortal(portal.origin, { mayBeKilled: true })
  const admin = await found(caller.logIn(testAdmin))
  const all: Ledger = { ...nothingYet(), deleted: [] }
  const controller = new AbortController()
  const { signal } = controller
  const working = Promise.all([
    keepUploading(caller, signal, all),
    workAsPartner(caller, signal, all),
    workAsPartner(caller, signal, all),
    keepDeleting(caller, signal, all, admin),
  ])
  let before = copyLedger(all)
  for (let round = 0; round < times; round += 1) {
    await delay(seconds * 1000)
    await within(longestWaitMs, async () => all.contents.length > 0 && all.deleted.length > 0)
    before = copyLedger(all)
    const startedAt = Date.now()
    const { exitCode, output } = await runCommand('backup', portal, '--to', folder)
    report(`${output} (${Date.now() - startedAt} ms)`)
    if (exitCode !== 0) throw new Error('There is no backup.')
  }
  await delay(seconds * 1000)
  controller.abort()
  await working
  report(
    `acknowledged: ${before.contents.length} contents and ${before.deleted.length} deletions before ` +
      `the last backup, ${all.contents.length - before.contents.length} contents after`,
  )
  return allowLater(before, all)
}

async function keepUploading(caller: PortalCaller, signal: AbortSignal, ledger: Ledger) {
  while (!signal.aborted) await upload(caller, ledger)
}

async function keepDeleting(
  caller: PortalCaller,
  signal: AbortSignal,
  ledger: Ledger,
  cookie: string,
): Promise<void> {
  while (!signal.aborted) {
    const partner = await caller.signUp()
    if (!partner) continue
    const path = `/api/admin/files/${partner.file.id}`
    const answer = await caller.send('DELETE', path, { cookie })
    if (answer?.status === 200) ledger.deleted.push(partner.file.uploadKey)
  }
}

const copyLedger = ({ contents, owned, deleted }: Ledger): Ledger => ({
  contents: [...contents],
  owned: owned.map((file) => ({ ...file, unanswered: [...file.unanswered] })),
  deleted: [...deleted],
})

/** A document that was sent again while the backup was made may show either. */
function allowLater(before: Ledger, all: Ledger): Ledger {
  const owned = before.owned.map((file) => {
    const later = all.contents.filter(({ uploadKey }) => uploadKey === file.uploadKey)
    return { ...file, unanswered: [...file.unanswered, ...later.map(({ sha256 }) => sha256)] }
  })
  return { ...before, owned }
}

async function killAll(portal: PortalProcess): Promise<void> {
  const pidFile = join(portal.folder, 'data', 'postgres', 'postmaster.pid')
  const postmaster = Number.parseInt(await readFile(pidFile, 'utf8'), 10)
  await portal.kill()
  process.kill(postmaster, 'SIGKILL')
}

/** As on another machine: with the keys and the folder of backups, and nothing else. */
async function restoreElsewhere(
  backups: string,
  report: (line: string) => void,
): Promise<PortalProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-process-'))
  const port = await drawFreePort()
  const env = { ...testSettings({ folder, port }), ...settings }
  const startedAt = Date.now()
  const { exitCode, output } = await runCommand('restore', { env }, '--from', backups)
  report(`${output.replaceAll('\n', ' ')} (${Date.now() - startedAt} ms)`)
  if (exitCode !== 0) throw new Error('It could not be restored.')
  return startPortalProcess(settings, { folder, origin: `http://localhost:${port}` })
}

async function compare(
  portal: PortalProcess,
  ledger: Ledger,
  report: (line: string) => void,
): Promise<string[]> {
  const caller = callPortal(portal.origin)
  const problems: string[] = []
  for (const file of ledger.owned) {
    const cookie = await caller.logIn({ email: file.email, password: partnerPassword })
    if (cookie) file.cookie = cookie
    else problems.push(`${file.email} cannot log in`)
  }
  const lost = await findLost(ledger, caller, portal)
  const rows = await queryPortal(portal, 'select upload_key from files')
  const there = new Set(rows.map((row) => row['upload_key']))
  const risen = ledger.deleted.filter((uploadKey) => there.has(uploadKey))
  report(`${ledger.contents.length} contents looked for, ${lost.length} lost`)
  report(`${ledger.deleted.length} deleted documents looked for, ${risen.length} there again`)
  problems.push(...lost, ...caller.complaints)
  if (risen.length > 0) problems.push(`${risen.length} deleted documents are there again`)
  if (!(await caller.signUp())) problems.push('nobody can sign up on the restored portal')
  return problems
}
