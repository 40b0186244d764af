import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv as parseEnvFile } from 'node:util'
import { describe, expect, it } from 'vitest'
import { problemsOf, secrets } from '@tests/support/portal/settings'
import { makeEnvExample, makeSettingsPage } from '@tests/support/portal/settings-pages'
import { parseEnv, settingNames } from './env'
import { createLogger } from './http/logger'
import { warnOfWeaknesses } from './warn-of-weaknesses'

const { DATA_KEY: dataKey, SESSION_SECRET: sessionSecret, PASSWORD_PEPPER: pepper } = secrets
const aaa = 'a'.repeat(64)
const world = { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: 'loopback' }

describe('the environment', () => {
  it('has defaults for everything but the secrets', () => {
    expect(parseEnv(secrets)).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicOrigin: 'http://localhost:3000',
      isHttps: false,
      dataDir: '.data',
      uploadsDir: 'uploads',
      secondCopyDir: 'uploads/.backups',
      databaseUrl: undefined,
      trustProxy: [],
      bcryptCost: 12,
      limitFactor: 1,
      secondFactorIsRequired: false,
      migrate: true,
      logLevel: 'info',
    })
  })

  it('has an example with every setting that an operator needs, each at its default', async () => {
    const example = makeEnvExample()
    await expect(example).toMatchFileSnapshot('../.env.example')
    expect(parseEnv({ ...parseEnvFile(example), ...secrets })).toEqual(parseEnv(secrets))
  })

  it('has a page that says of every setting what it is for', async () => {
    const page = await makeSettingsPage()
    await expect(page).toMatchFileSnapshot('../docs/settings.md')
    for (const name of settingNames) expect(page).toContain(`| \`${name}\``)
    expect(page).not.toMatch(/\|\s+\|$/m)
  })

  it('takes empty values as absent', () => {
    const names = [
      'PORT',
      'DATABASE_URL',
      'SECOND_COPY_DIR',
      'ADMIN_EMAIL',
      'TRUST_PROXY',
      'LIMITS',
    ]
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    expect(parseEnv({ ...secrets, ...empty })).toEqual(parseEnv(secrets))
  })

  it('can require a second factor of the administrator', () => {
    const required = ['required', 'optional', ''].map(
      (value) => parseEnv({ ...secrets, ADMIN_SECOND_FACTOR: value }).secondFactorIsRequired,
    )
    expect(required).toEqual([true, false, false])
    expect(problemsOf({ ADMIN_SECOND_FACTOR: 'yes' }).join()).toMatch(/^ADMIN_SECOND_FACTOR /)
  })

  it('lists every problem together, each on a line that names its variable', () => {
    const wrong = {
      SESSION_SECRET: undefined,
      PASSWORD_PEPPER: 'short',
      DATA_KEY: 'bm90IGVub3VnaA==',
      PORT: '99999',
      PUBLIC_URL: 'ftp://portal.example',
      DATABASE_URL: 'mysql://x',
      ADMIN_EMAIL: 'nobody',
      ADMIN_PASSWORD: 'too short',
      BCRYPT_COST: '99',
      LIMITS: '0',
      MIGRATE: 'maybe',
      LOG_LEVEL: 'loud',
    }
    const problems = problemsOf(wrong)
    expect(problems).toEqual(
      expect.arrayContaining([
        'SESSION_SECRET is missing; `npm run setup` writes one',
        'PASSWORD_PEPPER is weak: it needs at least 32 random characters',
        'DATA_KEY must be base64 of 32 bytes',
        'PUBLIC_URL must be an http or https address, such as https://portal.your-domain.com',
        'DATABASE_URL must be postgres://user:password@host/database',
        'ADMIN_EMAIL must be an email address, name@host',
        'ADMIN_PASSWORD is weak: at least 15 characters',
        'PORT must be a whole number from 1 to 65535',
        'LIMITS must be a number above 0',
        'MIGRATE must be on or off',
        'LOG_LEVEL must be fatal, error, warn, info, debug, or silent',
      ]),
    )
    const named = new Set(problems.map((problem) => problem.split(' ', 1).join()))
    expect([...named].toSorted()).toEqual(Object.keys(wrong).toSorted())
    expect(problems).toHaveLength(Object.keys(wrong).length)
    expect(problems.join('\n')).not.toContain('too short')
  })

  it.each([
    [
      'an address that no one can log in with',
      { ADMIN_EMAIL: 'müller@firma.de' },
      'ADMIN_EMAIL must be an email',
    ],
    ['a secret of one letter', { SESSION_SECRET: aaa }, 'SESSION_SECRET is weak'],
    ['one secret twice', { PASSWORD_PEPPER: sessionSecret }, 'PASSWORD_PEPPER must differ'],
    [
      'one secret twice, among several peppers',
      { PASSWORD_PEPPER: `another-pepper-0123456789-abcdef,${sessionSecret}` },
      'PASSWORD_PEPPER must differ',
    ],
    [
      'one weak pepper of several',
      { PASSWORD_PEPPER: `${pepper},${aaa}` },
      'PASSWORD_PEPPER is weak',
    ],
    ['http to the world', { PUBLIC_URL: 'http://portal.example' }, 'PUBLIC_URL must be https'],
    ['http to a name like localhost', { PUBLIC_URL: 'http://localhost.example' }, 'PUBLIC_URL'],
    ['http to a name like 127.0.0.1', { PUBLIC_URL: 'http://127.0.0.1.example' }, 'PUBLIC_URL'],
    ['https without a proxy', { PUBLIC_URL: 'https://portal.example' }, 'TRUST_PROXY must name'],
    ['trust in everybody', { TRUST_PROXY: 'true' }, 'TRUST_PROXY must name addresses'],
    [
      'http through a proxy on another machine',
      { TRUST_PROXY: '10.0.0.1' },
      'TRUST_PROXY names another machine, so PUBLIC_URL must be https',
    ],
    ['a cheap hash outside of tests', { BCRYPT_COST: '4' }, 'BCRYPT_COST is below 12'],
    ['an address without a scheme', { PUBLIC_URL: 'portal.example.com' }, 'must be an http or'],
    ['an address in quotes', { PUBLIC_URL: '"https://portal.example"' }, 'PUBLIC_URL is in quotes'],
    [
      'an address with a path',
      { ...world, PUBLIC_URL: 'https://a.example/portal' },
      'must end after',
    ],
    ['an address with a user', { ...world, PUBLIC_URL: 'https://me@a.example' }, 'must end after'],
    ['an address with a query', { ...world, PUBLIC_URL: 'https://a.example?x' }, 'must end after'],
    ['no address in production', { NODE_ENV: 'production' }, 'PUBLIC_URL is missing'],
    [
      'a # in the database',
      { DATABASE_URL: 'postgres://a:b#c@localhost/x' },
      'DATABASE_URL has a #',
    ],
    [
      'an @ in the password of the database',
      { DATABASE_URL: 'postgres://a:b/c@localhost/x' },
      'DATABASE_URL must be postgres://user:password@host/database, with @ : / #',
    ],
    [
      'everybody as proxy',
      { ...world, TRUST_PROXY: '0.0.0.0/0' },
      'TRUST_PROXY must name addresses',
    ],
    ['everybody of IPv6 as proxy', { ...world, TRUST_PROXY: '::/0' }, 'TRUST_PROXY must name'],
    ['a network that is none', { ...world, TRUST_PROXY: '10.0.0.1/99' }, 'TRUST_PROXY must name'],
    ['a number that is none', { PORT: '3000a' }, 'PORT must be a whole number from 1 to 65535'],
    [
      'one folder for both copies',
      { SECOND_COPY_DIR: './uploads/' },
      'UPLOADS_DIR must not be SECOND_COPY_DIR',
    ],
    ['a name of before', { BACKUP_DIR: '/copies' }, 'BACKUP_DIR is called SECOND_COPY_DIR now'],
    [
      'a key file that is not there',
      { DATA_KEY: 'file:/nowhere/key' },
      'a file that doesn’t exist',
    ],
    ['no key file', { DATA_KEY: 'file:' }, 'DATA_KEY names no file'],
    ['a key file at home', { DATA_KEY: 'file:~/key' }, 'DATA_KEY names a file by a space, ~ or $'],
    ['a key file that is a folder', { DATA_KEY: 'file:/' }, 'cannot be read (EISDIR)'],
    ['an empty key file', { DATA_KEY: 'file:/dev/null' }, 'DATA_KEY names a file that is empty'],
    [
      'the path of a secret',
      { SESSION_SECRET: `File: /run/${sessionSecret}` },
      'looks like a file',
    ],
    [
      'a command that makes a secret',
      { SESSION_SECRET: '$(openssl rand -base64 32 | tr -d "\\n")' },
      'SESSION_SECRET holds a command',
    ],
    [
      'a secret with its name',
      { SESSION_SECRET: `SESSION_SECRET=${sessionSecret}` },
      'SESSION_SECRET must hold the value alone',
    ],
    [
      'a secret that is said three times',
      { SESSION_SECRET: 'please-change-me-please-change-me-please' },
      'SESSION_SECRET is weak: it repeats itself',
    ],
    ['keys with a ; between', { DATA_KEY: `${dataKey};${dataKey}` }, 'DATA_KEY has a ;'],
    ['backup keys with a ; between', { BACKUP_KEY: `${dataKey};x` }, 'BACKUP_KEY has a ;'],
    ['peppers with a ; between', { PASSWORD_PEPPER: `${pepper}; ${pepper}` }, 'PEPPER has a ;'],
    ['a point in a number', { PORT: '3.000' }, 'PORT must be a whole number from 1 to 65535'],
    ['a number in another form', { PORT: '0x10' }, 'PORT must be a whole number from 1 to 65535'],
    ['a ; behind the host', { ...world, PUBLIC_URL: 'https://a.example;' }, 'must name one host'],
    ['every host', { ...world, PUBLIC_URL: 'https://*.a.example' }, 'must name one host'],
    [
      'two addresses',
      { ...world, PUBLIC_URL: 'https://a.example, https://b.example' },
      'one address',
    ],
    [
      'an address with a space of no width',
      { ...world, PUBLIC_URL: 'https://a.example\u200b' },
      'PUBLIC_URL has an invisible character',
    ],
    [
      'a second role without a database',
      { MIGRATION_DATABASE_URL: 'postgres://owner@localhost/x' },
      'MIGRATION_DATABASE_URL needs DATABASE_URL',
    ],
    ['backups among the uploads', { BACKUP_TO: 'uploads/backup' }, 'BACKUP_TO must not be UPLOADS'],
    ['backups in the uploads', { BACKUP_TO: './uploads/' }, 'BACKUP_TO must not be UPLOADS_DIR'],
    [
      'uploads among the backups',
      { BACKUP_TO: '/data', UPLOADS_DIR: '/data/uploads' },
      'UPLOADS_DIR must not be BACKUP_TO, nor in it',
    ],
    [
      'uploads among the second copies',
      { SECOND_COPY_DIR: '/data', UPLOADS_DIR: '/data/uploads' },
      'UPLOADS_DIR must not be SECOND_COPY_DIR, nor in it',
    ],
    [
      'backups among the second copies',
      { SECOND_COPY_DIR: '/copies', BACKUP_TO: '/copies/backup' },
      'BACKUP_TO must not be SECOND_COPY_DIR, nor in it',
    ],
    [
      'second copies among the backups',
      { SECOND_COPY_DIR: '/data/copies', BACKUP_TO: '/data' },
      'SECOND_COPY_DIR must not be BACKUP_TO, nor in it',
    ],
    [
      'the database among the uploads',
      { DATA_DIR: 'uploads/db' },
      'DATA_DIR must not be UPLOADS_DIR, nor in it',
    ],
    ['a backup key that is the data key', { BACKUP_KEY: dataKey }, 'BACKUP_KEY must differ'],
    ['a second key that is none', { DATA_KEY: `${dataKey},x` }, 'DATA_KEY must be base64'],
  ])('refuses %s', (_what, changes, problem) => {
    expect(problemsOf(changes)).toEqual([expect.stringContaining(problem)])
  })

  describe.each(['UPLOADS_DIR', 'SECOND_COPY_DIR', 'BACKUP_TO', 'DATA_DIR'])('%s', (name) => {
    it.each([
      ['s3://backups/portal', 'must be a folder of this machine, such as'],
      ['root@nas:/backup', 'must be a folder of this machine: mount'],
      ['~/portal', 'has a ~ or a $'],
      ['$HOME/portal', 'has a ~ or a $'],
      ['C:\\Portal', 'has a drive letter'],
      ['/copies, /copies2', 'has a comma'],
    ])('is a folder, and not %s', (path, problem) => {
      expect(problemsOf({ [name]: path })).toEqual([expect.stringContaining(`${name} ${problem}`)])
    })

    it.each(['/mnt/other disk/Büro (2)', '../portal', './a:b', '.portal'])('may be %s', (path) => {
      expect(problemsOf({ [name]: path })).toEqual([])
    })
  })

  it('takes a pepper with a ; in it that no setup wrote', () => {
    const own = 'kX!;9w$'.padEnd(80, '0123456789?abcdefghijk;')
    expect(parseEnv({ ...secrets, PASSWORD_PEPPER: own }).passwordPeppers).toEqual([own])
  })

  it('takes http for this machine itself, and https behind a proxy', () => {
    for (const host of ['localhost:3000', '127.0.0.1:8080', '127.1.2.3', '[::1]:3000'])
      expect(problemsOf({ PUBLIC_URL: `http://${host}` })).toEqual([])
    const proxies = { PUBLIC_URL: 'https://portal.example/', TRUST_PROXY: '10.0.0.1, loopback' }
    expect(parseEnv({ ...secrets, ...proxies })).toMatchObject({
      isHttps: true,
      publicOrigin: 'https://portal.example',
      trustProxy: ['10.0.0.1', 'loopback'],
      host: '0.0.0.0',
    })
  })

  it('reads secrets from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-env-'))
    const inFile = (name: string, text: string) => {
      writeFileSync(join(folder, name), `${text}\n`)
      return `file:${join(folder, name)}`
    }
    const otherKey = Buffer.alloc(32, 7).toString('base64')
    const env = parseEnv({
      DATA_KEY: inFile('data-key', `${otherKey}, ${dataKey}`),
      SESSION_SECRET: inFile('session-secret', sessionSecret),
      PASSWORD_PEPPER: inFile('pepper', pepper),
      ADMIN_PASSWORD: inFile('password', 'a long password of theirs'),
      DATABASE_URL: inFile('database', 'postgres://127.0.0.1/portal'),
      SMTP_URL: inFile('smtp', 'smtps://me:secret@mail.example'),
    })
    rmSync(folder, { recursive: true })
    expect(env.dataKeys.map((key) => key.toString('base64'))).toEqual([otherKey, dataKey])
    expect(env).toMatchObject({
      sessionSecret,
      passwordPeppers: [pepper],
      adminPassword: 'a long password of theirs',
      databaseUrl: 'postgres://127.0.0.1/portal',
      smtp: { auth: { pass: 'secret' } },
    })
  })
})

