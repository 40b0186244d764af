import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callPortal } from '@tests/support/portal/portal-caller'
import { startPortalProcess } from '@tests/support/portal/portal-process'

const run = promisify(execFile)
const sources = ['client', 'migrations', 'server', 'shared', '.env.example', 'package.json'].concat(
  'package-lock.json',
  'tailwind.config.ts',
  'tsconfig.json',
  'vite.config.ts',
)

/** Npm's package `node` brings them; null where the registry cannot be reached. */
async function findNode(release: string) {
  try {
    const args = ['--yes', '-p', `node@${release}`, 'node', '-p', 'process.execPath']
    const { stdout } = await run('npx', args, { cwd: tmpdir(), timeout: 120_000 })
    return { release, path: stdout.trim() }
  } catch {
    return { release, path: null }
  }
}

/** Of the tests that look at what depends on Node's insides: connections, uploads, hashing in threads. */
const tests = [
  'server/http/connections',
  'server/http/http-server',
  'server/http/limit-concurrency',
]
  .concat('server/http/upload-slots', 'server/http/session.api', 'server/http/under-way.api')
  .concat('server/features/files/upload.api', 'server/features/files/open-file.api')
  .concat('server/features/accounts/register.api', 'server/features/accounts/login.api')

/** The long-term release, and the newest; all other tests run on the one that is installed. */
const runtimes = [await findNode('24'), await findNode('latest')]

describe.each(runtimes)('on Node $release', ({ path }) => {
  const node = path ?? ''
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-runtime-'))
    for (const name of sources) await cp(name, join(folder, name), { recursive: true })
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.skipIf(!path)('the portal is built, starts, takes a document and ends in order', async () => {
    await run(node, ['--import', 'tsx', 'server/cli/build.ts'], { cwd: folder })
    const program = join(folder, 'dist/server/index.js')
    const portal = await startPortalProcess({}, undefined, program, node)
    try {
      const caller = callPortal(portal.origin)
      const partner = await caller.signUp()
      expect(partner && (await caller.holds(partner))).toBe(true)
      expect(caller.complaints).toEqual([])
      await portal.end()
      expect(portal.process.exitCode).toBe(0)
      expect(portal.output()).not.toMatch(/Warning/)
    } finally {
      await portal.stop()
    }
  })

  it.skipIf(!path)('API and connections keep what they promise', { timeout: 600_000 }, async () => {
    const args = ['--config', 'tests/vitest.config.ts', '--project', 'unit', '--project', 'api']
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|NODE_OPTIONS)/.test(name)),
    )
    const vitest = resolve('node_modules/vitest/vitest.mjs')
    const { stdout } = await run(node, [vitest, 'run', ...args, '--maxWorkers', '1', ...tests], {
      env,
    })
    expect(stdout).toMatch(new RegExp(`Test Files .*${tests.length} passed`))
  })
})
