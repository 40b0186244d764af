import { once } from 'node:events'
import { type ClientRequest, type Server, createServer, request } from 'node:http'
import { type Socket, connect } from 'node:net'
import supertest from 'supertest'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import express, { type ErrorRequestHandler } from 'express'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { eventually } from '@tests/support/portal/eventually'
import { type Agent, getSessionId, logIn, sessionCookie, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration, unknownKey } from '@tests/support/samples/forms'
import { buildLimits, expectRefusal, setUpLimits } from '@tests/support/portal/limits'
import { samples } from '@tests/support/samples/samples'
import { listen } from '@tests/support/network/listen'
import { tooMany } from '@tests/support/portal/answers'
import { linkDatabase } from '@tests/support/portal/database-link'
import { createApp } from '../app'
import { HttpError } from '../errors'
import { limitDocuments } from './limit-concurrency'
import { createLogger } from './logger'

const app = await startSharedApp({ env: { LIMITS: '1', TRUST_PROXY: 'loopback' } })

const { use, counted } = setUpLimits(app)

const boss = await buildAdmin(app)

const admin = await logIn(app, boss)

const minute = 60

const hour = 60 * minute

const day = 24 * hour

const register = (uploadKey: string) =>
  visit(app).post('/api/register').send(buildRegistration({ uploadKey }))

const askForReset = (email: string) => visit(app).post('/api/password-reset').send({ email })

const restore = () => admin.post('/api/admin/files/2000000000/restore').send({})

const replace = () => admin.post(`/api/reupload/2000000000/${unknownKey()}`)

const newKey = async () => (await buildFile(app)).uploadKey

const share = () =>
  visit(app).post('/api/credit-credentials').send({
    serviceName: 'Score Watch',
    serviceUrl: 'https://score-watch.example',
    username: 'ada',
    password: 'secret',
  })

const login = (email: string, password: string) =>
  visit(app).post('/api/login').send({ email, password })

const noReport = { ...samples.pdf(), bytes: Buffer.from('no PDF') }

const loginFrom = (address: string) =>
  login('nobody@example.com', 'wrong').set('X-Forwarded-For', address)

const attach = (agent: Agent, path: string, { bytes, name } = samples.pdf()) =>
  agent.post(path).attach('file', bytes, name)

const upload = (sample = samples.pdf()) => attach(visit(app), '/api/upload', sample)

const lookAtMeeting = () =>
  visit(app).get('/api/meeting').set('Authorization', `Bearer ${unknownKey()}`)

const startHandoff = () => visit(app).post('/api/photo-handoffs')

const { token } = (await startHandoff().expect(201)).body

/** Refused, so that the phone may send more. */
const sendPhotos = () =>
  attach(visit(app), '/api/photo-handoffs/upload', noReport).set('Authorization', `Bearer ${token}`)

describe.each([
  ['registerHour', 30, hour],
  ['registerDay', 200, day],
] as const)('the limit %s', (limit, points, seconds) => {
  it(`allows ${points} accounts from one address`, async () => {
    await use(limit, '127.0.0.1', points - 1)
    await register(await newKey()).expect(201)
    await expectRefusal(register(await newKey()), seconds)
  })

  it('does not count attempts that created nothing', async () => {
    await use(limit, '127.0.0.1', points - 1)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await register(unknownKey()).expect(400)
      await eventually(async () => expect(await counted(limit)).toBe(points - 1))
    }
    await register(await newKey()).expect(201)
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
    await register(await newKey()).expect(201)
  })
})

