import { describe, expect, it } from 'vitest'
import { startTestApp } from '@tests/support/portal/app'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { linkDatabase } from '@tests/support/portal/database-link'
import { eventually } from '@tests/support/portal/eventually'
import { logInAdmin, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration, unknownKey } from '@tests/support/samples/forms'
import { expectRefusal, setUpLimits } from '@tests/support/portal/limits'
import { samples } from '@tests/support/samples/samples'
import { connectLimitStore } from '../db/limit-store'
import { createLogger } from './logger'
import { createRateLimits } from './rate-limits'

const app = await startSharedApp({ env: { LIMITS: '1' } })
const { use, counted } = setUpLimits(app)
const admin = await logInAdmin(app)

const minute = 60
const hour = 60 * minute
const day = 24 * hour

async function register(uploadKey?: string) {
  const key = uploadKey ?? (await buildFile(app)).uploadKey
  return visit(app)
    .post('/api/register')
    .send(buildRegistration({ uploadKey: key }))
}

const share = () =>
  visit(app).post('/api/credit-credentials').send({
    serviceName: 'Score Watch',
    serviceUrl: 'https://score-watch.example',
    username: 'ada',
    password: 'secret',
  })

const login = (email: string, password: string) =>
  visit(app).post('/api/login').send({ email, password })

const upload = (sample = samples.pdf()) =>
  visit(app).post('/api/upload').attach('file', sample.bytes, sample.name)

describe.each([
  ['registerHour', 30, hour],
  ['registerDay', 200, day],
] as const)('the limit %s', (limit, points, seconds) => {
  it(`allows ${points} accounts from one address`, async () => {
    await use(limit, '127.0.0.1', points - 1)
    expect((await register()).status).toBe(201)
    const body = buildRegistration({ uploadKey: (await buildFile(app)).uploadKey })
    await expectRefusal(visit(app).post('/api/register').send(body), seconds)
  })

  it('does not count attempts that created nothing', async () => {
    await use(limit, '127.0.0.1', points - 1)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await register(unknownKey())).status).toBe(400)
      await eventually(async () => expect(await counted(limit)).toBe(points - 1))
    }
    expect((await register()).status).toBe(201)
  })
})

describe.each([
  ['credentialsHour', 30, hour],
  ['credentialsDay', 200, day],
] as const)('the limit %s', (limit, points, seconds) => {
  it(`allows ${points} shared logins from one address, apart from registrations`, async () => {
    await use(limit, '127.0.0.1', points - 1)
    await share().expect(201)
    await expectRefusal(share(), seconds)
    expect((await register()).status).toBe(201)
  })
})

describe('the limits of uploads', () => {
  it('allow 60 attempts an hour from one address, refused ones included', async () => {
    await use('uploadHour', '127.0.0.1', 58)
    await upload().expect(201)
    await upload({ ...samples.pdf(), bytes: Buffer.from('no PDF') }).expect(415)
    await expectRefusal(upload(), hour)
    await eventually(async () => expect(await counted('unclaimedDay')).toBe(1))
  })

  it('allow 60 unclaimed files a day from one address, refused ones not included', async () => {
    await use('unclaimedDay', '127.0.0.1', 59)
    await upload({ ...samples.pdf(), bytes: Buffer.from('no PDF') }).expect(415)
    await eventually(async () => expect(await counted('unclaimedDay')).toBe(59))
    await upload().expect(201)
    await expectRefusal(upload(), day)
  })
})

