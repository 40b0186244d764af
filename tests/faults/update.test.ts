import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { z } from '@shared/zod'
import { drawFreePort } from '@server/free-port'
import { createUnmigratedDatabase } from '@tests/support/portal/database'
import {
  cookieOf,
  countRows,
  insist,
  listKeptReleases,
  openKeptRelease,
  type ReleaseFacts,
} from '@tests/support/portal/kept-release'
import { buildLaterRelease } from '@tests/support/portal/later-release'
import { checksum } from '@tests/support/portal/portal-caller'
import { startPortalProcess, testSettings } from '@tests/support/portal/portal-process'
import { queryAs, runAs, withClient } from '@tests/support/portal/postgres'
import { runCommand } from '@tests/support/portal/run-command'
import { computeCode } from '@tests/support/portal/second-factor'

/** This version with one migration more, so that an update from this very version changes something, too. */
const later = await buildLaterRelease()
afterAll(later.remove)

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-update-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The session as it was, but begun now. */
const bringSession = (url: string, { sid, sess }: ReleaseFacts['partner']['session']) =>
  withClient(url, (client) =>
    client.query(
      "insert into sessions (sid, sess, expire) values ($1, $2, now() + interval '1 hour')",
      [sid, { ...sess, createdAt: Date.now() }],
    ),
  )

/** Begins to migrate, and kills that in its middle. */
async function breakOffMigration(url: string, env: NodeJS.ProcessEnv): Promise<void> {
  const program = join(later.build, 'server/portal.js')
  const child = spawn(process.execPath, [program, 'migrate'], { env, stdio: 'ignore' })
  const isConnected =
    "select 1 as one from pg_stat_activity where application_name = 'credit-partner-migrate' and datname = current_database()"
  while ((await queryAs(url, isConnected)).length === 0) await delay(5)
  await delay(randomInt(250))
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Everything that people and the administrator had. */
async function expectAll(origin: string, { admin, partner, twoStep, sharedLogin }: ReleaseFacts) {
  const send = insist(origin)
  const logIn = async ({ email, password }: { email: string; password: string }, code?: string) =>
    cookieOf(await send('POST', '/api/login', { json: { email, password, code } }))
  const read = async (path: string, cookie: string) => (await send('GET', path, { cookie })).json
  for (const cookie of [partner.cookie, await logIn(partner)]) {
    expect(await read('/api/user', cookie)).toMatchObject({ email: partner.email })
    for (const { uploadKey, fileName, sha256 } of partner.documents) {
      const { bytes } = await send('GET', `/uploads/${uploadKey}/${fileName}`, { cookie })
      expect(checksum(bytes)).toBe(sha256)
    }
    expect(await read('/api/referral-desk', cookie)).toMatchObject({
      rewards: { earnedCents: partner.earnedCents },
    })
  }
  await expect(logIn(twoStep)).rejects.toThrow('second_factor_required')
  const withCode = await logIn(twoStep, computeCode(twoStep.secret))
  expect(await read('/api/user', withCode)).toMatchObject({ email: twoStep.email })

  const boss = await logIn(admin)
  const listed = z
    .array(z.object({ id: z.number(), username: z.string() }))
    .parse(await read('/api/admin/credentials', boss))
  const id = listed.find(({ username }) => username === sharedLogin.username)?.id
  const revealed = await send('POST', `/api/admin/credentials/${id}/reveal`, { cookie: boss })
  expect(revealed.json).toMatchObject(sharedLogin)
  expect(await read(`/api/admin/users/${partner.id}/notes`, boss)).toMatchObject([
    { text: partner.note },
  ])
}

it.each(await listKeptReleases())(
  'an update from %s keeps everything, also when its migration is killed, and beside a process that still serves',
  async (version) => {
    const [backup, folder] = [await makeFolder(), await makeFolder()]
    const facts = await openKeptRelease(version, backup)
    const database = await createUnmigratedDatabase()
    onTestFinished(() => database.drop())
    const settings = {
      ...facts.settings,
      DATABASE_URL: database.portalUrl ?? database.url,
      MIGRATION_DATABASE_URL: database.url,
    }
    const port = await drawFreePort()
    const env = { ...testSettings({ folder, port }), ...settings }
    const place = { folder, origin: `http://localhost:${port}` }
    const restored = await runCommand('restore', { env }, '--from', backup)
    expect(restored.output).toContain(`made by version ${version} (`)
    expect(restored.output).toMatch(/Sound\.$/)
    // Before a job removes what is old by now.
    const names = Object.keys(facts.rows)
    const query = (statement: string) => queryAs(database.url, statement)
    expect(await countRows(query, names)).toEqual(facts.rows)
    await bringSession(database.url, facts.partner.session)

    const old = await startPortalProcess(settings, place)
    onTestFinished(() => old.end())
    const { commit } = JSON.parse(await readFile('dist/package.json', 'utf8'))
    expect(JSON.parse(old.output().split('\n', 1).join())).toMatchObject({
      msg: 'portal is starting',
      commit,
    })
    await breakOffMigration(database.url, env)
    expect(await runCommand('migrate', { env, build: later.build })).toEqual({
      exitCode: 0,
      output: 'The database is up to date.',
    })
    // Each code of an authenticator app counts once.
    const forgetCode = () => runAs(database.url, 'update second_factors set last_step = 0')
    await forgetCode()
    await expectAll(old.origin, facts)
    await old.end()

    const portal = await startPortalProcess(settings, place, later.program)
    onTestFinished(() => portal.end())
    await forgetCode()
    await expectAll(portal.origin, facts)
    for (const name of ['audit:verify', 'ledger:verify', 'fsck']) {
      const { exitCode, output } = await runCommand(name, { env, build: later.build })
      expect(`${exitCode} ${output}`, name).toMatch(/^0 [^]*Sound\.$/)
    }
  },
)
