import { drizzle } from 'drizzle-orm/node-postgres'
import { createServer, request as call, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import request from 'supertest'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { startTestApp } from '@tests/support/portal/app'
import { makeEmptyPlace } from '@tests/support/portal/backups'
import { startClamd } from '@tests/support/portal/clamd'
import { createTestDatabase } from '@tests/support/portal/database'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { runAs, withClient } from '@tests/support/portal/postgres'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { startTextProvider } from '@tests/support/portal/text-provider'
import { withConnection } from '../db/database-urls'
import { noteOutage } from '../db/outages'
import { keyId } from '../db/sealing'
import type { Env } from '../env'
import { readKept } from '../features/system/queries'
import { sealedTextToken } from '../features/texts/queries'
import { checkDatabase } from './check-database'
import { checkFront } from './check-front'
import { checkKeys } from './check-keys'
import { checkMail, checkScanner, checkTexts } from './check-services'
import { judgeFindings } from '../cli/doctor'
import { examine } from './examine'
import { findingsAbout, type Finding } from './finding'

const app = await startSharedApp()
const texts = await startTextProvider()

const brief = (findings: Finding[]) =>
  findings.map(({ about, level, what }) => `${level} ${about}: ${what}`)
const allOf = (findings: Finding[]) => brief(findings).join('\n')

const findKeys = async (settings: Partial<Env> = {}) =>
  checkKeys(app.db, { ...app.env, ...settings })

const examineApp = (databaseUrl = app.databaseUrl) =>
  examine({ env: app.env, databaseUrl, logger: app.logger, processes: 1 })

const findDatabase = async (url: string) =>
  withClient(url, (client) => checkDatabase(drizzle(client)))

const findMigrations = async (url: string) =>
  brief(await findDatabase(url)).filter((line) => line.includes('migrations'))

const findScanner = async (clamdUrl?: string) =>
  allOf([await checkScanner({ clamdUrl, isHttps: true }, app.logger)])

const at = async (publicOrigin: string, isHttps: boolean, { sessionSecret } = app.env) =>
  allOf(await checkFront({ publicOrigin, isHttps, sessionSecret }))

describe('a deployment', () => {
  it('is looked at from all sides', async () => {
    const found = await examineApp()
    const sides =
      'folders, database, clock, migrations, connections, identity, DATA_KEY, PASSWORD_PEPPER, ' +
      'backup, queues, mail, texts, virus scanner, front'
    expect(new Set(found.map(({ about }) => about))).toEqual(new Set(sides.split(', ')))
    expect(found.filter(({ level }) => level !== 'ok').every(({ todo }) => todo)).toBe(true)
  })

  it('is red no more for what was mended: the page System has what was found', async () => {
    await app.pool.query(
      "insert into portal (place, data_keys, peppers) values ('here', '{}', '{}') on conflict (row) do nothing",
    )
    await noteOutage(app.db, 'scanner')
    await examineApp()
    const { outages, examination } = await readKept(app.db)
    expect(outages).not.toHaveProperty('scanner')
    const sides = new Set(examination?.findings.map(({ about }) => about))
    expect([...sides]).toEqual(expect.arrayContaining(['folders', 'connections', 'mail']))
    for (const outside of ['front', 'queues', 'backup']) expect(sides).not.toContain(outside)
  })

  it('without its database is looked at as far as that goes', async () => {
    const found = await examineApp('postgres://portal:secret@127.0.0.1:9/portal')
    expect(allOf(found)).toContain('problem database: The database at 127.0.0.1:9/portal')
    expect(JSON.stringify(found)).not.toContain('secret')
    expect(found.some(({ about }) => about === 'front')).toBe(true)
  })
})

describe('the database', () => {
  it('is reported when a crash would lose what was acknowledged', async () => {
    // Tests turn it off for their own databases.
    const found = await findDatabase(app.databaseUrl)
    expect(allOf(found)).toContain('problem database: synchronous_commit is off')
  })

  it('is reported when it is behind or ahead of the portal', async () => {
    const { databaseUrl } = await makeEmptyPlace()
    const behind = /^problem migrations: (\d+) of \1 are not applied$/
    expect(await findMigrations(databaseUrl)).toEqual([expect.stringMatching(behind)])
    const ahead = await createTestDatabase()
    onTestFinished(() => ahead.drop())
    expect(await findMigrations(ahead.url)).toEqual(['ok migrations: all applied'])
    await runAs(
      ahead.url,
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)",
    )
    expect(await findMigrations(ahead.url)).toEqual([expect.stringContaining('a newer version')])
  })

  it('is looked at to the end when MIGRATION_DATABASE_URL leads nowhere', async () => {
    const ownerUrl = 'postgres://owner:stale@127.0.0.1:9/portal'
    const found = brief(await checkDatabase(app.db, { url: app.databaseUrl, ownerUrl }))
    expect(found).toContainEqual(
      expect.stringMatching(/^problem database: DATABASE_URL and MIGRATION.*ECONNREFUSED/),
    )
    expect(found).toContain('ok migrations: all applied')
    expect(found.join()).not.toContain('stale')
  })

  it('may go away while both addresses are compared', async () => {
    const lost = withConnection(app.databaseUrl, async (client) => {
      await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
      await delay(50)
      await client.query('select 1')
    })
    await expect(lost).rejects.toThrow()
  })

  it('is reported when MIGRATION_DATABASE_URL names another one', async () => {
    const other = await createTestDatabase()
    onTestFinished(() => other.drop())
    const env = { ...app.env, databaseUrl: app.databaseUrl, migrationUrl: other.url }
    const found = await examine({ env, databaseUrl: other.url, logger: app.logger, processes: 1 })
    expect(allOf(found)).toContain(
      'problem migrations: MIGRATION_DATABASE_URL names another database than DATABASE_URL',
    )
  })
})

