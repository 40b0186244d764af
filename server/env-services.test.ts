import { describe, expect, it } from 'vitest'
import { problemsOf, secrets } from '@tests/support/portal/settings'
import { parseEnv } from './env'
import { clamdUrl, postgresUrl } from './env-network'
import { storageSettings } from './env-storage'

const problemOf = (parsed: ReturnType<typeof postgresUrl.safeParse>) =>
  parsed.error?.issues[0]?.message

describe('the database', () => {
  it.each([
    'postgres://portal:secret@db.example/portal?sslmode=verify-full',
    'postgres://portal:secret@127.0.0.1:5432/portal',
    'postgres://localhost/portal?sslmode=disable',
    'postgres://portal@%2Fvar%2Frun%2Fpostgresql/portal',
    'postgres:///portal?host=/var/run/postgresql',
  ])('may be here, or one that proves which it is: %s', (address) => {
    expect(postgresUrl.parse(address)).toBe(address)
  })

  it.each([
    ['without TLS', 'postgres://portal:secret@db.example/portal'],
    ['without proof', 'postgres://portal:secret@db.example/portal?sslmode=require'],
    ['as libpq', 'postgres://db.example/p?sslmode=verify-full&uselibpqcompat=true'],
    ['that only looks as if it were here', 'postgres://localhost/portal?host=db.example'],
  ])('is refused on another machine %s', (_what, address) => {
    expect(problemOf(postgresUrl.safeParse(address))).toMatch(/^is on another machine/)
  })
})

describe('the virus scanner', () => {
  it.each(['unix:/run/clamav/clamd.ctl', 'tcp://127.0.0.1:3310', 'tcp://[::1]:3310'])(
    'may be here: %s',
    (address) => {
      expect(clamdUrl.parse(address)).toBe(address)
    },
  )

  it.each([
    ['tcp://scanner.example:3310', /^must be on this machine/],
    ['scanner', /^must be tcp:/],
    ['tcp://127.0.0.1:99999', /^must be tcp:.*65535/],
  ])('is refused elsewhere: %s', (address, problem) => {
    expect(problemOf(clamdUrl.safeParse(address))).toMatch(problem)
  })
})

