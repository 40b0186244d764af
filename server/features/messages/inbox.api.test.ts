import { eq } from 'drizzle-orm'
import type { Response } from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logIn, visit } from '@tests/support/portal/agents'
import { tooMany, ascending, invalid } from '@tests/support/portal/answers'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { eventsOf } from '@tests/support/portal/audit-events'
import { buildUser, buildAdmin } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { mailsTo } from '@tests/support/portal/queued-mails'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { mails } from '../../db/schema/mail'
import { messages, referrals } from '../../db/schema/messages'

const app = await startSharedApp()

const account = await buildAdmin(app)

const admin = await logIn(app, account)

const message = {
  name: 'Zoë Núñez',
  email: 'zoe@example.com',
  subject: 'Where is my report?',
  message: 'Hello,\n\nI sent it on Monday.\tThank you 🦆',
}

const referral = {
  name: 'Zoë Núñez',
  email: 'zoe@example.com',
  phone: '(303) 555-0111',
  referralName: 'Björn Ågren',
  referralEmail: 'bjorn@example.com',
  referralPhone: '+46 8 555 0122',
}

const messageThanks = {
  message: 'Thank you. We have your message and will reply within 24 hours.',
}

const expectReferralThanks = ({ status, body }: Response, { origin } = app) => {
  expect(status).toBe(201)
  expect(body).toEqual({
    message: 'Thank you. We have your referral.',
    link: expect.stringMatching(new RegExp(`^${origin}/r/[2-9A-Z]{8}$`)),
    claim: expect.stringMatching(/^[\w-]{43}$/),
  })
}

const write = (body: object) => visit(app).post('/api/messages').send(body)

const refer = (body: object) => visit(app).post('/api/referrals').send(body)

const lastMessage = async () => (await app.db.select().from(messages).orderBy(messages.id)).at(-1)

const lastReferral = async () =>
  (await app.db.select().from(referrals).orderBy(referrals.id)).at(-1)

const stored = async () => [await app.db.$count(messages), await app.db.$count(referrals)]

describe('the support form', () => {
  it('stores what a stranger wrote, as it was written', async () => {
    await write(message).expect(201, messageThanks)
    const row = await lastMessage()
    expect(row).toMatchObject({ ...message, status: 'new', statusAt: null })
    const events = await eventsOf(app, `message:${row?.id}`)
    expect(events).toMatchObject([{ action: 'message.received', ip: '127.0.0.1', details: null }])
  })

  it('needs no name, and works with a session', async () => {
    const partner = await logIn(app, await buildUser(app))
    const { name, ...unnamed } = message
    expect(name).toBeTruthy()
    await partner.post('/api/messages').send(unnamed).expect(201, messageThanks)
    expect(await lastMessage()).toMatchObject({ name: null })
    await write({ ...message, name: '   ' }).expect(201)
    expect(await lastMessage()).toMatchObject({ name: null })
  })

  it('takes the longest, and stores nothing that it was not asked for', async () => {
    const longest = { ...message, subject: 's'.repeat(200), message: '龍'.repeat(5000) }
    await write({ ...longest, status: 'done', id: 7, createdAt: '2020-01-01' }).expect(201)
    const row = await lastMessage()
    expect(row).toMatchObject({ ...longest, status: 'new' })
    expect(row?.id).not.toBe(7)
    expect(Date.now() - Number(row?.createdAt)).toBeLessThan(60_000)
  })
})

describe('the referral form', () => {
  it('stores the referrer and the referred person', async () => {
    expectReferralThanks(await refer(referral))
    const row = await lastReferral()
    expect(row).toMatchObject({ ...referral, status: 'new', statusAt: null })
    expect(await eventsOf(app, `referral:${row?.id}`)).toMatchObject([
      { action: 'referral.received' },
    ])
  })
})

describe('a program that fills in every field', () => {
  it('is answered like a person, and nothing is kept', async () => {
    const before = await stored()
    const website = 'https://spam.example'
    await write({ ...message, website }).expect(201, messageThanks)
    expectReferralThanks(await refer({ ...referral, website }))
    const noted = app
      .logs()
      .split('\n')
      .filter((line) => line.includes('"form not kept"'))
    expect(noted).toHaveLength(2)
    expect(noted[0]).toContain('"check":"hidden field","address":"127.0.0.1"')
    expect(noted.join()).not.toContain('spam.example')
    expect(await stored()).toEqual(before)
  })

  it('is told apart from a person, whose form sends the field empty', async () => {
    const [before = 0] = await stored()
    await write({ ...message, website: '' }).expect(201)
    expect(await stored()).toEqual([before + 1, expect.any(Number)])
  })
})