describe('keys', () => {
  const other = Buffer.alloc(32, 'another key')

  it('are those that the database was filled with', async () => {
    await buildCredential(app, { notes: 'Call first.' })
    await buildFile(app, { owner: await buildUser(app) })
    expect(brief(await findKeys())).toEqual([
      'ok DATA_KEY: opens every encrypted value',
      'ok PASSWORD_PEPPER: is the one that passwords were hashed with',
    ])
    expect(brief(await findKeys({ dataKeys: [other, ...app.env.dataKeys] }))[0]).toContain('ok')
  })

  it('are reported when nothing of it opens, by the id of the key that is needed', async () => {
    const [found] = await findKeys({ dataKeys: [other] })
    expect(found?.level).toBe('problem')
    expect(found?.what).toMatch(
      /^it is not the key of this database, and opens nothing: 1 in content_keys\.sealed_key, 1 in monitoring_credentials\.sealed_notes, 1 in monitoring_credentials\.sealed_password$/,
    )
    expect(found?.todo).toContain(`(its id is ${keyId(app.env.dataKeys[0] ?? other)})`)
  })

  it('are reported when no one can log in', async () => {
    const found = await findKeys({ passwordPeppers: ['another pepper'] })
    expect(brief(found)[1]).toBe(
      'problem PASSWORD_PEPPER: it is not the pepper of this database, so no one can log in',
    )
  })
})

describe('services', () => {
  it('are reported: mail that is not configured, or whose server is away', async () => {
    expect(allOf([await checkMail(app.db, app.env)])).toContain('warning mail: no mail sender')
    const smtp = { host: '127.0.0.1', port: 9, secure: false, auth: null, from: 'a@portal.example' }
    expect(allOf([await checkMail(app.db, { ...app.env, smtp })])).toContain('problem mail')
  })

  it('are reported: the text message provider, or a token that no key opens', async () => {
    const find = async () => allOf([await checkTexts(app.db, { ...app.env, smsApiUrl: texts.url })])
    expect(await find()).toContain('ok texts: no provider is connected')
    const save = async (sealedToken: string) =>
      app.pool.query(
        `insert into text_settings (account_sid, sealed_token, sender) values ('AC1', $1, 'MG1')
         on conflict (id) do update set sealed_token = $1`,
        [sealedToken],
      )
    await save('v1.other.x')
    expect(await find()).toContain('problem texts: The stored auth token can’t be opened.')
    await save(app.sealer.seal('the auth token', sealedTextToken))
    expect(await find()).toBe('ok texts: the provider knows the account')
    const nowhere = { ...app.env, smsApiUrl: 'http://127.0.0.1:9' }
    expect(allOf([await checkTexts(app.db, nowhere)])).toContain('problem texts')
    await app.pool.query('delete from text_settings')
  })

  it('are reported: clamd that is missing or does not scan', async () => {
    const clamd = await startClamd()
    expect(await findScanner()).toContain('warning virus scanner: uploads are not checked')
    expect(await findScanner(clamd.url)).toBe('ok virus scanner: clamd answers')
    clamd.behave('failing')
    expect(await findScanner(clamd.url)).toContain('problem virus scanner')
    await clamd.close()
  })
})