describe('the mail sender', () => {
  it('is absent, or read from one address', () => {
    expect(parseEnv(secrets)).toMatchObject({ smtp: null, allowLoopbackMail: false })
    const env = parseEnv({
      ...secrets,
      SMTP_URL: 'smtps://me%40mail.example:p%2Fw@smtp.mail.example',
      SMTP_FROM: 'Portal <me@mail.example>',
      SMTP_ALLOW_LOOPBACK: 'on',
    })
    const server = { host: 'smtp.mail.example', port: 465, secure: true }
    expect(env.smtp).toEqual({
      ...server,
      auth: { user: 'me@mail.example', pass: 'p/w' },
      from: 'Portal <me@mail.example>',
    })
    expect(env.allowLoopbackMail).toBe(true)
  })

  it('uses STARTTLS at 587, no login and the support address unless told otherwise', () => {
    const env = parseEnv({ ...secrets, SMTP_URL: 'smtp://[::1]', SUPPORT_EMAIL: 'us@x.example' })
    const server = { host: '::1', port: 587, secure: false }
    expect(env.smtp).toEqual({ ...server, auth: null, from: 'us@x.example' })
  })

  it.each([
    [{ SMTP_URL: 'https://mail.example' }, /^SMTP_URL must be smtp:\/\/… or smtps:/],
    [{ SMTP_URL: 'mail.example:587' }, /^SMTP_URL must be smtp:/],
    [{ SMTP_URL: 'smtp://' }, /^SMTP_URL (names no host|must be smtp:)/],
    [{ SMTP_URL: 'smtps://me:a#b@mail.example' }, /^SMTP_URL has a #/],
    [{ SMTP_URL: 'smtps://me:secret' }, /^SMTP_URL must be .*%40/],
    [{ SUPPORT_EMAIL: 'nope' }, 'SUPPORT_EMAIL must be an email address, name@host'],
    [{ SMTP_URL: 'smtp://a:100%@mail.example' }, /^SMTP_URL has a %/],
    [{ SMTP_URL: 'smtps://user:password@host:465' }, /^SMTP_URL is the example/],
    [{ SMTP_URL: 'smtp://user:password@mail.example' }, /^SMTP_URL is the example/],
    [{ SMTP_URL: 'smtp://me:secret@mail.example:465' }, /^SMTP_URL has the port of the other kind/],
    [{ SMTP_URL: 'smtps://me:secret@mail.example:587' }, /^SMTP_URL has the port of the other/],
    [{ SMTP_FROM: 'nobody' }, /^SMTP_FROM must be an address/],
    [{ SMTP_FROM: 'a@b.example\nBcc: c@d.example' }, /^SMTP_FROM must be an address/],
    [{ SMTP_ALLOW_LOOPBACK: 'yes' }, /^SMTP_ALLOW_LOOPBACK/],
  ])('is refused when it is wrong: %j', (changes, problem) => {
    expect(problemsOf(changes)).toEqual([expect.stringMatching(problem)])
  })
})

const storageAddress = storageSettings.STORAGE
const keys = { AWS_ACCESS_KEY_ID: 'access', AWS_SECRET_ACCESS_KEY: 'secret' }

describe('the storage', () => {
  it('is the disk unless an address says otherwise', () => {
    expect(parseEnv(secrets)).toMatchObject({ storage: { kind: 'disk' } })
    const empty = { STORAGE: '', AWS_ACCESS_KEY_ID: '' }
    expect(parseEnv({ ...secrets, ...empty })).toEqual(parseEnv(secrets))
  })

  it('can be a bucket, with its copies in another', () => {
    const bucket = { bucket: 'documents', prefix: '' }
    expect(storageAddress.parse('s3://documents?region=eu-central-1')).toEqual({
      kind: 's3',
      contents: bucket,
      backups: bucket,
      endpoint: undefined,
      region: 'eu-central-1',
    })
    const own = 's3://documents/a/b?endpoint=https://s3.example&backup=copies/c'
    expect(storageAddress.parse(own)).toEqual({
      kind: 's3',
      contents: { bucket: 'documents', prefix: 'a/b/' },
      backups: { bucket: 'copies', prefix: 'c/' },
      endpoint: 'https://s3.example',
      region: 'us-east-1',
    })
  })

  it.each([
    ['/var/documents', /^must be "disk" or s3:/],
    ['https://s3.example/documents', /^must be "disk" or s3:/],
    ['s3://access:secret@documents?region=eu', /^must be "disk" or s3:/],
    ['s3://documents/..%2Fother?region=eu', /^must be "disk" or s3:/],
    ['s3://documents', /^must name a region/],
    ['s3://documents?region=eu&enpoint=https://s3.example', /^has "enpoint", but takes/],
    ['s3://documents?region=eu&backup=A', /as backup$/],
    ['s3://documents?endpoint=http://s3.example', /^must have an endpoint with https:/],
    ['s3://documents?endpoint=s3.example', /^must have an endpoint with https:/],
    ['s3://documents?endpoint=127.0.0.1:9555', /^must have an endpoint with https:.* in front/],
    ['s3://documents?endpoint=https://s3.example/documents', /^has the bucket in its endpoint/],
  ])('is not %s', (text, problem) => {
    expect(storageAddress.safeParse(text).error?.issues[0]?.message).toMatch(problem)
  })

  it('may be below a path of its host', () => {
    const endpoint = 'https://x.example/storage/v1/s3'
    expect(storageAddress.parse(`s3://documents?endpoint=${endpoint}`)).toMatchObject({ endpoint })
  })

  it('needs no TLS on this machine', () => {
    const local = 's3://documents?endpoint=http://127.0.0.1:7480'
    expect(problemsOf({ ...keys, STORAGE: local })).toEqual([])
  })

  it('needs keys for a bucket, which may be in files', () => {
    const STORAGE = 's3://documents?region=eu-central-1'
    for (const [changes, problem] of [
      [{}, /^AWS_ACCESS_KEY_ID is missing/],
      [{ ...keys, AWS_SECRET_ACCESS_KEY: 'file:/nowhere' }, /^AWS_SECRET_ACCESS_KEY names a file/],
    ] as const)
      expect(problemsOf({ STORAGE, ...changes })).toEqual([expect.stringMatching(problem)])
    expect(problemsOf({ STORAGE: `disk,${STORAGE}` })).toHaveLength(1)
  })
})

it('metrics are measured only with a token, which is a secret like others', () => {
  const METRICS_TOKEN = 'metrics-token-0123456789-abcdefghijklm'
  expect(parseEnv(secrets).metricsToken).toBeUndefined()
  expect(parseEnv({ ...secrets, METRICS_TOKEN }).metricsToken).toBe(METRICS_TOKEN)
  expect(problemsOf({ METRICS_TOKEN: 'short' }).join()).toMatch(/^METRICS_TOKEN is weak/)
  expect(problemsOf({ METRICS_TOKEN: `Bearer ${METRICS_TOKEN}` })).toEqual([
    'METRICS_TOKEN must be the token alone, without "Bearer "',
  ])
})
