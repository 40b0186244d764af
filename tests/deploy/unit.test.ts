import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const name = 'credit-partner-portal.service'
const analyze = (...args: string[]) =>
  spawnSync('systemd-analyze', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })

describe.skipIf(analyze('--version').status !== 0)('the unit of systemd', () => {
  let folder: string
  let path: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-unit-'))
    path = join(folder, name)
    const unit = await readFile(`docs/deploy/${name}`, 'utf8')
    await writeFile(path, unit.replace('/usr/bin/node', process.execPath))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('has nothing that systemd would complain of', () => {
    const { status, stderr } = analyze('verify', path)
    expect(stderr).not.toContain(name)
    expect(status).toBe(0)
  })

  /** Fails with more than so many tenths of 10. */
  function expectExposure(threshold: number): void {
    const { status, stdout } = analyze(
      'security',
      '--offline=yes',
      `--threshold=${threshold}`,
      path,
    )
    expect(stdout).toContain(`Overall exposure level for ${name}`)
    expect(status).toBe(0)
  }

  it('leaves the portal little to misuse: 1.5 of 10 at most', () => expectExposure(15))

  it('leaves it less with the list of where it may connect to', async () => {
    await cp(`docs/deploy/${name}.d`, `${path}.d`, { recursive: true })
    const { status, stderr } = analyze('verify', path)
    expect(stderr).not.toContain(name)
    expect(status).toBe(0)
    expectExposure(12)
    await rm(`${path}.d`, { recursive: true })
  })
})
