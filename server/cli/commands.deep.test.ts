import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv as parseEnvFile } from 'node:util'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { backUp, backupKey, makeEmptyPlace, makeTestFolder } from '@tests/support/portal/backups'
import { createUnmigratedDatabase } from '@tests/support/portal/database'
import { emptyApp } from '@tests/support/portal/empty-app'
import { buildAdmin, buildCredential } from '@tests/support/portal/factories'
import { spawnPortalProcess } from '@tests/support/portal/portal-process'
import { runAs } from '@tests/support/portal/postgres'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { runFsck } from '@tests/support/portal/run-fsck'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { connectJobs } from '../db/connect-jobs'
import { monitoringCredentials } from '../db/schema/monitoring-credentials'
import { users } from '../db/schema/users'
import { keyId } from '../db/sealing'
import { parseEnv } from '../env'
import { findPasswordFlaw } from '../features/accounts/passwords'
import { chainTrail } from '../features/audit/seal-chain'
import { portalItself, recordEvent } from '../features/audit/record-event'
import { settleIdentity } from '../identity'
import { secretIds } from '../identity-secrets'

const app = await startSharedApp()
const env = settingsOf(app)
beforeEach(() => emptyApp(app))

it('npm run portal names its commands; each has --help; what they do not know is refused', async () => {
  const { output } = await runCommand('--help', { env })
  const names = [...output.matchAll(/^ {2}(\S+) /gm)].map(([, name = '']) => name)
  expect(names).toEqual(expect.arrayContaining(['setup', 'backup', 'restore', 'keys:rotate']))
  const answers = names.map(async (name) => {
    const help = await runCommand(name, { env }, '--help')
    expect(help.output).toMatch(`Usage: npm run portal -- ${name}`)
    expect(help.exitCode).toBe(0)
  })
  await Promise.all(answers)
  for (const name of ['storage:seal', 'constructor', 'toString', '__proto__']) {
    expect(await runCommand(name, { env })).toEqual({
      exitCode: 1,
      output: expect.stringMatching(`^- There is no command ${name}.\nUsage:`),
    })
  }
  const refusal = await runCommand('fsck', { env }, '--nothing')
  expect(refusal).toEqual({
    exitCode: 2,
    output: expect.stringMatching(/^- Unknown option '--nothing'/),
  })
})

it('npm run portal -- fsck takes neither another database nor a folder that is not mounted for an empty portal', async () => {
  const empty = await createUnmigratedDatabase()
  onTestFinished(() => empty.drop())
  expect(await runFsck({ env: { ...env, DATABASE_URL: empty.url } })).toMatchObject({ exitCode: 2 })
  const [mounted, unmounted] = ['.backups', '.unmounted'].map((name) => join(app.uploadsDir, name))
  await rename(String(mounted), String(unmounted))
  expect(await runFsck({ env })).toEqual({
    exitCode: 2,
    output: `- SECOND_COPY_DIR (${mounted}) is not there: is the path right, and is it mounted?`,
  })
  expect(await app.storedPaths()).toEqual([])
  await rename(String(unmounted), String(mounted))
})

it('npm run portal -- keys:rotate says how much it sealed, without a word of it, and fails when a value cannot be opened', async () => {
  const { id } = await buildCredential(app, { password: 'the password' })
  const DATA_KEY = `${randomBytes(32).toString('base64')},${env['DATA_KEY']}`
  const rotate = () => runCommand('keys:rotate', { env: { ...env, DATA_KEY } })
  const done = await rotate()
  expect(done.output).toMatch(/monitoring_credentials\.sealed_password +1 encrypted again/)
  expect(done.output).not.toContain('the password')
  expect(done.exitCode).toBe(0)
  await app.db.update(monitoringCredentials).set({ sealedPassword: 'damaged' })
  const { output, exitCode } = await rotate()
  expect(output).toContain(
    `monitoring_credentials.sealed_password of id ${id}: no key of DATA_KEY opens it`,
  )
  expect(output).toContain('leave them in DATA_KEY')
  expect(exitCode).toBe(1)
})