describe('the limits of uploads', () => {
  it('allow 60 attempts an hour from one address, refused ones included', async () => {
    await use('uploadHour', '127.0.0.1', 58)
    await upload().expect(201)
    await upload(noReport).expect(415)
    await expectRefusal(upload(), hour)
    await eventually(async () => expect(await counted('unclaimedDay')).toBe(1))
  })

  it.each([
    ['a document that replaces another', () => attach(admin, '/api/reupload/2000000000')],
    ['a document that replaces another by its key', replace],
    ['photos that a phone sends', sendPhotos],
  ])('count %s as an upload', async (_what, send) => {
    await use('uploadHour', '127.0.0.1', 59)
    expect((await send()).status).not.toBe(429)
    await expectRefusal(send(), hour)
  })

  it('allow 30 codes for a phone an hour from one address', async () => {
    await use('photoHandoff', '127.0.0.1', 29)
    await startHandoff().expect(201)
    await expectRefusal(startHandoff(), hour)
  })

  it('allow 60 unclaimed files a day from one address, refused ones not included', async () => {
    await use('unclaimedDay', '127.0.0.1', 59)
    await upload(noReport).expect(415)
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

  it('cannot be got round by guessing many times at the same time', async () => {
    const user = await buildUser(app)
    const guesses = Array.from({ length: 20 }, (_guess, at) => login(user.email, `guess ${at}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
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

  it('count one IPv6 network as one address', async () => {
    await use('loginPerAccountAndIp', 'nobody@example.com|2001:db8:1:2::/64', 9)
    await loginFrom('2001:db8:1:2::1').expect(401)
    await loginFrom('2001:db8:1:2::99').expect(429)
    await loginFrom('2001:db8:1:3::99').expect(401)
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
  it('allow 60 calls for a new password an hour from one address, no matter who it is for', async () => {
    await use('resetPerIp', '127.0.0.1', 58)
    const stranger = { token: unknownKey(), password: 'a long enough phrase' }
    const confirm = () => visit(app).post('/api/password-reset/confirm').send(stranger)
    await askForReset('nobody@example.com').expect(404)
    await confirm().expect(400)
    await expectRefusal(askForReset('other@example.com'), hour)
    await expectRefusal(confirm(), hour)
    const declined = { token: unknownKey(), kinds: ['payout'] }
    await expectRefusal(visit(app).post('/api/mail-choices/decline').send(declined), hour)
  })

  it('allow 120 looks at an introduction an hour from one address, by whatever link', async () => {
    await use('meetingPerIp', '127.0.0.1', 119)
    await lookAtMeeting().expect(404)
    await expectRefusal(lookAtMeeting(), hour)
  })

  it('allow 300 file tokens a minute', async () => {
    const uploadKey = await newKey()
    await use('fileToken', '127.0.0.1', 299)
    const ask = () => admin.post('/api/admin/generate-file-token').send({ uploadKey })
    await ask().expect(200)
    await expectRefusal(ask(), minute)
  })

  it('allow 600 calls a minute from one address, pages and health checks not included', async () => {
    const limits = buildLimits(app, 0.01)
    const portal = supertest(createApp({ ...app, limits }))
    for (let count = 0; count < 6; count += 1) await portal.get('/api/nothing').expect(404)
    await expectRefusal(portal.get('/api/nothing'), minute)
    await expectRefusal(portal.get('/uploads/x/y.pdf'), minute)
    await portal.get('/healthz').expect(200)
  })

  it('allow 120 restores in five minutes from one address, whether or not there is a file', async () => {
    await use('restore', '127.0.0.1', 119)
    await restore().expect(404)
    await expectRefusal(restore(), 5 * minute)
  })
})

describe('the limits of a person', () => {
  const statement = '/api/referral-desk/statements/2026-01'

  it.each([
    ['referralDesk', 120, minute, '/api/referral-desk', 200],
    ['referralDesk', 120, minute, '/api/referral-desk/referrals', 200],
    ['referralDesk', 120, minute, '/api/referral-desk/statements', 200],
    ['referralDesk', 120, minute, statement, 404],
    ['statementFile', 100, hour, `${statement}.pdf`, 404],
    ['statementFile', 100, hour, `${statement}.csv`, 404],
  ] as const)(
    '%s allows %i calls in %i seconds of %s, whatever others ask for',
    async (limit, points, seconds, path, status) => {
      const [user, other] = [await buildUser(app), await buildUser(app)]
      const agent = await logIn(app, user)
      await use(limit, String(user.id), points - 1)
      await agent.get(path).expect(status)
      await expectRefusal(agent.get(path), seconds)
      await (await logIn(app, other)).get(path).expect(status)
    },
  )

  it('allow 30 answers about an introduction an hour', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    await use('matchAnswer', String(user.id), 29)
    const answer = () => agent.put('/api/match/answer').send({ answer: 'declined' })
    await answer().expect(400)
    await expectRefusal(answer(), hour)
  })

  it('give the administrator 60 payment files an hour, counted once the password was given', async () => {
    const file = () => admin.get('/api/admin/payout-runs/1/files/ach')
    await file().expect(403)
    expect(await counted('paymentFile')).toBe(0)
    await admin.post('/api/reauthenticate').send({ password: boss.password }).expect(200)
    await use('paymentFile', String(boss.id), 59)
    await file().expect(404)
    await expectRefusal(file(), hour)
  })
})

interface Reader {
  path: string
  cookie: string
}

async function buildReader(size: number): Promise<Reader> {
  const owner = await buildUser(app)
  const { uploadKey, fileName } = await buildFile(app, { owner, sample: samples.pdf({ size }) })
  return { path: `/uploads/${uploadKey}/${fileName}`, cookie: await sessionCookie(app, owner) }
}

const readAs = ({ path, cookie }: Reader, address: string) =>
  visit(app).get(path).set('Cookie', cookie).set('X-Forwarded-For', address)

describe('the documents of the portal', () => {
  let openReads: Socket[] = []

  afterEach(() => {
    for (const socket of openReads) socket.destroy()
    openReads = []
  })

  /** Begins to read a document, and leaves the most of it lying. */
  async function hold({ path, cookie }: Reader, address: string): Promise<void> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    openReads.push(socket)
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
    )
    await once(socket, 'readable')
  }

  it('are eight at the same time for a person, from wherever they ask; others read on', async () => {
    const reader = await buildReader(10_000_000)
    for (let count = 0; count < 8; count += 1) await hold(reader, `192.0.2.${count % 3}`)
    const { headers } = await readAs(reader, '192.0.2.9').expect(429, tooMany)
    expect(headers['retry-after']).toBe('2')
    await visit(app).head(reader.path).set('Cookie', reader.cookie).expect(429)
    expect(app.logs()).toContain('"check":"documentsAtOnce"')
    await readAs(await buildReader(1000), '192.0.2.1').expect(200)
    openReads.pop()?.destroy()
    await eventually(async () => void (await readAs(reader, '192.0.2.9').expect(200)))
  })

  it('are 600 MB in five minutes for a person', async () => {
    const thousandth = createApp({ ...app, env: { ...app.env, limitFactor: 0.001 } })
    const readThere = ({ path, cookie }: Reader, address: string) =>
      supertest(thousandth).get(path).set({ Cookie: cookie, 'X-Forwarded-For': address })
    const [reader, other] = [await buildReader(700_000), await buildReader(1000)]
    const { length } = (await readThere(reader, '192.0.2.1').expect(200)).body
    expect(length).toBe(700_000)
    await eventually(async () => {
      const { headers } = await readThere(reader, '192.0.2.2').expect(429, tooMany)
      expect(Number(headers['retry-after'])).toBeGreaterThan(240)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(300)
    })
    await readThere(other, '192.0.2.1').expect(200)
  })
})

const answerError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  if (!(error instanceof HttpError)) throw error
  res.status(error.status).send(String(error.options.check))
}

describe('the copy of one’s data', () => {
  it('counts with the documents of a person, here and there', async () => {
    const small = createApp({ ...app, env: { ...app.env, limitFactor: 0.001 } })
    const owner = await buildUser(app)
    await buildFile(app, { owner, sample: samples.pdf({ size: 700_000 }) })
    const agent = await logIn(app, owner)
    await agent.post('/api/account/data').send({ currentPassword: owner.password }).expect(200)
    const Cookie = `sid=${getSessionId(agent)}`
    const download = () => supertest(small).get('/api/account/data').set({ Cookie })
    await download().expect(200)
    await eventually(async () => {
      const { headers } = await download().expect(429, tooMany)
      expect(Number(headers['retry-after'])).toBeGreaterThan(240)
    })
    await supertest(small).get('/uploads/x/y.pdf').set({ Cookie }).expect(429, tooMany)
    expect(app.logs()).toContain('"check":"documentBytes"')
  })
})

describe('any documents', () => {
  const wide = {
    perPerson: 100,
    perAddress: 100,
    total: 100,
    megabytesPerPerson: 100,
    megabytesPerAddress: 100,
  }

  let server: Server
  let port: number
  let asked: ClientRequest[] = []

  /**
   * Sends as many bytes as the path says; /0 never ends. The limits are the portal's own unless others are given.
   */
  async function start(limits?: Partial<typeof wide>) {
    const reading = express()
    reading.set('trust proxy', true)
    reading.use((req, _res, next) => {
      req.user = { id: Number(req.get('X-Person')), ...sessionUser }
      next()
    })
    reading.get('/:bytes', ...limitDocuments(1, limits && { ...wide, ...limits }), (req, res) => {
      const bytes = Number(req.params['bytes'])
      if (bytes > 0) res.send(Buffer.alloc(bytes))
      else res.flushHeaders()
    })
    reading.use(answerError)
    server = createServer(reading)
    port = await listen(server)
  }
  afterEach(() => {
    for (const each of asked) each.destroy()
    asked = []
    server.closeAllConnections()
    server.close()
  })

  /** The status, as soon as it comes. */
  async function read(person: number, address: string, bytes = 0): Promise<number> {
    const headers = { 'X-Person': String(person), 'X-Forwarded-For': address }
    const sent = request({ port, host: '127.0.0.1', path: `/${bytes}`, headers, agent: false })
    asked.push(sent.end())
    sent.on('error', () => undefined)
    const [answer] = await once(sent, 'response')
    answer.resume()
    return answer.statusCode
  }

  it('may be so many at the same time for one address, no matter who it is', async () => {
    await start({ perAddress: 2 })
    expect([await read(1, '192.0.2.1'), await read(2, '192.0.2.1')]).toEqual([200, 200])
    expect([await read(3, '192.0.2.1'), await read(3, '192.0.2.2')]).toEqual([429, 200])
  })

  it('are 24 of the portal at the same time for one address', async () => {
    await start()
    for (let person = 1; person <= 24; person += 1)
      expect(await read(person, '192.0.2.1')).toBe(200)
    expect([await read(25, '192.0.2.1'), await read(25, '192.0.2.2')]).toEqual([429, 200])
  })

  it('are one for each person when half of all are taken', async () => {
    await start({ total: 4 })
    expect([await read(1, '192.0.2.1'), await read(1, '192.0.2.1')]).toEqual([200, 200])
    expect([await read(1, '192.0.2.1'), await read(2, '192.0.2.1')]).toEqual([429, 200])
    expect([await read(2, '192.0.2.1'), await read(3, '192.0.2.1')]).toEqual([429, 200])
    expect(await read(4, '192.0.2.1')).toBe(429)
  })

  it('are so many bytes for an address, and asking for none costs something as well', async () => {
    await start({ megabytesPerAddress: 1 })
    expect(await read(1, '192.0.2.1', 900_000)).toBe(200)
    await eventually(async () => expect(await read(2, '192.0.2.1', 1)).toBe(429))
    for (let call = 0; call < 10; call += 1) expect(await read(3, '192.0.2.2', 1)).toBe(200)
    await eventually(async () => expect(await read(4, '192.0.2.2', 1)).toBe(429))
    expect(await read(1, '192.0.2.3', 1)).toBe(200)
  })
})

/** Who a session belongs to, for what is tested without the portal around it. */
const sessionUser = {
  email: 'ada@example.com',
  isAdmin: 0,
  passwordVersion: '1',
  oneTimePasswordUntil: null,
  hasSecondFactor: false,
  closesAt: null,
} as const

async function linkLimits() {
  const link = await linkDatabase(app.databaseUrl)
  onTestFinished(() => link.close())
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const logger = createLogger({ logLevel: 'info' }, { write })
  const limits = buildLimits({ databaseUrl: link.url, logger })
  return { link, limits, lines, logged: () => lines.map((line) => JSON.parse(line).msg) }
}

it('while the database does not answer, limits count in memory, and the log says so once, and once when that ends', async () => {
  const { link, limits, lines, logged } = await linkLimits()
  const consume = () => limits.consume(['mailTest', 'marker-key'])
  await consume()
  expect(logged()).toEqual([])
  link.freeze()
  await Promise.all([consume(), consume(), consume()])
  expect(logged()).toEqual(['limits are counted in memory: the database does not answer'])
  link.thaw()
  link.cut()
  await eventually(async () => {
    await limits.consume(['formHour', 'marker-key'])
    expect(logged()).toHaveLength(2)
  })
  expect(logged()[1]).toBe('limits are counted in the database again')
  expect(lines.join()).not.toContain('marker')
})

it.each([
  ['frozen', 'freeze'],
  ['away', 'refuse'],
] as const)(
  'while the database is %s, each process allows what the limit says, and no more',
  async (_how, act) => {
    const { link, limits } = await linkLimits()
    link[act]()
    if (act === 'refuse') link.cut()
    const consumed = await Promise.allSettled(
      Array.from({ length: 12 }, () => limits.consume(['mailTest', act])),
    )
    expect(consumed.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const one of consumed)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 429 })
    expect(await limits.count('mailTest', act)).toBe(12)
    await limits.refund(['mailTest', act])
    await limits.reset('mailTest', act)
    expect(await limits.allows('mailTest', act)).toBe(true)
    // What waits is answered, so that the connections can be closed.
    link.thaw()
  },
)