function warningsOf(settings: Record<string, string>): string[] {
  const lines: string[] = []
  const logger = createLogger({ logLevel: 'warn' }, { write: (line) => void lines.push(line) })
  warnOfWeaknesses(parseEnv({ ...secrets, ...settings }), logger)
  return lines.map((line) => String(JSON.parse(line).msg)).filter((line) => !/a file/.test(line))
}

describe('what a portal warns of when it starts', () => {
  const safe = {
    ...world,
    ADMIN_SECOND_FACTOR: 'required',
    CLAMD_URL: 'unix:/run/clamd.ctl',
    SECOND_COPY_DIR: '/copies',
  }

  it.each([
    ['a login without a code', { ADMIN_SECOND_FACTOR: 'optional' }, /ADMIN_SECOND_FACTOR$/],
    ['folders that were to be taken once', { ACCEPT_FOLDERS: 'once' }, /^ACCEPT_FOLDERS/],
    ['a password in the settings', { ADMIN_PASSWORD: 'a long enough phrase' }, /^ADMIN_PASSWORD/],
    [
      'a key that is no longer needed',
      { DATA_KEY: `${dataKey},${'B'.repeat(43)}=` },
      /^DATA_KEY lists/,
    ],
    [
      'a pepper of before',
      { PASSWORD_PEPPER: `${pepper},another-pepper-0123456789-abcdef` },
      /^PASSWORD_PEPPER lists/,
    ],
    ['second copies among the uploads', { SECOND_COPY_DIR: '' }, /SECOND_COPY_DIR$/],
    ['no virus scanner', { CLAMD_URL: '' }, /CLAMD_URL$/],
    ['mail to this machine', { SMTP_ALLOW_LOOPBACK: 'on' }, /SMTP_ALLOW_LOOPBACK$/],
    ['limits that limit little', { LIMITS: '1000' }, /LIMITS$/],
    ['a proxy on another machine', { TRUST_PROXY: '10.20.0.5' }, /^this port is unencrypted/],
  ])('is, for a portal for the world, %s', (_what, change, warning) => {
    expect(warningsOf({ ...safe, ...change })).toEqual([expect.stringMatching(warning)])
  })

  it('is an address that nothing answers at, unless a proxy is in front', () => {
    const other = { PUBLIC_URL: 'http://localhost:4872', PORT: '4871' }
    expect(warningsOf(other)).toEqual([
      'PUBLIC_URL has port 4872, but the portal listens on 4871: see PORT',
    ])
    expect(warningsOf({ ...other, TRUST_PROXY: 'loopback' })).toEqual([])
    expect(warningsOf({ ...other, PORT: '4872' })).toEqual([])
  })

  it('is nothing for a safe portal, nor for one to try out', () => {
    expect(warningsOf(safe)).toEqual([])
    expect(warningsOf({})).toEqual([])
  })
})
