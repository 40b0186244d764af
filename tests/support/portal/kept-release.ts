import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from '@shared/zod'
import { queryPortal } from '@tests/faults/query-portal'
import { samples } from '@tests/support/samples/samples'
import { writeZip } from '@tests/support/samples/zip-writer'
import { readCookie, readText } from './answers'
import {
  buildRegistration,
  callPortal,
  checksum,
  partnerPassword,
  type PortalCaller,
} from './portal-caller'
import { startPortalProcess, testAdmin, type PortalProcess } from './portal-process'
import { readZip } from './read-zip'
import { runCommand } from './run-command'
import { computeCode } from './second-factor'

const releasesFolder = 'tests/releases'
const factsName = 'facts.json'
const pathOf = (version: string) => join(releasesFolder, `${version}.zip`)

const login = z.object({ email: z.string(), password: z.string() })

/** What the backup of a released version holds, and an update must keep; all of it made up. */
const facts = z.object({
  /** The keys it was made with. */
  settings: z.record(z.string(), z.string()),
  admin: login,
  partner: login.extend({
    id: z.number(),
    documents: z.array(
      z.object({ uploadKey: z.string(), fileName: z.string(), sha256: z.string() }),
    ),
    earnedCents: z.number(),
    note: z.string(),
    cookie: z.string(),
    /** As the database had it, because sessions are in no backup. */
    session: z.object({ sid: z.string(), sess: z.looseObject({}) }),
  }),
  twoStep: login.extend({ secret: z.string() }),
  sharedLogin: z.object({ username: z.string(), password: z.string(), notes: z.string() }),
  /** How many a table has. */
  rows: z.record(z.string(), z.number()),
})
export type ReleaseFacts = z.infer<typeof facts>

/** Tables of what people did, which no job changes. */
const tables =
  'users files file_versions monitoring_credentials consents decisions notes messages questions entrepreneurs ' +
  'matches texts payment_settings ledger_entries referral_links referred_people recovery_codes'

/** How many rows tables have by now, by the query of a database. */
export async function countRows(
  query: (statement: string) => Promise<Record<string, unknown>[]>,
  names: readonly string[] = tables.split(' '),
): Promise<Record<string, number>> {
  const counts = names.map((name) => `(select count(*)::int from ${name}) as ${name}`)
  const [row] = await query(`select ${counts.join(', ')}`)
  return z.record(z.string(), z.number().positive()).parse(row)
}

export const listKeptReleases = async () =>
  (await readdir(releasesFolder)).map((name) => name.replace(/\.zip$/, ''))

