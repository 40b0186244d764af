import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { itKeepsADatabase, valuesOf } from '@tests/support/portal/embedded-postgres'
import { makeMemoryFolder } from '@tests/support/portal/memory-folder'
import { removeDataDir } from '@tests/support/portal/remove-data-dir'
import { choosePostgresRunner, type SystemUser } from './runner'
import { findEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from './start'
import { findProcess } from './server'

const modulePath = fileURLToPath(new URL('start.ts', import.meta.url))
const waiting = { timeout: 30_000, interval: 5 }

/**
 * The way of this machine, and for root also the one of machines without user namespaces: with a user
 * that is there already, as a test creates none.
 */
const isRoot = process.getuid?.() === 0
const ways = isRoot ? ['as chosen', 'as a system user'] : ['as chosen']

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
const nobody = () => ({ name: 'nobody', folder: systemFolder })

describe.runIf(isRoot)('the embedded Postgres as a system user', () => itKeepsADatabase(nobody))

async function start(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const server = await startEmbeddedPostgres({ dataDir, systemUser, ...options })
  servers.push(server)
  return server
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

describe.each(ways)('the embedded Postgres %s', (way) => {
  beforeEach(async () => {
    systemUser = way === 'as a system user' ? nobody() : undefined
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

  it('works under a folder that only its owner may enter', async () => {
    const locked = join(dataDir, 'locked')
    await fs.mkdir(locked, { mode: 0o700 })
    const server = await start({ dataDir: join(locked, 'data') })
    expect(await valuesOf(server.url, 'SELECT 1')).toEqual([1])
  })

  it('runs in a data folder that everyone may pass through', async () => {
    await fs.chmod(dataDir, 0o711)
    const server = await start()
    expect(await valuesOf(server.url, 'SELECT 1')).toEqual([1])
    const cluster = await fs.lstat(join(dataDir, 'postgres'))
    expect(cluster.isDirectory()).toBe(true)
    if (systemUser) expect(cluster.uid).not.toBe(0)
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
    await valuesOf(orphanUrl, "CREATE TABLE notes AS SELECT 'kept' AS text")
    const orphan = await postmasterPid()
    await kill(owner)
    expect(findProcess(orphan)?.name).toBe('postgres')

    const lines: string[] = []
    const server = await start({ onLog: (line) => lines.push(line) })
    expect(lines.join('\n')).toContain(`process ${orphan}`)
    expect(findProcess(orphan)).toBeUndefined()
    expect(await valuesOf(server.ownerUrl, 'SELECT text FROM notes')).toEqual(['kept'])
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
    expect(await valuesOf(server.url, 'SELECT 1')).toEqual([1])
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
    expect(await valuesOf(server.url, 'SELECT 1')).toEqual([1])
  })

  it('says when it ends by itself, not when it is stopped, and has its data at the next start', async () => {
    const onEnd = vi.fn()
    const server = await start({ onEnd })
    await valuesOf(server.ownerUrl, "CREATE TABLE notes AS SELECT 'kept' AS text")
    process.kill(await postmasterPid(), 'SIGKILL')
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1), waiting)
    await server.stop()
    const again = await start({ onEnd })
    expect(await valuesOf(again.ownerUrl, 'SELECT text FROM notes')).toEqual(['kept'])
    const pid = await postmasterPid()
    await again.stop()
    expect(findProcess(pid)).toBeUndefined()
    expect(await findEmbeddedPostgres({ dataDir })).toBeUndefined()
    expect(onEnd).toHaveBeenCalledTimes(1)
  })
})