it('npm run portal -- keys:rotate waits for every process to know the new key', async () => {
  const { id } = await buildCredential(app, { password: 'the password' })
  const newest = randomBytes(32)
  const connect = (keyIds: string[]) =>
    connectJobs(app.databaseUrl, app.logger, { connections: 1, keyIds })
  const older = secretIds(app.env).dataKeys
  // The second knows the new key, but goes on sealing with the old one.
  const pools = [connect(older), connect([...older, keyId(newest)]), connect([keyId(newest)])]
  // Each listens all the time, as the runner of jobs does: an idle connection would end after 10 s.
  const listening = await Promise.all(pools.map((pool) => pool.connect()))
  const end = async (index: number) => {
    listening[index]?.release()
    await pools[index]?.end()
  }
  const DATA_KEY = `${newest.toString('base64')},${env['DATA_KEY']}`
  const rotate = () => runCommand('keys:rotate', { env: { ...env, DATA_KEY } })
  for (const index of [0, 1]) {
    expect(await rotate()).toEqual({
      exitCode: 1,
      output: expect.stringContaining(
        `${keyId(newest)}, and that of a running portal process does not`,
      ),
    })
    const stored = await app.db.select().from(monitoringCredentials)
    expect(stored).toMatchObject([
      { id, sealedPassword: expect.not.stringContaining(keyId(newest)) },
    ])
    await end(index)
  }
  expect(await rotate()).toMatchObject({ exitCode: 0 })
  await end(2)
})

const giveUp = (settings: object, ...args: string[]) =>
  runCommand('keys:rotate', { env: { ...env, ...settings } }, '--give-up', ...args)

it('npm run portal -- keys:rotate --give-up takes a lost key from those that a start needs, when that is said', async () => {
  await buildCredential(app, { password: 'the password' })
  await settleIdentity(app)
  const [lost = ''] = secretIds(app.env).dataKeys
  const DATA_KEY = randomBytes(32).toString('base64')
  const what = `The key ${lost} is given up, and what it has sealed stays closed: 1 in monitoring_credentials.sealed_password`
  expect(await giveUp({ DATA_KEY }, lost)).toEqual({
    exitCode: 1,
    output: `- ${what}: add --yes if that is meant. Nothing was changed.`,
  })
  expect((await giveUp({}, lost, '--yes')).output).toContain('is not lost: DATA_KEY has it')
  expect(await giveUp({ DATA_KEY }, lost, '--yes')).toEqual({
    exitCode: 0,
    output: `${what}. The portal starts without it.`,
  })
  expect(await giveUp({ DATA_KEY }, lost, '--yes')).toEqual({
    exitCode: 1,
    output: `- No start asks for a key ${lost}.`,
  })
})