const forward = (url: string, { method, headers }: IncomingMessage, res: ServerResponse) =>
  call(url, { method, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(res)
  })

describe('what is in front', () => {
  it('is well when visitors arrive under their own address', async () => {
    const before = await app.storedPaths()
    const well = `ok front: ${app.url} answers; visitors arrive as 127.0.0.1`
    expect(await at(app.url, false)).toBe(`${well}\nok front: bodies of 10.5 MB arrive`)
    expect(await app.storedPaths()).toEqual(before)
  })

  it('is reported when it refuses documents by their size', async () => {
    const proxy = createServer((req, res) => {
      if (Number(req.headers['content-length'] ?? 0) > 1024 ** 2) {
        res.writeHead(413, { 'Content-Type': 'text/html' }).end('413 Request Entity Too Large')
      } else req.pipe(forward(app.url + req.url, req, res))
    })
    onTestFinished(() => void proxy.close())
    const found = await at(`http://127.0.0.1:${await listen(proxy)}`, false)
    expect(found).toMatch(/problem front: a body of 10\.5 MB doesn’t arrive.*: 413 that is not/)
  })

  it('is reported when https does not arrive as such, or nothing answers', async () => {
    expect(await at(app.url, true)).toMatch(
      /problem front: requests do not arrive as https[^]*warning front: responses lack Strict/,
    )
    expect(await at('http://127.0.0.1:9', false)).toContain('does not answer')
  })

  it('is reported when it lets visitors choose their address', async () => {
    const trusting = await startTestApp({ env: { TRUST_PROXY: 'loopback' } })
    const found = await at(trusting.url, false)
    await trusting.close()
    expect(found).toContain('visitors can fake the address')
  })

  it('is not told to anyone else', async () => {
    const { body } = await request(app.url).get('/healthz').set('X-Portal-Doctor', 'guess')
    expect(body).toEqual({ status: 'ok' })
    const others = { ...app.env, sessionSecret: 'other' }
    expect(await at(app.url, false, others)).toContain('other settings')
  })
})

const judge = (...findings: Finding[]) => judgeFindings(findings)

describe('npm run portal -- doctor', () => {
  it('counts in its last line what it has found, and fails with a problem', async () => {
    const { exitCode, output } = await runCommand('doctor', { env: settingsOf(app) })
    const count = (level: string) => output.match(new RegExp(`^${level} `, 'gm'))?.length ?? 0
    const [problems, warnings] = [count('problem'), count('warning')]
    expect(problems).toBeGreaterThan(0)
    expect(output.split('\n').at(-1)).toBe(
      `${problems} problem${problems === 1 ? '' : 's'}, ${warnings} warning${warnings === 1 ? '' : 's'}.`,
    )
    expect(exitCode).toBe(1)
  })

  it('succeeds with nothing but warnings', () => {
    const { ok, warning, problem } = findingsAbout('queues')
    expect(judge(ok('empty'), warning('long', 'Wait.'))).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/\n0 problems, 1 warning\.$/),
    })
    expect(judge(ok('empty'), problem('stuck', 'Restart.'))).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(/\n1 problem, 0 warnings\.$/),
    })
  })

  it('names settings that are missing or weak, and fails', async () => {
    const env = { PATH: process.env['PATH'], SESSION_SECRET: 'short', DATA_KEY: 'x' }
    const { exitCode, output } = await runCommand('doctor', { env }, '--json')
    expect(exitCode).toBe(1)
    const { findings, ...rest } = JSON.parse(output)
    expect(rest).toMatchObject({
      exitCode: 1,
      problems: expect.arrayContaining([
        expect.stringMatching(/^settings: SESSION_SECRET is weak/),
      ]),
    })
    expect(allOf(findings)).toMatch(/SESSION_SECRET is weak[^]*DATA_KEY must be base64/)
  })
})