describe('the limits of logins', () => {
  it('allow ten failures in 15 minutes for an account from one address', async () => {
    const user = await buildUser(app, { email: 'Slow@Example.com' })
    await use('loginPerAccountAndIp', 'slow@example.com|127.0.0.1', 9)
    await login(user.email, 'wrong').expect(401)
    await expectRefusal(login(user.email, 'wrong'), 15 * minute)
    await expectRefusal(login(user.email.toUpperCase(), user.password), 15 * minute)
    const other = await buildUser(app)
    await login(other.email, other.password).expect(200)
  })

  it('cannot be got round by guessing many times at once', async () => {
    const user = await buildUser(app)
    const guesses = Array.from({ length: 20 }, (_guess, at) => login(user.email, `guess ${at}`))
    const answers = await Promise.all(guesses)
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
  })

  it('start again after a success', async () => {
    const user = await buildUser(app)
    await use('loginPerAccountAndIp', `${user.email}|127.0.0.1`, 9)
    await login(user.email, user.password).expect(200)
    await login(user.email, 'wrong').expect(401)
    await login(user.email, user.password).expect(200)
  })

  it('allow 100 failures in 15 minutes from one address, for all accounts', async () => {
    const user = await buildUser(app)
    await use('loginPerIp', '127.0.0.1', 99)
    await login(user.email, user.password).expect(200)
    await login('nobody@example.com', 'wrong').expect(401)
    await expectRefusal(login(user.email, user.password), 15 * minute)
  })

  it('only slow an account down that fails from many addresses', async () => {
    const user = await buildUser(app)
    await use('loginPerAccount', user.email, 5)
    const startedAt = Date.now()
    await login(user.email, user.password).expect(200)
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(240)
  })
})

describe('other limits', () => {
  it('allow 60 calls for a new password an hour from one address, whoever it is for', async () => {
    await use('resetPerIp', '127.0.0.1', 58)
    const reset = '/api/password-reset'
    await visit(app).post(reset).send({ email: 'nobody@example.com' }).expect(404)
    const stranger = { token: unknownKey(), password: 'a long enough phrase' }
    await visit(app).post(`${reset}/confirm`).send(stranger).expect(400)
    await expectRefusal(visit(app).post(reset).send({ email: 'other@example.com' }), hour)
    await expectRefusal(visit(app).post(`${reset}/confirm`).send(stranger), hour)
  })

  it('allow 300 file tokens a minute', async () => {
    const { uploadKey } = await buildFile(app)
    await use('fileToken', '127.0.0.1', 299)
    const ask = () => admin.post('/api/admin/generate-file-token').send({ uploadKey })
    await ask().expect(200)
    await expectRefusal(ask(), minute)
  })

  it('allow 600 calls a minute from one address, pages and health checks not included', async () => {
    const own = await startTestApp({ env: { LIMITS: '1' } })
    for (let batch = 0; batch < 12; batch += 1) {
      await Promise.all(
        Array.from({ length: 50 }, () => visit(own).get('/api/nothing').expect(404)),
      )
    }
    await expectRefusal(visit(own).get('/api/nothing'), minute)
    await expectRefusal(visit(own).get('/uploads/x/y.pdf'), minute)
    await visit(own).get('/healthz').expect(200)
    await own.close()
  })
})

describe('limits while the database does not answer', () => {
  it('count in memory, and say so once when that begins and once when it ends', async () => {
    const link = await linkDatabase(app.databaseUrl)
    const lines: string[] = []
    const logger = createLogger(
      { logLevel: 'info' },
      { write: (line: string) => void lines.push(line) },
    )
    const limits = createRateLimits({ store: connectLimitStore(link.url, logger), factor: 1 })
    const logged = () => lines.map((line) => JSON.parse(line).msg)
    try {
      await limits.consume(['mailTest', 'marker-key'])
      expect(logged()).toEqual([])
      link.freeze()
      for (let count = 0; count < 3; count += 1) await limits.consume(['mailTest', 'marker-key'])
      expect(logged()).toEqual(['limits are counted in memory: the database does not answer'])
      link.thaw()
      link.cut()
      await eventually(async () => {
        await limits.consume(['formHour', 'marker-key'])
        expect(logged()).toHaveLength(2)
      })
      expect(logged()[1]).toBe('limits are counted in the database again')
      expect(lines.join()).not.toContain('marker')
    } finally {
      await limits.close()
      await link.close()
    }
  })
})

const restoreNothing = () => admin.post('/api/admin/files/2000000000/restore').send({})

it('restores are limited to 120 in five minutes from one address, whether or not there is a file', async () => {
  await use('restore', '127.0.0.1', 119)
  await restoreNothing().expect(404)
  await expectRefusal(restoreNothing(), 5 * minute)
})