/** Unpacks the backup of a released version into a folder, and says what is in it. */
export async function openKeptRelease(version: string, folder: string): Promise<ReleaseFacts> {
  const entries = await readZip(await readFile(pathOf(version)))
  for (const [name, bytes] of entries) {
    if (name === factsName) continue
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  return facts.parse(JSON.parse(String(entries.get(factsName))))
}

/** Fills a portal of the build as people do, and keeps its backup as that of this version. */
export async function keepRelease(version: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-release-'))
  const BACKUP_KEY = Buffer.from('backup-key-of-a-released-version').toString('base64')
  const portal = await startPortalProcess({ BACKUP_KEY })
  try {
    const filled = await fill(portal)
    await seed(portal)
    const rows = await countRows((statement) => queryPortal(portal, statement))
    await queryPortal(portal, chainTrail)
    while ((await queryPortal(portal, sealed)).length === 0) await delay(100)
    const { exitCode, output } = await runCommand('backup', portal, '--to', folder)
    if (exitCode !== 0) throw new Error(output)
    const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .toSorted()
    const backup = files.map(async (name) => ({ name, data: await readFile(join(folder, name)) }))
    const entries = [{ name: factsName, data: JSON.stringify({ ...filled, rows }, null, 2) }]
    await mkdir(releasesFolder, { recursive: true })
    await writeFile(pathOf(version), writeZip([...entries, ...(await Promise.all(backup))]))
  } finally {
    await portal.stop()
    await rm(folder, { recursive: true })
  }
}

const sharedLogin = {
  serviceName: 'Example Score Watch',
  serviceUrl: 'https://score-watch.example/login',
  username: 'shared-login@partner.example',
  password: 'kept monitoring password',
  notes: 'The second account of two.',
}
const note = 'Calls back after five.'

async function fill(portal: PortalProcess): Promise<Omit<ReleaseFacts, 'rows'>> {
  const send = insist(portal.origin)

  async function register(uploadKey: string, name: string, more: object = {}) {
    const email = `${name}@partner.example`
    const json = { ...buildRegistration(uploadKey, email), ...more }
    const answer = await send('POST', '/api/register', { json })
    const { id } = z.object({ id: z.number() }).parse(answer.json)
    return { id, email, password: partnerPassword, cookie: cookieOf(answer) }
  }
  async function upload(file = samples.pdf()) {
    const answer = await send('POST', '/api/upload', { file })
    const sha256 = checksum(file.bytes)
    return { uploadKey: readText(answer.json, 'uploadKey'), fileName: file.name, sha256 }
  }

  const report = await upload()
  const partner = await register(report.uploadKey, 'partner')
  const { cookie } = partner
  const picture = await upload(samples.png())
  await send('POST', `/api/link-file/${picture.uploadKey}`, { cookie })
  const newer = samples.pdf({ text: 'a newer report' })
  const { json: listed } = await send('GET', '/api/files', { cookie })
  const file = z
    .array(z.object({ id: z.number(), uploadKey: z.string() }))
    .parse(listed)
    .find(({ uploadKey }) => uploadKey === report.uploadKey)
  await send('POST', `/api/reupload/${file?.id}`, { cookie, file: newer })

  const twoStep = await register((await upload()).uploadKey, 'two-step')
  const json = { currentPassword: twoStep.password }
  const begun = await send('POST', '/api/second-factor', { cookie: twoStep.cookie, json })
  const secret = readText(begun.json, 'secret')
  await send('POST', '/api/second-factor/confirm', {
    cookie: cookieOf(begun),
    json: { code: computeCode(secret) },
  })

  const account = { method: 'ach', routingNumber: '021000021', accountType: 'checking' }
  const payment = { ...account, accountNumber: '770123456', currentPassword: partner.password }
  await send('PUT', '/api/payment-settings', { cookie, json: payment })
  const question = { email: partner.email, subject: 'My review', message: 'When is it done?' }
  await send('POST', '/api/messages', { json: question })

  const shared = await send('POST', '/api/credit-credentials', { json: sharedLogin })
  await register(readText(shared.json, 'uploadKey'), 'shared-login')

  const desk = z.object({
    link: z.object({ code: z.string() }),
    rewards: z.object({ earnedCents: z.number() }),
  })
  const readDesk = async () =>
    desk.parse((await send('GET', '/api/referral-desk', { cookie })).json)
  const { link } = await readDesk()
  const referralCode = link.code
  const referred = await register((await upload()).uploadKey, 'referred', { referralCode })

  const admin = await logInAdmin(send)
  for (const { id } of [partner, referred])
    await send('PATCH', `/api/admin/users/${id}/status`, {
      cookie: admin,
      json: { status: 'approved' },
    })
  await send('POST', '/api/admin/ledger-adjustments', {
    cookie: admin,
    json: { payeeId: partner.id, cents: 12_345, reason: 'Agreed' },
  })
  await send('POST', `/api/admin/users/${partner.id}/notes`, {
    cookie: admin,
    json: { text: note },
  })

  const keys = ['SESSION_SECRET', 'PASSWORD_PEPPER', 'DATA_KEY', 'BACKUP_KEY']
  return {
    settings: Object.fromEntries(keys.map((name) => [name, portal.env[name] ?? ''])),
    admin: testAdmin,
    partner: {
      ...partner,
      documents: [{ ...report, sha256: checksum(newer.bytes) }, picture],
      earnedCents: (await readDesk()).rewards.earnedCents,
      note,
      session: await readSession(portal, cookie),
    },
    twoStep: { ...twoStep, secret },
    sharedLogin,
  }
}

type Send = ReturnType<typeof insist>
type Answer = Awaited<ReturnType<Send>>

/** Sends what must be answered with success. */
export function insist(origin: string) {
  const caller = callPortal(origin)
  return async (...[method, path, body]: Parameters<PortalCaller['send']>) => {
    const answer = await caller.send(method, path, body)
    if (answer && answer.status < 300) return answer
    throw new Error(`${method} ${path}: ${answer?.status} ${String(answer?.bytes)}`)
  }
}

export const cookieOf = ({ headers }: Answer) => readCookie(headers.get('set-cookie'))

/** The administrator's session, with the password just confirmed. */
async function logInAdmin(send: Send): Promise<string> {
  const cookie = cookieOf(await send('POST', '/api/login', { json: testAdmin }))
  const json = { password: testAdmin.password }
  return cookieOf(await send('POST', '/api/reauthenticate', { cookie, json }))
}

/** People, introductions, questions and texts in each state, none of them from before the trail begins. */
async function seed(portal: PortalProcess): Promise<void> {
  await promisify(execFile)('npx', ['tsx', 'lab/run.ts', 'seed'], { env: portal.env })
  await queryPortal(portal, 'update users set created_at = now()')
}

/** As the clock does once a minute. */
const chainTrail = "select graphile_worker.add_job('chain-audit-trail', '{}')"
const sealed = 'select 1 as one from audit_seals'

async function readSession(portal: PortalProcess, cookie: string) {
  const [, sid = ''] = /^sid=s:([^.]+)/.exec(decodeURIComponent(cookie)) ?? []
  const rows = await queryPortal(portal, `select sid, sess from sessions where sid = '${sid}'`)
  return facts.shape.partner.shape.session.parse(rows[0])
}
