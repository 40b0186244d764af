import { join } from 'node:path'
import { Pool, type QueryResultRow } from 'pg'
import { callPortal, type AcknowledgedPartner } from '@tests/support/portal/portal-caller'
import { startClamd } from '@tests/support/portal/clamd'
import { startMailbox, type Mailbox } from '@tests/support/mail/mailbox'
import {
  startPortalProcess,
  testAdmin,
  type PortalProcess,
} from '@tests/support/portal/portal-process'
import { cloneDatabase, type TestPostgres } from '@tests/support/portal/postgres'
import { samples } from '@tests/support/samples/samples'
import { countDescriptors, memoryBytesOf } from './resources'

/** A built portal as a process of its own, with people that the cases use and never change. */
export interface HostilePortal {
  url: string
  origin: string
  folder: string
  uploadsDir: string
  pid: number
  process: PortalProcess
  people: {
    /** Cookie of the administrator's session. */
    admin: string
    partner: AcknowledgedPartner
    other: AcknowledgedPartner
    /** Cookie of a session whose account was deleted. */
    deleted: string
  }
  /** An upload that no one has claimed; no case may. */
  unclaimedKey: string
  /** Where the mail of the portal goes that sends any. */
  mailbox: Mailbox
  /** Rows of the portal's own database. */
  query: <Row extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>
  descriptors: () => Promise<number>
  memoryBytes: () => Promise<number>
  /** Of a portal at rest that has had some traffic. */
  baseline: { descriptors: number; memoryBytes: number }
}

export interface HostilePortals {
  /** Limits a thousand times as wide; no mail sender. */
  wide: HostilePortal
  /** Real limits behind a trusted proxy on this machine, a virus scanner, and mail to a mailbox. */
  strict: HostilePortal
  stop(): Promise<void>
}

/** Each on a database of its own in this Postgres. */
export async function startHostilePortals(postgres: TestPostgres): Promise<HostilePortals> {
  const mailbox = await startMailbox()
  const clamd = await startClamd()
  const started: { stop: () => Promise<void> }[] = [
    { stop: () => mailbox.close() },
    { stop: () => clamd.close() },
  ]
  const stop = async () => {
    for (const one of started) await one.stop()
  }
  async function start(settings: Record<string, string>): Promise<HostilePortal> {
    const database = await cloneDatabase(postgres)
    const process = await startPortalProcess({
      DATABASE_URL: database.url,
      LOG_LEVEL: 'debug',
      ...settings,
    })
    const pool = new Pool({ connectionString: database.url, max: 2 })
    pool.on('error', () => undefined)
    started.unshift(process, { stop: () => pool.end() })
    return settle(process, { pool, mailbox, databaseUrl: database.url })
  }
  try {
    const wide = await start({})
    const strict = await start({
      LIMITS: '1',
      TRUST_PROXY: 'loopback',
      SMTP_URL: mailbox.url,
      SMTP_FROM: 'Credit Partner Portal <portal@mail.example>',
      SMTP_ALLOW_LOOPBACK: 'on',
      CLAMD_URL: clamd.url,
    })
    return { wide, strict, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function settle(
  process: PortalProcess,
  around: { pool: Pool; mailbox: Mailbox; databaseUrl: string },
): Promise<HostilePortal> {
  const { pool, mailbox, databaseUrl } = around
  const caller = callPortal(process.origin)
  const given = <Value>(value: Value | null): Value => {
    if (value !== null) return value
    throw new Error(`The portal could not be prepared: ${caller.complaints.join('; ')}`)
  }
  const admin = given(await caller.logIn(testAdmin))
  const partner = given(await caller.signUp())
  const other = given(await caller.signUp())
  const leaver = given(await caller.signUp())
  const account = await caller.send('GET', '/api/user', { cookie: leaver.cookie })
  const id = /"id":(\d+)/.exec(account?.bytes.toString() ?? '')?.[1]
  await caller.send('DELETE', `/api/admin/users/${id}`, { cookie: admin })
  const unclaimedKey = given(await caller.upload(samples.pdf({ text: 'Nobody claims this.' })))

  // The first answers load and keep what later ones use.
  await Promise.all(
    Array.from({ length: 60 }, () => caller.send('GET', '/api/user', { cookie: admin })),
  )
  const pid = process.process.pid ?? 0
  const ports = {
    own: Number(new URL(process.origin).port),
    database: Number(new URL(databaseUrl).port),
  }
  const count = () => countDescriptors(pid, ports)
  const portal = {
    url: process.origin.replace('localhost', '127.0.0.1'),
    origin: process.origin,
    folder: process.folder,
    uploadsDir: join(process.folder, 'uploads'),
    pid,
    process,
    people: { admin, partner, other, deleted: leaver.cookie },
    unclaimedKey,
    mailbox,
    async query<Row extends QueryResultRow>(sql: string, values: unknown[] = []) {
      return (await pool.query<Row>(sql, values)).rows
    },
    descriptors: async () => (await count()).all,
    memoryBytes: () => memoryBytesOf(pid),
  }
  const { all, ofClients } = await count()
  const baseline = { descriptors: all - ofClients, memoryBytes: await portal.memoryBytes() }
  return { ...portal, baseline }
}