describe('the limits', () => {
  let strict: TestApp

  beforeAll(async () => {
    strict = await startTestApp({ env: { LIMITS: '1', SMTP_URL: 'smtp://127.0.0.1:2' } })
  })
  afterAll(() => strict.close())
  beforeEach(() => strict.pool.query('delete from rate_limits; delete from mails'))

  it('of ten an hour holds over both forms and for programs, and counts only what was accepted', async () => {
    const visitor = visit(strict)
    for (let attempt = 0; attempt < 12; attempt += 1)
      await visitor.post('/api/messages').send({}).expect(400)
    // What was refused is given back after the answer has left.
    await expect.poll(() => strict.limits.count('formHour', '127.0.0.1')).toBe(0)
    for (let count = 0; count < 5; count += 1) {
      await visitor.post('/api/messages').send(message).expect(201)
      const website = count % 2 ? 'https://spam.example' : ''
      await visitor
        .post('/api/referrals')
        .send({ ...referral, website })
        .expect(201)
    }
    const { headers } = await visitor.post('/api/messages').send(message).expect(429, tooMany)
    expect(Number(headers['retry-after'])).toBeGreaterThan(3500)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600)
    await visitor.post('/api/referrals').send(referral).expect(429, tooMany)
    expect(await strict.db.$count(messages)).toBe(5)
    expect(await strict.db.$count(referrals)).toBe(3)
  })

  it('of three mails a day with the sender’s link is that of a mailbox, however it is written and however many ask at the same time', async () => {
    const ask = (email: string) =>
      visit(strict)
        .post('/api/referrals')
        .send({ ...referral, email })
    const ways = ['zoe@gmail.com', 'Zoe@gmail.com', 'z.oe@gmail.com', 'zoe+1@googlemail.com']
    const answers = await Promise.all([...ways, 'zo.e+2@gmail.com'].map(ask))
    // No answer tells which of them were mailed.
    for (const answer of answers) expectReferralThanks(answer, strict)
    const isLink = eq(mails.kind, 'referral-link')
    expect(await strict.db.$count(mails, isLink)).toBe(3)

    const { link, claim } = (await ask('bo@partner.example').expect(201)).body
    const [mail] = await mailsTo(strict, 'bo@partner.example')
    expect(mail?.text).toContain(link)
    expect(mail?.text).toContain(`/referral-program#token=${claim}`)
    expect(await strict.db.$count(mails, isLink)).toBe(4)
  })
})

async function buildMessage(overrides: Partial<typeof messages.$inferInsert> = {}) {
  const [row] = await app.db
    .insert(messages)
    .values({
      email: 'zoe@example.com',
      subject: 'Report',
      message: 'Where is it?',
      ...overrides,
    })
    .returning()
  if (!row) throw new Error('No message was stored.')
  return row
}

const bothPeople = {
  name: 'Zoë',
  email: 'zoe@example.com',
  phone: '(303) 555-0111',
  referralName: 'Björn',
  referralEmail: 'bjorn@example.com',
  referralPhone: '+46 8 555 0122',
}

