import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseEnv } from '../env'
import { findPasswordFlaw } from '../features/accounts/password-flaw'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-setup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('npm run setup writes what a portal in production starts with', async () => {
  const args = ['--url', 'https://portal.example', '--email', 'boss@portal.example']
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), resolve('server/cli/setup.ts'), ...args],
    { cwd: folder, env: { ...process.env, TSX_TSCONFIG_PATH: resolve('tsconfig.json') } },
  )
  const written = await readFile(join(folder, '.env'), 'utf8')
  const lines = written.split('\n').filter((line) => line.includes('=') && !line.startsWith('#'))
  const env = parseEnv(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2))))
  expect(env).toMatchObject({
    publicOrigin: 'https://portal.example',
    adminEmail: 'boss@portal.example',
    secondFactorIsRequired: true,
  })
  const owner = { email: 'boss@portal.example', firstName: '', lastName: '', isAdmin: 1 } as const
  expect(await findPasswordFlaw(env.adminPassword ?? '', owner)).toBeNull()
  expect(stdout).toContain(`Password:      ${env.adminPassword}`)
  expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600)
})
