import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { open, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { createServer } from 'node:net'
import { Client } from 'pg'
import { z } from '@shared/zod'
import { ensureCluster, exists, superuser, openServerLog } from './cluster'
import { choosePostgresRunner, type SystemUser } from './runner'
import type { DatabaseUrls } from '../database-urls'
import {
  launchServer,
  readyPort,
  type LaunchedServer,
  isPostmasterOf,
  shutDownPostmaster,
} from './server'

export interface EmbeddedPostgres extends DatabaseUrls {
  port: number
  /** Fast shutdown; resolves when the server is gone. May be called more than once. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  dataDir: string
  database?: string
  /** Receives progress lines. The server's own log is `dataDir/postgres.log`. */
  onLog?: (line: string) => void
  /** Called when the server ends by itself (killed for its memory, say). The next start repairs its data. */
  onEnd?: (() => void) | undefined
  /** Makes root run Postgres as this user, as it does where user namespaces are closed. */
  systemUser?: SystemUser | undefined
}

/** Owns the database and its tables. */
const owner = 'portal'
/** The role that the portal works as; its rights come with the migrations. */
const worker = 'portal_worker'

const password = z.string().min(1)
const passwordsSchema = z.object({
  superuser: password,
  [owner]: password,
  [worker]: password,
})
type Passwords = z.infer<typeof passwordsSchema>

/**
 * Starts the one Postgres server over `dataDir/postgres`, creating cluster and database on first
 * use. A server left behind by a killed Node is stopped first. Throws a readable
 * error when another process runs it, or with the end of its log when it does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { database = owner, onLog = () => undefined, onEnd = () => undefined } = options
  await fs.mkdir(resolve(options.dataDir), { recursive: true, mode: 0o711 })
  const dataDir = await fs.realpath(options.dataDir)
  const lock = await lockDataFolder(dataDir)
  try {
    const runner = choosePostgresRunner(dataDir, options.systemUser)
    const log = await openServerLog(join(dataDir, 'postgres.log'))
    const passwords = await ensurePasswords(dataDir, await exists(runner.cluster))
    if (!(await exists(runner.cluster))) onLog(`Creating the database in ${runner.cluster}`)
    await ensureCluster(runner, log, passwords.superuser)
    const server = await launchServer(runner, log, onLog)
    const { port } = server
    const stop = stopOnce(server, lock, onEnd)
    try {
      await ensureDatabase({ port, database, passwords })
    } catch (error) {
      await stop()
      throw error
    }
    return { port, ...buildUrls(port, database, passwords), stop }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Where the server is that another process runs over this data folder; undefined when none does.
 * For commands that work while the portal runs.
 */
export async function findEmbeddedPostgres(options: {
  dataDir: string
  database?: string
}): Promise<DatabaseUrls | undefined> {
  const { dataDir, database = owner } = options
  const cluster = join(resolve(dataDir), 'postgres')
  const pid = Number.parseInt(
    await fs.readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''),
    10,
  )
  if (!isPostmasterOf(pid, cluster)) return undefined
  const port = await readyPort(cluster)
  return port === undefined ? undefined : buildUrls(port, database, await readPasswords(dataDir))
}

async function lockDataFolder(dataDir: string) {
  try {
    await fs.access(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw new Error(`The data folder ${dataDir} cannot be written by this user.`, { cause: error })
  }
  try {
    return await lockFolder(dataDir)
  } catch (error) {
    if (!isHeld(error)) throw error
    throw new Error(
      `The portal is already running with the data folder ${dataDir}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
      { cause: error },
    )
  }
}

/** As `lockFolder` fails where another process holds the lock. */
const isHeld = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(EADDRINUSE|EAGAIN)$/.test(String(error.code))

const passwordsPath = (dataDir: string) => join(dataDir, 'postgres.json')

async function readPasswords(dataDir: string): Promise<Passwords> {
  return passwordsSchema.parse(await readJson(passwordsPath(dataDir)))
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await fs.readFile(path, 'utf8'))
}

function randomPassword(): string {
  return randomBytes(24).toString('hex')
}

async function ensurePasswords(dataDir: string, clusterExists: boolean): Promise<Passwords> {
  const path = passwordsPath(dataDir)
  const isThere = await exists(path)
  if (clusterExists && !isThere) {
    throw new Error(`${path}, which holds the passwords of the database beside it, is missing.`)
  }
  const kept = isThere ? passwordsSchema.partial().parse(await readJson(path)) : {}
  const fresh = {
    superuser: randomPassword(),
    [owner]: randomPassword(),
    [worker]: randomPassword(),
  }
  const passwords = { ...fresh, ...kept }
  if (Object.keys(kept).length === Object.keys(fresh).length) return passwords
  await fs.writeFile(`${path}.new`, JSON.stringify(passwords), { mode: 0o600, flush: true })
  await fs.rename(`${path}.new`, path)
  return passwords
}

function stopOnce(
  { child }: LaunchedServer,
  lock: { release(): Promise<void> },
  onEnd: () => void,
): () => Promise<void> {
  let stopped: Promise<void> | undefined
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const end = () => {
    if (!stopped) onEnd()
  }
  if (hasEnded()) setImmediate(end)
  else child.once('exit', end)
  const stop = async () => {
    if (child.pid && !hasEnded()) await shutDownPostmaster(child.pid)
    await lock.release()
  }
  return () => (stopped ??= stop())
}

async function ensureDatabase(server: { port: number; database: string; passwords: Passwords }) {
  const { port, database, passwords } = server
  const admin = new Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password: passwords.superuser,
    database: 'postgres',
  })
  try {
    await admin.connect()
    await ensureRole(admin, owner, passwords[owner], 'CREATEDB')
    await ensureRole(admin, worker, passwords[worker], '')
    const found = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
    if (found.rowCount === 0) {
      await admin.query(`CREATE DATABASE ${admin.escapeIdentifier(database)} OWNER ${owner}`)
    }
  } finally {
    await admin.end()
  }
}

async function ensureRole(admin: Client, role: string, secret: string, rights: string) {
  const roles = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
  if (roles.rowCount === 1) return
  await admin.query(`CREATE ROLE ${role} LOGIN ${rights} PASSWORD ${admin.escapeLiteral(secret)}`)
}

function buildUrls(port: number, database: string, passwords: Passwords): DatabaseUrls {
  const place = `127.0.0.1:${port}/${encodeURIComponent(database)}`
  return {
    url: `postgresql://${worker}:${passwords[worker]}@${place}`,
    ownerUrl: `postgresql://${owner}:${passwords[owner]}@${place}`,
  }
}

/** From open(2) of macOS, for which Node has no name. */
const exclusiveLock = 0x20

/**
 * Locks a folder for this process, until `release`. The system itself gives up the lock of a process that died. Linux
 * has one name for each folder that only one process can listen at; macOS locks a file as it opens it. Fails with
 * EADDRINUSE or EAGAIN where another process holds the lock.
 */
async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  if (process.platform !== 'linux') {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | exclusiveLock
    const file = await open(join(folder, 'postgres.lock'), flags, 0o600)
    return { release: () => file.close() }
  }
  const { dev, ino } = await stat(folder)
  const server = createServer((socket) => socket.destroy())
  server.unref()
  server.listen(`\0credit-partner-portal:${dev}:${ino}`)
  await once(server, 'listening')
  return { release: async () => void server.close() }
}
