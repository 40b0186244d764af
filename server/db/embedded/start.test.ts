import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeMemoryFolder } from '@tests/support/portal/memory-folder'
import { removeDataDir } from '@tests/support/portal/remove-data-dir'
import { findEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from './start'
import { findProcess } from './process'
import { choosePostgresRunner, type SystemUser } from './runner'

const modulePath = fileURLToPath(new URL('start.ts', import.meta.url))
const waiting = { timeout: 30_000, interval: 5 }

/**
 * The way of this machine, and for root also the one of machines without user namespaces: with a user
 * that is there already, as a test creates none.
 */
const ways = process.getuid?.() === 0 ? ['as chosen', 'as a system user'] : ['as chosen']

let systemFolder: string
let systemUser: SystemUser | undefined
let dataDir: string
let servers: EmbeddedPostgres[]
let owners: ChildProcess[]

beforeAll(async () => {
  systemFolder = await makeMemoryFolder('portal-system-folder-')
  await fs.chmod(systemFolder, 0o755)
})
afterAll(() => fs.rm(systemFolder, { recursive: true }))

beforeEach(async () => {
  systemUser = undefined
  dataDir = await makeMemoryFolder('portal-embedded-')
  servers = []
  owners = []
})

afterEach(async () => {
  for (const owner of owners) owner.kill('SIGKILL')
  // A server whose owner was killed would outlive the test; starting takes it over.
  if (owners.length > 0 && servers.length === 0) await start()
  for (const server of servers) await server.stop()
  await removeDataDir(dataDir)
})

async function start(options: { dataDir?: string; onLog?: (line: string) => void } = {}) {
  const server = await startEmbeddedPostgres({ dataDir, systemUser, ...options })
  servers.push(server)
  return server
}

async function query(url: string, sql: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text: sql, values, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** A Node process of its own that starts the server, prints its URL and stays. */
function startOwner(): ChildProcess {
  const options = JSON.stringify({ dataDir, systemUser })
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(modulePath)})
    const { ownerUrl } = await startEmbeddedPostgres(${options})
    console.log(ownerUrl)`
  const owner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(owner)
  return owner
}

async function firstLine(owner: ChildProcess): Promise<string> {
  if (!owner.stdout) throw new Error('The owner has no output')
  const [chunk]: unknown[] = await once(owner.stdout, 'data')
  return String(chunk).trim()
}

async function kill(owner: ChildProcess): Promise<void> {
  const ended = once(owner, 'exit')
  owner.kill('SIGKILL')
  await ended
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await fs.readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

async function mode(name: string): Promise<number> {
  return (await fs.stat(join(dataDir, name))).mode & 0o777
}

describe.each(ways)('startEmbeddedPostgres %s', { timeout: 60_000 }, (way) => {
  beforeEach(() => {
    if (way === 'as a system user') systemUser = { name: 'nobody', folder: systemFolder }
  })

  it('creates a database that keeps its data over a restart', async () => {
    const first = await start()
    await query(first.ownerUrl, "CREATE TABLE notes AS SELECT 'kept' AS text")
    await first.stop()
    const second = await start()
    expect(await query(second.ownerUrl, 'SELECT text FROM notes')).toEqual(['kept'])
  })

  it('keeps data and passwords to their owner and listens on this machine only', async () => {
    const { url, ownerUrl } = await start()
    expect(await mode('postgres')).toBe(0o700)
    for (const name of ['postgres.json', 'postgres.log']) expect(await mode(name)).toBe(0o600)
    expect(await query(url, 'SHOW listen_addresses')).toEqual(['127.0.0.1'])
    expect(await query(url, 'SHOW fsync')).toEqual(['on'])
    expect(await query(url, 'SHOW is_superuser')).toEqual(['off'])
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    )
    await query(ownerUrl, 'CREATE TABLE people (email text UNIQUE)')
    const twice = query(ownerUrl, 'INSERT INTO people VALUES ($1), ($1)', ['rosa@example.com'])
    await expect(twice).rejects.toThrow('duplicate key')
    const log = await fs.readFile(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).not.toContain('rosa@example.com')
  })

  it('offers the extensions of the schema, for letters of every script', async () => {
    const { ownerUrl: url } = await start()
    await query(url, 'CREATE EXTENSION pg_trgm')
    await query(url, 'CREATE EXTENSION citext')
    expect(await query(url, "SELECT 'ÉMILE'::citext = 'émile'")).toEqual([true])
    expect(await query(url, "SELECT cardinality(show_trgm('Жанна'))")).toEqual([6])
  })

  it('works under a folder that only its owner may enter', async () => {
    const locked = join(dataDir, 'locked')
    await fs.mkdir(locked, { mode: 0o700 })
    const server = await start({ dataDir: join(locked, 'data') })
    expect(await query(server.url, 'SELECT 1')).toEqual([1])
  })

  it('runs in a data folder that everyone may pass through', async () => {
    await fs.chmod(dataDir, 0o711)
    const server = await start()
    expect(await query(server.url, 'SELECT 1')).toEqual([1])
    const cluster = await fs.lstat(join(dataDir, 'postgres'))
    expect(cluster.isDirectory()).toBe(true)
    if (systemUser) expect(cluster.uid).not.toBe(0)
  })

  it('refuses a second start over the same folder and leaves the first alone', async () => {
    const first = await start()
    const second = start()
    await expect(second).rejects.toThrow(`already running with the data folder ${dataDir}`)
    expect(await query(first.url, 'SELECT 1')).toEqual([1])
    await first.stop()
    expect(await query((await start()).url, 'SELECT 1')).toEqual([1])
  })

  it('lets exactly one of several simultaneous starts through after a kill', async () => {
    const owner = startOwner()
    await firstLine(owner)
    await kill(owner)
    const starts = await Promise.allSettled([start(), start(), start(), start()])
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('takes over after its Node was killed, with one server and all data', async () => {
    const owner = startOwner()
    const orphanUrl = await firstLine(owner)
    await query(orphanUrl, "CREATE TABLE notes AS SELECT 'kept' AS text")
    const orphan = await postmasterPid()
    await kill(owner)
    expect(findProcess(orphan)?.name).toBe('postgres')

    const lines: string[] = []
    const server = await start({ onLog: (line) => lines.push(line) })
    expect(lines.join('\n')).toContain(`process ${orphan}`)
    expect(findProcess(orphan)).toBeUndefined()
    expect(await query(server.ownerUrl, 'SELECT text FROM notes')).toEqual(['kept'])
  })

  it('starts when the pid of a crashed server went to another process', async () => {
    const owner = startOwner()
    await firstLine(owner)
    const pid = await postmasterPid()
    await kill(owner)
    process.kill(pid, 'SIGKILL')
    await vi.waitUntil(() => !findProcess(pid), waiting)
    const pidFile = join(dataDir, 'postgres/postmaster.pid')
    const other = spawn('tail', ['-f', '/dev/null'])
    const content = await fs.readFile(pidFile, 'utf8')
    await fs.writeFile(pidFile, content.replace(/^\d+/, String(other.pid)))

    const server = await start()
    expect(await query(server.url, 'SELECT 1')).toEqual([1])
    expect(findProcess(other.pid ?? 0)?.name).toBe('tail')
    other.kill()
  })

  it('starts after a first start was killed while it created the cluster', async () => {
    const owner = startOwner()
    const place = dirname(choosePostgresRunner(dataDir, systemUser).cluster)
    await vi.waitUntil(async () => {
      const names = await fs.readdir(place, { recursive: true })
      return names.some((name) => /^postgres\.new-[^/]*\/base\/1$/.test(name))
    }, waiting)
    await kill(owner)
    expect(await fs.readdir(dataDir)).not.toContain('postgres')

    const server = await start()
    expect(await query(server.url, 'SELECT 1')).toEqual([1])
  })

  it('is started again at the same address when it ends by itself, until it is stopped', async () => {
    const server = await start()
    const { ownerUrl: url } = server
    await query(url, "CREATE TABLE notes AS SELECT 'kept' AS text")
    const first = await postmasterPid()
    process.kill(first, 'SIGKILL')
    await vi.waitFor(async () => expect(await postmasterPid()).not.toBe(first), waiting)
    await vi.waitFor(
      async () => expect(await query(url, 'SELECT text FROM notes')).toEqual(['kept']),
      waiting,
    )
    const second = await postmasterPid()
    await server.stop()
    expect(findProcess(second)).toBeUndefined()
    expect(await findEmbeddedPostgres({ dataDir })).toBeUndefined()
  })

  it('says why Postgres does not start', async () => {
    await (await start()).stop()
    await fs.appendFile(join(dataDir, 'postgres/postgresql.conf'), 'no_such_setting = 1\n')
    await expect(start()).rejects.toThrow('unrecognized configuration parameter "no_such_setting"')
    await expect(start()).rejects.not.toThrow('already running')
  })
})

describe('findEmbeddedPostgres', { timeout: 60_000 }, () => {
  it('answers the URL of the running server, and nothing once it stopped', async () => {
    const server = await start()
    expect(server).toMatchObject((await findEmbeddedPostgres({ dataDir })) ?? { url: 'none' })
    await server.stop()
    expect(await findEmbeddedPostgres({ dataDir })).toBeUndefined()
  })
})
