import { eq } from 'drizzle-orm'
import type { Response } from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tooMany } from '@tests/support/portal/answers'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { mailsTo } from '@tests/support/portal/queued-mails'
import { eventsOf } from '@tests/support/portal/audit-events'
import { mails } from '../../db/schema/mail'
import { messages, referrals } from '../../db/schema/messages'

const app = await startSharedApp()

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
const messageThanks = { message: 'Thank you. We have your message and will reply within 24 hours.' }
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
