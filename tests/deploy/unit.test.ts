import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '@tests/support/portal/run-command'

const source = 'docs/deploy'
const portal = 'credit-partner-portal.service'
const commands = 'credit-partner-portal@.service'
const alarm = 'credit-partner-portal-failed@.service'
const timers = ['audit', 'backup', 'check', 'doctor'].map(
  (name) => `credit-partner-portal-${name}.timer`,
)
const analyze = (...args: string[]) =>
  spawnSync('systemd-analyze', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })

const read = (name: string) => readFile(join(source, name), 'utf8')
const hardeningOf = (text: string) =>
  text.slice(text.indexOf('CapabilityBoundingSet=')).trim().split('\n\n')[0]

describe.skipIf(analyze('--version').status !== 0)('the units of systemd', () => {
  let folder: string
  const at = (unit: string) => join(folder, unit)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-unit-'))
    const names = await readdir(source, { recursive: true })
    for (const name of names.filter((one) =>
      /^credit-partner.*\.(service|timer|conf)$/.test(one),
    )) {
      if (name.endsWith('egress.conf')) continue
      await mkdir(dirname(at(name)), { recursive: true })
      await writeFile(at(name), (await read(name)).replaceAll('/usr/bin/node', process.execPath))
    }
  })
  afterAll(() => rm(folder, { recursive: true }))

  const expectNoComplaint = (...units: string[]) => {
    const { status, stderr } = analyze('verify', ...units.map(at))
    expect(stderr).not.toContain('credit-partner-portal')
    expect(status).toBe(0)
  }

  it('have nothing that systemd would complain of', () => {
    expectNoComplaint(portal, commands, alarm, ...timers)
  })

  /** Fails with more than so many tenths of 10. */
  function expectExposure(unit: string, threshold: number): void {
    const { status, stdout } = analyze(
      'security',
      '--offline=yes',
      `--threshold=${threshold}`,
      at(unit),
    )
    expect(stdout).toContain('Overall exposure level for credit-partner-portal')
    expect(status).toBe(0)
  }

  it.each([portal, commands, alarm])('leave %s little to misuse: 1.5 of 10 at most', (unit) => {
    expectExposure(unit, 15)
  })

  it.each([portal, commands])(
    'leave %s less with the list of where it may connect to',
    async (unit) => {
      await cp(join(source, `${portal}.d`), at(`${unit}.d`), { recursive: true })
      expectNoComplaint(unit)
      expectExposure(unit, 12)
      await rm(at(`${unit}.d`), { recursive: true })
    },
  )
})

it('commands of timers are held as tightly as the portal', async () => {
  expect(hardeningOf(await read(commands))).toBe(hardeningOf(await read(portal)))
})

it('timers start commands that there are, which tell somebody when they fail', async () => {
  const run: string[] = []
  for (const timer of timers) {
    const text = await read(timer)
    expect(text).toMatch(/^Persistent=true$/m)
    const [, command = ''] = /^Unit=credit-partner-portal@(.*)\.service$/m.exec(text) ?? []
    run.push(command)
  }
  expect(run.toSorted()).toEqual(['audit:verify', 'backup', 'doctor', 'restore'])
  for (const name of run) {
    const { exitCode } = await runCommand(name, { env: { PATH: process.env['PATH'] } }, '--help')
    expect(exitCode).toBe(0)
  }
  expect(await read(commands)).toContain('OnFailure=credit-partner-portal-failed@%i.service')
  expect(await read('credit-partner-portal@restore.service.d/check.conf')).toMatch(
    /^ExecStart=\nExecStart=.* restore --check$/m,
  )
})

it('set-up tries the commands one after the other: a check needs the backup of before', async () => {
  const page = await readFile('docs/set-up.md', 'utf8')
  const starts = [...page.matchAll(/systemctl start ([^&`\n]*@[^&`\n]*)/g)].map(([, units = '']) =>
    units.trim(),
  )
  expect(starts.slice(0, 3)).toEqual(
    ['backup', 'restore', 'doctor'].map((name) => `credit-partner-portal@${name}`),
  )
})