it.each([
  ['tables of another program', 'create table orders (id int)'],
  [
    'the record of other migrations',
    `create schema drizzle;
     create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint);
     insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
  ],
])(
  'start, migrate, doctor and restore refuse a database with %s in a sentence',
  async (_what, made) => {
    const folder = await makeTestFolder()
    await backUp(app, folder, { secrets: secretIds(app.env) })
    const place = await makeEmptyPlace()
    await runAs(place.databaseUrl, made)
    const settings = {
      DATABASE_URL: place.databaseUrl,
      MIGRATION_DATABASE_URL: '',
      UPLOADS_DIR: place.uploadsDir,
      BACKUP_KEY: backupKey.toString('base64'),
    }
    const there = { env: { ...env, ...settings } }
    const portal = await spawnPortalProcess(settings)
    onTestFinished(() => portal.stop())
    await once(portal.process, 'close')
    const outputs = [
      portal.output(),
      ...(
        await Promise.all([
          runCommand('migrate', there),
          runCommand('doctor', there),
          runCommand('restore', there, '--from', folder),
        ])
      ).map(({ exitCode, output }) => `${exitCode}: ${output}`),
    ]
    for (const output of outputs) {
      expect(output).toMatch(/DATABASE_URL names a database that .*, or an empty one$/m)
      expect(output).not.toMatch(/^0:|^ +at |Failed query/m)
    }
  },
)

const away = {
  ...env,
  DATABASE_URL: 'postgres://portal:secret@127.0.0.1:9/portal',
  LOG_LEVEL: 'warn',
}

it('whatever a timer runs prints one JSON object when it is asked to, whether it can run or not', async () => {
  await settleIdentity(app)
  const places = { BACKUP_TO: await makeTestFolder(), BACKUP_KEY: backupKey.toString('base64') }
  for (const [name = '', ...args] of [
    ['backup'],
    ['restore', '--check'],
    ['fsck'],
    ['audit:verify'],
    ['ledger:verify'],
    ['doctor'],
  ]) {
    for (const settings of [env, away]) {
      const there = { env: { ...settings, ...places } }
      const { exitCode, output } = await runCommand(name, there, ...args, '--json')
      const isUnable = settings === away && !['doctor', 'restore'].includes(name)
      expect([name, JSON.parse(output)]).toEqual([
        name,
        expect.objectContaining({
          exitCode,
          problems: isUnable
            ? [expect.stringMatching(/^The database cannot be used/)]
            : expect.any(Array),
        }),
      ])
      if (isUnable) expect([name, exitCode]).toEqual([name, 2])
    }
  }
})

it('every command says in a sentence that Postgres is away, and prints no statement', async () => {
  for (const [name, ...args] of [
    ['admin', '--email', 'admin@portal.example'],
    ['backup', '--to', join(app.uploadsDir, 'never')],
    ...['fsck', 'migrate', 'keys:rotate', 'audit:verify', 'ledger:verify'].map((one) => [one]),
  ]) {
    const BACKUP_KEY = randomBytes(32).toString('base64')
    const { output } = await runCommand(String(name), { env: { ...away, BACKUP_KEY } }, ...args)
    expect(output).toBe(
      '- The database cannot be used: connect ECONNREFUSED 127.0.0.1:9. Check DATABASE_URL (or MIGRATION_DATABASE_URL), and that Postgres is running.',
    )
  }
  const other = { ...env, BACKUP_KEY: '' }
  expect((await runCommand('restore', { env: other }, '--from', app.uploadsDir)).output).toBe(
    '- BACKUP_KEY is missing. Set the one that the backup was made with.',
  )
  expect((await runCommand('fsck', { env }, '-h')).output).toMatch(/^Usage: npm run portal -- fsck/)
})

const verify = (...options: string[]) => runCommand('audit:verify', { env }, ...options)

it('npm run portal -- audit:verify says whether the trail is sound, and what is not', async () => {
  for (const object of ['user:1', 'user:2']) {
    await recordEvent({ db: app.db, by: portalItself }, 'user.deleted', object)
  }
  await chainTrail({ ...app.env, db: app.db, logger: app.logger })
  await recordEvent({ db: app.db, by: portalItself }, 'user.deleted')
  const [, hash = ''] = /"hash":"([\da-f ]+)"/.exec(app.logs()) ?? []
  expect(await verify('--sealed', `2 ${hash}`)).toEqual({
    exitCode: 0,
    output:
      '2 events in the chain, sealed up to link 2, less than an hour ago; 1 written since the last minute.\n' +
      'Compared with 2 sealed lines from outside the database.\nSound.',
  })
  await app.asOwner(`
    alter table audit_events disable trigger user;
    update audit_events set object = 'user:3' where id = 2`)
  const { exitCode, output } = await verify()
  expect(output).toMatch(/^- event 2 was changed, or its link\n[^]*Not sound: 1 problem\.$/)
  expect(exitCode).toBe(1)
  expect(await verify('--sealed', '2')).toMatchObject({ exitCode: 2 })
  await rm(join(app.uploadsDir, '.audit-seals'))
})

it('npm run portal -- admin gives an administrator another email only when that is said', async () => {
  await buildAdmin(app, { email: 'admin@portal.example' })
  const recover = (...args: string[]) =>
    runCommand('admin', { env }, '--email', 'admn@portal.example', ...args)
  expect(await recover()).toEqual({
    exitCode: 1,
    output:
      '- The administrator admin@portal.example becomes admn@portal.example: add --yes if that is meant. Nothing was changed.',
  })
  expect(await app.db.select().from(users)).toMatchObject([{ email: 'admin@portal.example' }])
  const kept = await runCommand('admin', { env }, '--email', 'Admin@portal.example')
  expect(kept).toMatchObject({ exitCode: 0, output: expect.stringContaining('Password:') })
  expect(await recover('--yes')).toMatchObject({ exitCode: 0 })
})

async function makeSetup() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-setup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const set = async (...pairs: string[]) => {
    const args = [
      resolve('dist/server/portal.js'),
      'setup',
      ...pairs.flatMap((pair) => ['--set', pair]),
    ]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }
  const read = () => readFile(join(folder, '.env'), 'utf8')
  return { folder, set, read }
}
const setAtFirst = ['PUBLIC_URL=https://portal.example', 'ADMIN_EMAIL=boss@portal.example']

it('npm run setup writes what a portal in production starts with', async () => {
  const { folder, set, read } = await makeSetup()
  const { output } = await set(...setAtFirst)
  const written = parseEnv(parseEnvFile(await read()))
  expect(written).toMatchObject({
    publicOrigin: 'https://portal.example',
    trustProxy: ['loopback'],
    adminEmail: 'boss@portal.example',
    secondFactorIsRequired: true,
    backupKeys: [expect.any(Buffer)],
  })
  const owner = { email: 'boss@portal.example', firstName: '', lastName: '', isAdmin: 1 } as const
  expect(await findPasswordFlaw(written.adminPassword ?? '', owner)).toBeNull()
  expect(output).toContain(`Password:      ${written.adminPassword}`)
  expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600)
})

it('npm run setup writes nothing that a start refuses', async () => {
  const { folder, set } = await makeSetup()
  for (const [pairs, problem] of [
    [['PUBLIC_URL=http://portal.example', setAtFirst[1]], '- PUBLIC_URL must be https'],
    [[setAtFirst[0]], '- ADMIN_EMAIL is missing'],
    [[...setAtFirst, 'DATABASE_URL=portal'], '- DATABASE_URL must be postgres://'],
    [[...setAtFirst, 'SMPT_URL=smtp://x'], 'is SMTP_URL meant?'],
    [[...setAtFirst, 'SMTP_URL'], '- SMTP_URL has no value: write --set SMTP_URL=VALUE'],
    [[...setAtFirst, 'STREET_ADDRESS=Main St #5'], '- STREET_ADDRESS can’t be written into .env'],
  ] as const) {
    const { status, output } = await set(...pairs.map(String))
    expect(output).toContain(problem)
    expect(status).toBe(1)
  }
  expect(await readdir(folder)).toEqual([])
})

it('npm run setup changes one thing later, and leaves the rest as it is', async () => {
  const { folder, set, read } = await makeSetup()
  await set(...setAtFirst)
  await appendFile(join(folder, '.env'), '# Ours.\nSMTP_FROM=us@portal.example')
  const before = await read()
  const roles = ['DATABASE_URL=postgres:///one', 'MIGRATION_DATABASE_URL=postgres:///two']
  const { output } = await set('PUBLIC_URL=https://other.example', ...roles)
  expect(output).toBe(
    'Changed in .env: PUBLIC_URL, DATABASE_URL, MIGRATION_DATABASE_URL. Restart the portal.\n',
  )
  expect(await read()).toBe(
    `${before.replace('//portal.example', '//other.example')}\n${roles.join('\n')}\n`,
  )
  expect(await readdir(folder)).toEqual(['.env'])
})