async function buildReferral(overrides: Partial<typeof referrals.$inferInsert> = {}) {
  const [row] = await app.db
    .insert(referrals)
    .values({ ...bothPeople, ...overrides })
    .returning()
  if (!row) throw new Error('No referral was stored.')
  return row
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

async function search(path: string, query: Record<string, string>): Promise<number[]> {
  const { body } = await admin.get(`${path}?${new URLSearchParams(query)}`).expect(200)
  return idsOf(body)
}

const findMessages = (term: string) => search('/api/admin/messages', { search: term })

const findReferrals = (term: string) => search('/api/admin/referrals', { search: term })

const lists = [
  { path: '/api/admin/messages', object: 'message', build: buildMessage },
  { path: '/api/admin/referrals', object: 'referral', build: buildReferral },
] as const

describe('the inbox', () => {
  beforeEach(async () => {
    await app.db.delete(messages)
    await app.db.delete(referrals)
  })

  describe('a message', () => {
    it('comes back to the administrator whole, and HTML as the text it is', async () => {
      const text = '<script>alert(1)</script>\n<img src=x onerror="alert(2)"> & "quotes" \\ \u2028'
      const hostile = { name: '<b>Zoë</b>', email: 'zoe@example.com', subject: '<i>Hi</i>' }
      await visit(app)
        .post('/api/messages')
        .send({ ...hostile, message: text })
        .expect(201)
      const { body, headers } = await admin.get('/api/admin/messages').expect(200)
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['x-total-count']).toBe('1')
      const shown = {
        kind: 'support',
        id: expect.any(Number),
        status: 'new',
        createdAt: expect.stringMatching(/^\d{4}-.+Z$/),
        ...hostile,
        message: text.trim(),
      }
      expect(body).toEqual([shown])
      const single = await admin.get(`/api/admin/messages/${body[0].id}`).expect(200)
      expect(single.body).toEqual(shown)
    })

    it('is found by name, address, subject and text, every word counting', async () => {
      const { id } = await buildMessage({ name: 'Zoë Núñez', message: 'My 100%_sure report' })
      const other = await buildMessage({ subject: 'Payment', email: 'bo@example.org' })
      for (const term of ['núñez', 'ZOE@EXAMPLE', '100%_', 'report zoë'])
        expect([term, await findMessages(term)]).toEqual([term, [id]])
      expect(await findMessages('payment')).toEqual([other.id])
      expect(await findMessages('example')).toEqual([other.id, id])
      for (const term of ['payment zoë', '%pay', "' or 1=1--"])
        expect([term, await findMessages(term)]).toEqual([term, []])
    })
  })

  describe('a referral', () => {
    it('comes back to the administrator with both people', async () => {
      const row = await buildReferral()
      const { body } = await admin.get('/api/admin/referrals').expect(200)
      const shown = {
        kind: 'referral',
        id: row.id,
        status: 'new',
        createdAt: row.createdAt.toISOString(),
        ...bothPeople,
      }
      expect(body).toEqual([shown])
      const single = await admin.get(`/api/admin/referrals/${row.id}`).expect(200)
      expect(single.body).toEqual(shown)
    })

    it('is found by either person, and by a phone however it is written', async () => {
      const { id } = await buildReferral()
      await buildReferral({ name: 'Ann', email: 'ann@example.org', phone: '9705550133' })
      for (const term of ['ZOË', 'zoe@', '303-555-0111', '+1 303 555 0111'])
        expect([term, await findReferrals(term)]).toEqual([term, [id]])
      expect(await findReferrals('björn')).toHaveLength(2)
      expect(await findReferrals('4685550122')).toHaveLength(2)
    })
  })

  describe.each(lists)('the list $path', ({ path, build }) => {
    it('pages newest first, and filters by status', async () => {
      const built = []
      for (const status of ['new', 'read', 'done', 'new', 'new'] as const)
        built.push((await build({ status })).id)
      const [first, second, third, fourth, fifth] = built
      expect(await search(path, { status: 'new' })).toEqual([fifth, fourth, first])
      expect(await search(path, { status: 'read' })).toEqual([second])
      expect(await search(path, { status: 'done', search: 'example' })).toEqual([third])

      const { body, headers } = await admin.get(`${path}?status=new&limit=2`).expect(200)
      expect([idsOf(body), headers['x-total-count']]).toEqual([[fifth, fourth], '3'])
      const next = /^<([^>]+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1] ?? ''
      const page = await admin.get(next).expect(200)
      expect(idsOf(page.body)).toEqual([first])
      expect(page.headers).not.toHaveProperty('link')
    })
  })

  describe.each(lists)('what is deleted of $path', ({ path, object, build }) => {
    it('is gone for good, and leaves a trace without a word of it', async () => {
      const [{ id }, other] = [await build(), await build()]
      await admin.delete(`${path}/${id}`).expect(200, { message: 'Deleted' })
      await admin.delete(`${path}/${id}`).expect(404)
      await admin.get(`${path}/${id}`).expect(404)
      await admin.get(`${path}/${other.id}`).expect(200)
      const events = await eventsOf(app, `${object}:${id}`)
      expect(events).toMatchObject([
        { action: `${object}.deleted`, actorId: account.id, details: null },
      ])
    })
  })

  describe.each(lists)('the status of $path', ({ path, object, build }) => {
    it('changes to any other, leaving a trace each time', async () => {
      const { id } = await build()
      for (const status of ['read', 'done', 'read', 'new', 'done']) {
        const { body } = await admin.patch(`${path}/${id}/status`).send({ status }).expect(200)
        expect(body).toMatchObject({ id, status })
      }
      const changes = async () => {
        const events = await eventsOf(app, `${object}:${id}`)
        expect(new Set(events.map(({ action }) => action))).toEqual(
          new Set([`${object}.status-changed`]),
        )
        expect(new Set(events.map(({ actorId }) => actorId))).toEqual(new Set([account.id]))
        return events.map(({ details }) => details?.['status'])
      }
      expect(await changes()).toEqual(['read', 'done', 'read', 'new', 'done'])
      await admin.patch(`${path}/${id}/status`).send({ status: 'done' }).expect(200)
      expect(await changes()).toHaveLength(5)
    })

    it('based on what has changed in the meantime is a 409, unless it says the same', async () => {
      const { id } = await build({ status: 'done' })
      const change = (body: object) => admin.patch(`${path}/${id}/status`).send(body)
      await change({ status: 'read', basedOn: 'new' }).expect(409)
      await change({ status: 'done', basedOn: 'new' }).expect(200)
      await change({ status: 'read', basedOn: 'done' }).expect(200)
    })

    it('made twice at the same time on the same basis counts once', async () => {
      const { id } = await build()
      const table = path.endsWith('referrals') ? 'referrals' : 'messages'
      const lock = { statement: `select 1 from ${table} where id = $1 for update`, id }
      const answers = await meetAtLock(app, lock, () =>
        Promise.all(
          ['read', 'done'].map((status) =>
            admin.patch(`${path}/${id}/status`).send({ status, basedOn: 'new' }),
          ),
        ),
      )
      expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
    })

    it('must be one of three', async () => {
      const { id } = await build()
      for (const body of [{}, { status: 'pending' }, { status: ['read'] }])
        await admin.patch(`${path}/${id}/status`).send(body).expect(400)
      const { body } = await admin.patch(`${path}/${id}/status`).send({ status: 'gone' })
      expect(body).toMatchObject(invalid('status', expect.any(String)))
    })
  })
})
