import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, it } from 'vitest'
import { duplicate, type Duplicate } from '@shared/duplicates'
import { programDayOf } from '@shared/program-time'
import { userVerdicts, type UserVerdict } from '@shared/review'
import { userMarks } from '@shared/users'
import { logIn } from '@tests/support/portal/agents'
import { notFound, pleaseLogIn, ascending } from '@tests/support/portal/answers'
import { eventsOf } from '@tests/support/portal/audit-events'
import { ctxIn } from '@tests/support/portal/ctx'
import {
  buildAdmin,
  buildUser,
  profileOf,
  buildFile,
  type BuiltUser,
} from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { mails } from '../../db/schema/mail'
import { snoozes, users } from '../../db/schema/users'
import { decide as takeDecision } from '../decisions/decide'
import { refusals } from '../mail/mail-failure'

const app = await startSharedApp()

const boss = await buildAdmin(app, { lastName: 'Sharedname' })

const admin = await logIn(app, boss)

const decide = (id: number | string, body: object) =>
  admin.patch(`/api/admin/users/${id}/status`).send(body)

async function statusOf(id: number) {
  const [row] = await app.db.select().from(users).where(eq(users.id, id))
  return row?.status
}

describe('a decision on a user', () => {
  it('tells the user why when it is a rejection, and no other note, in the session that is open', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const seen = async () => (await agent.get('/api/user').expect(200)).body
    expect(await seen()).toMatchObject({ statusReason: null, statusAt: null })
    const reason = 'Your score on the report is 655.'
    await decide(user.id, { status: 'rejected', reason }).expect(200)
    const statusAt = expect.stringMatching(/Z$/)
    expect(await seen()).toMatchObject({ status: 'rejected', statusReason: reason, statusAt })
    await decide(user.id, { status: 'approved', reason: 'Asked Jo.' }).expect(200)
    expect(await seen()).toMatchObject({ status: 'approved', statusReason: null, statusAt })
  })

  it('asks Postgres twice in its transaction, when no referral or mail follows from it', async () => {
    const { id } = await buildUser(app)
    const sent: string[] = []
    const logger = { logQuery: (text: string) => void sent.push(text.split(' ', 1).join()) }
    const db = drizzle(app.pool, { casing: 'snake_case', logger })
    const decision = { status: 'approved' } as const
    await db.transaction((tx) =>
      takeDecision(ctxIn(app, tx), { kind: 'user', id, decision, isSilent: true }),
    )
    expect(sent).toEqual(['begin', 'select', 'with', 'commit'])
    expect(await statusOf(id)).toBe('approved')
  })

  it('sets any status from any other, and answers the user', async () => {
    const user = await buildUser(app)
    const steps = ['approved', 'pending', 'rejected', 'approved', 'rejected', 'pending', 'pending']
    for (const status of steps) {
      const { body } = await decide(user.id, { status }).expect(200)
      expect(body).toEqual({
        ...profileOf(user),
        status,
        statusReason: null,
        contactConsent: false,
        isAdmin: 0,
        createdAt: user.createdAt.toISOString(),
        decisionId: expect.any(Number),
      })
      expect(await statusOf(user.id)).toBe(status)
    }
    const events = await eventsOf(app, `user:${user.id}`)
    expect(events.map(({ action, actorId, details }) => [action, actorId, details])).toEqual(
      steps.map((status) => ['user.status-changed', boss.id, { status }]),
    )
  })

  it('may have a reason, which the next one replaces', async () => {
    const { id } = await buildUser(app)
    const reason = '  Score too low.\nMay reapply.  '
    const first = await decide(id, { status: 'rejected', reason }).expect(200)
    expect(first.body.statusReason).toBe('Score too low.\nMay reapply.')
    const second = await decide(id, { status: 'approved' }).expect(200)
    expect(second.body.statusReason).toBeNull()
    await decide(id, { status: 'approved', reason: 'x'.repeat(1001) }).expect(400)
    const pasted = await decide(id, { status: 'approved', reason: 'bell \u0007' }).expect(200)
    expect(pasted.body.statusReason).toBe('bell')
  })

  it('is never made on the administrator', async () => {
    await decide(boss.id, { status: 'rejected' }).expect(403, {
      message: "The administrator's status cannot be changed.",
      code: 'forbidden',
    })
    expect(await statusOf(boss.id)).toBe('approved')
  })

  it('cannot change anything but the status', async () => {
    const user = await buildUser(app)
    const more = { isAdmin: 1, email: 'x@example.com', id: boss.id }
    await decide(user.id, { status: 'approved', ...more }).expect(200)
    const [row] = await app.db.select().from(users).where(eq(users.id, user.id))
    expect(row).toMatchObject({ isAdmin: 0, email: user.email })
  })
})

describe('deleting a user', () => {
  it('ends the sessions right away', async () => {
    const user = await buildUser(app)
    const [phone, laptop] = [await logIn(app, user), await logIn(app, user)]
    await admin.delete(`/api/admin/users/${user.id}`).expect(200, { message: 'User deleted' })
    const ofUser = sql`sess -> 'passport' ->> 'user' = ${String(user.id)}`
    expect(await app.db.$count(sql`sessions`, ofUser)).toBe(0)
    await phone.get('/api/user').expect(401, pleaseLogIn)
    await laptop.get('/api/files').expect(401, pleaseLogIn)
  })

  it('is never done to the administrator, nor twice', async () => {
    await admin.delete(`/api/admin/users/${boss.id}`).expect(403, {
      message: 'The administrator cannot be deleted.',
      code: 'forbidden',
    })
    const { id } = await buildUser(app)
    await admin.delete(`/api/admin/users/${id}`).expect(200)
    await admin.delete(`/api/admin/users/${id}`).expect(404, notFound)
    await decide(id, { status: 'approved' }).expect(404, notFound)
  })
})

async function find(userId: number): Promise<Duplicate[]> {
  const { body } = await admin.get(`/api/admin/users/${userId}/duplicates`).expect(200)
  return duplicate.array().parse(body)
}

const signsOf = async (userId: number) =>
  (await find(userId)).map(({ id, signs }) => [id, signs.toSorted()])

/** Two accounts, linked both ways by these signs and no others. */
async function expectLinked(one: { id: number }, other: { id: number }, signs: string[]) {
  expect(await signsOf(one.id)).toEqual(signs.length > 0 ? [[other.id, signs]] : [])
  expect(await signsOf(other.id)).toEqual(signs.length > 0 ? [[one.id, signs]] : [])
}

describe('two accounts may be one person’s', () => {
  it.each([
    ['(720) 555-0142', '+1 720.555.0142', ['phone']],
    ['7205550143', '720 555 0143', ['phone']],
    ['7205550144', '7205550145', []],
    ['12345', '1 23 45', []],
  ])('by the phones %s and %s', async (phone, otherPhone, signs) => {
    const one = await buildUser(app, { phoneNumber: phone })
    await expectLinked(one, await buildUser(app, { phoneNumber: otherPhone }), signs)
  })

  it.each([
    ['ada@one.example', 'ada+second@one.example', ['email']],
    ['Bea+a@two.example', 'BEA+b@TWO.example', ['email']],
    ['c.e.a@gmail.com', 'cea+x@googlemail.com', ['email']],
    ['d.e.a@three.example', 'dea@three.example', []],
    ['eve@four.example', 'eve@five.example', []],
  ])('by the addresses %s and %s', async (email, otherEmail, signs) => {
    const one = await buildUser(app, { email })
    await expectLinked(one, await buildUser(app, { email: otherEmail }), signs)
  })

  it('by the same document, also one that was replaced since', async () => {
    const sample = samples.pdf({ text: 'one and the same' })
    const one = await buildUser(app)
    const other = await buildUser(app)
    await buildFile(app, { owner: one, sample })
    await buildFile(app, { owner: other, sample, sha256: 'what it shows now' })
    await buildFile(app, { owner: await buildUser(app) })
    await expectLinked(one, other, ['document'])
  })

  it.each([
    ['198.51.100.7', '198.51.100.250', 3, ['name']],
    ['198.51.100.7', '198.51.101.7', 3, []],
    ['198.51.100.7', '198.51.100.7', 25, []],
    ['2001:db8:1:2::1', '2001:db8:1:ff::9', 3, ['name']],
    ['2001:db8:1:2::1', '2001:db8:2:2::1', 3, []],
    ['198.51.100.7', '::ffff:198.51.100.250', 3, ['name']],
    ['::ffff:198.51.100.7', '::ffff:c633:6507', 3, []],
    ['2001:db8:1:2::1', null, 3, []],
  ])('by one name from %s and %s within a day', async (from, otherFrom, hours, signs) => {
    const name = { firstName: 'Kim', lastName: `Lee ${crypto.randomUUID()}` }
    const one = await buildUser(app, { ...name, termsAcceptedFrom: from })
    const other = await buildUser(app, {
      firstName: 'KIM',
      lastName: name.lastName.toUpperCase(),
      termsAcceptedFrom: otherFrom,
      createdAt: new Date(one.createdAt.getTime() - hours * 3_600_000),
    })
    await expectLinked(one, other, signs)
  })

  it('by several signs together, most of them first, and never the administrator’s', async () => {
    const phoneNumber = '(720) 555-0199'
    const one = await buildUser(app, { phoneNumber, email: 'zoe@six.example' })
    const both = await buildUser(app, { phoneNumber, email: 'zoe+2@six.example' })
    const third = await buildUser(app, { phoneNumber })
    await app.pool.query('update users set phone_number = $1 where is_admin = 1', [phoneNumber])
    expect(await signsOf(one.id)).toEqual([
      [both.id, ['email', 'phone']],
      [third.id, ['phone']],
    ])
  })
})

const dismiss = (id: number, body: object) =>
  admin.post(`/api/admin/users/${id}/duplicates/dismiss`).send(body)

async function buildTwins() {
  const phoneNumber = `(719) 555-${String(Math.floor(Math.random() * 9000) + 1000)}`
  return [await buildUser(app, { phoneNumber }), await buildUser(app, { phoneNumber })] as const
}

describe('that two accounts are two people', () => {
  it('is kept with the reason, for both, and recorded for both', async () => {
    const [one, other] = await buildTwins()
    const { body } = await dismiss(other.id, { otherId: one.id, reason: ' Twins ' }).expect(200)
    const dismissed = { reason: 'Twins', by: 'Portal Sharedname', at: expect.any(String) }
    expect(body).toMatchObject([{ id: one.id, dismissed }])
    expect(await find(one.id)).toMatchObject([{ id: other.id, dismissed }])
    await dismiss(one.id, { otherId: other.id, reason: 'Another reason' }).expect(200)
    expect(await find(one.id)).toMatchObject([{ dismissed: { reason: 'Twins' } }])
    const { rows } = await app.pool.query(
      `select object, details from audit_events where action = 'user.duplicate-dismissed' order by id`,
    )
    expect(rows).toEqual([
      { object: `user:${one.id}`, details: { other: `user:${other.id}` } },
      { object: `user:${other.id}`, details: { other: `user:${one.id}` } },
    ])
  })

  it('needs a reason and two people', async () => {
    const [one, other] = await buildTwins()
    await dismiss(one.id, { otherId: other.id }).expect(400)
    await dismiss(one.id, { otherId: one.id, reason: 'Me' }).expect(400)
    await dismiss(one.id, { otherId: 2_147_483_647, reason: 'No one' }).expect(404)
    expect(await find(one.id)).toMatchObject([{ dismissed: null }])
  })
})

const isMarked = ({ concerns }: UserVerdict) => concerns.some(({ kind }) => kind === 'same-person')

async function markedOf(...people: { id: number }[]) {
  const ids = people.map(({ id }) => id).join()
  const { body } = await admin.get('/api/admin/users/verdicts').query({ ids }).expect(200)
  return ascending(
    userVerdicts
      .parse(body)
      .filter(isMarked)
      .map(({ id }) => id),
  )
}

it('is marked in the list too, until all who look alike are dismissed', async () => {
  const [one, other] = await buildTwins()
  const third = await buildUser(app, { phoneNumber: one.phoneNumber })
  const alone = await buildUser(app)
  expect(await markedOf(one, other, third, alone)).toEqual([one.id, other.id, third.id])
  await dismiss(one.id, { otherId: other.id, reason: 'Twins' }).expect(200)
  expect(await markedOf(one, other, third, alone)).toEqual([one.id, other.id, third.id])
  await dismiss(third.id, { otherId: one.id, reason: 'Their mother' }).expect(200)
  expect(await markedOf(one, other, third, alone)).toEqual([other.id, third.id])
})

it.each(['', 'x', '1,,2', '1;2', Array.from({ length: 101 }, () => '1').join()])(
  'is not looked for with ids %j',
  async (ids) => {
    await admin.get('/api/admin/users/verdicts').query({ ids }).expect(400)
  },
)

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A mail of theirs that was refused for good half an hour ago. */
async function addMail({ id, email }: BuiltUser, overrides: Partial<typeof mails.$inferInsert>) {
  await app.db.insert(mails).values({
    messageId: crypto.randomUUID(),
    kind: 'welcome',
    recipient: email,
    subject: 'Welcome',
    status: 'failed',
    lastError: refusals.recipient,
    nextAttemptAt: minutesAgo(30),
    userId: id,
    ...overrides,
  })
}

async function buildBounced(overrides: Partial<typeof mails.$inferInsert> = {}) {
  const user = await buildUser(app)
  await addMail(user, overrides)
  return user
}

async function bouncedOf(...people: { id: number }[]) {
  const ids = people.map(({ id }) => id).join()
  const { body } = await admin.get('/api/admin/users/bounce-marks').query({ ids }).expect(200)
  return ascending(userMarks.parse(body).marked)
}

/** By the filter and by the overview, which leads to it. */
async function listed() {
  const { body } = await admin.get('/api/admin/users').query({ email: 'bounced' }).expect(200)
  const overview = await admin.get('/api/admin/overview').expect(200)
  expect(overview.body.bouncedEmails).toBe(body.length)
  return ascending(body.map(({ id }: { id: number }) => id))
}

it.each(['question', 'approved', 'refusal', 'meeting'] as const)(
  'marks whose email refused a letter that no choice turns off: %s',
  async (kind) => {
    const user = await buildBounced({ kind })
    expect(await bouncedOf(user)).toEqual([user.id])
    expect(await listed()).toEqual([user.id])
    await app.db.delete(mails)
  },
)

it('marks whose email refused what it was sent at sign-up, lists and counts them', async () => {
  const welcome = await buildBounced()
  const confirmation = await buildBounced({
    kind: 'email-confirmation',
    lastError: refusals.message,
  })
  await addMail(confirmation, {})
  const others = [
    await buildUser(app),
    await buildBounced({ status: 'queued' }),
    await buildBounced({ lastError: 'The mail server did not answer in time.' }),
    await buildBounced({ kind: 'payout' }),
    // Their email is another one by now.
    await buildBounced({ recipient: 'gone@partner.example' }),
  ]
  const all = [welcome, confirmation, ...others]
  expect(await bouncedOf(...all)).toEqual([welcome.id, confirmation.id])
  expect(await bouncedOf(...others)).toEqual([])
  expect(await listed()).toEqual([welcome.id, confirmation.id])
  await admin.get('/api/admin/users').query({ email: 'fine' }).expect(400)
  await app.db.delete(mails)
})

it('is over once a later mail was taken', async () => {
  const user = await buildBounced()
  const sent = { kind: 'composed', status: 'sent', lastError: null } as const
  await addMail(user, { ...sent, sentAt: minutesAgo(31) })
  await addMail(user, { ...sent, sentAt: minutesAgo(1), recipient: 'other@partner.example' })
  expect(await bouncedOf(user)).toEqual([user.id])
  await addMail(user, { ...sent, sentAt: minutesAgo(29) })
  expect(await bouncedOf(user)).toEqual([])
  expect(await listed()).toEqual([])
})

it('is over once the person has another email', async () => {
  const user = await buildBounced()
  const agent = await logIn(app, user)
  const newEmail = 'reached@partner.example'
  const wanted = { newEmail, currentPassword: user.password }
  await agent.post('/api/email-change').send(wanted).expect(200)
  expect(await listed()).toEqual([user.id])
  const change = admin.post(`/api/admin/users/${user.id}/email-change/confirm`)
  await change.send({ newEmail }).expect(200)
  expect(await bouncedOf(user)).toEqual([])
  expect(await listed()).toEqual([])
})

async function list(query: string): Promise<{ id: number }[]> {
  const { body } = await admin.get(`/api/admin/users?${query}`).expect(200)
  return body
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

const search = async (text: string) => idsOf(await list(`search=${encodeURIComponent(text)}`))

describe('the list of users', () => {
  it('shows what the administrator needs, and no password hash', async () => {
    const user = await buildUser(app, {
      status: 'rejected',
      statusReason: 'Score too low',
      contactConsent: true,
    })
    const [first] = await list('limit=1')
    expect(first).toEqual({
      ...profileOf(user),
      status: 'rejected',
      statusReason: 'Score too low',
      contactConsent: true,
      isAdmin: 0,
      createdAt: user.createdAt.toISOString(),
    })
  })

  it('leaves the administrator out, searched for or not', async () => {
    const user = await buildUser(app, { lastName: 'Sharedname' })
    expect(await search('sharedname')).toEqual([user.id])
    const everyone = await list('limit=100')
    expect(everyone.filter((row) => 'isAdmin' in row && row.isAdmin !== 0)).toEqual([])
  })

  it('takes percent signs, underscores and backslashes literally', async () => {
    const { id } = await buildUser(app, {
      firstName: '100%_sure',
      lastName: String.raw`Back\slash`,
    })
    expect(await search('100%_')).toEqual([id])
    expect(await search(String.raw`k\s`)).toEqual([id])
    for (const term of ['1%e', '100_sure', '%_%_%', '____', String.raw`\\`])
      expect([term, await search(term)]).toEqual([term, []])
  })

  it('is not confused by what looks like SQL', async () => {
    for (const term of ["' OR 1=1--", "'; drop table users; --", '$1', '{}', '🦆'])
      expect(await search(term)).toEqual([])
    // Not a search at all.
    expect(await list('search[$ne]=x')).toEqual(await list(''))
  })

  it('filters by status, alone and with a search', async () => {
    const lastName = 'Statusfilter'
    const pending = await buildUser(app, { lastName })
    const approved = await buildUser(app, { lastName, status: 'approved' })
    expect(idsOf(await list('search=statusfilter'))).toEqual([approved.id, pending.id])
    expect(idsOf(await list('search=statusfilter&status=approved'))).toEqual([approved.id])
    expect(idsOf(await list('search=statusfilter&status=rejected'))).toEqual([])
    expect(idsOf(await list('status=approved&limit=1'))).toEqual([approved.id])
  })
})

describe('pages of users', () => {
  it('end where the rows end, even when the last page is full', async () => {
    for (let user = 0; user < 4; user += 1) await buildUser(app, { lastName: 'Fullpage' })
    const { headers } = await admin.get('/api/admin/users?search=fullpage&limit=4').expect(200)
    expect(headers).not.toHaveProperty('link')
  })

  it('keep the search and the filter, written safely', async () => {
    for (let user = 0; user < 3; user += 1) await buildUser(app, { lastName: 'A&B "c" <d>' })
    const query = new URLSearchParams({ search: 'A&B "c" <d>', status: 'pending', limit: '2' })
    const { headers } = await admin.get(`/api/admin/users?${query}`).expect(200)
    const next = /^<([^<>"\s]+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1] ?? ''
    const { body } = await admin.get(next).expect(200)
    expect(body).toHaveLength(1)
  })

  it('are not disturbed by users who come in between', async () => {
    for (let user = 0; user < 3; user += 1) await buildUser(app, { lastName: 'Stable' })
    const first = await admin.get('/api/admin/users?search=stable&limit=2').expect(200)
    await buildUser(app, { lastName: 'Stable' })
    const next = String(first.headers['link']).slice(1).split('>', 1).join()
    const second = await admin.get(next).expect(200)
    expect(second.body).toHaveLength(1)
    expect(idsOf(first.body)).not.toContain(second.body[0].id)
  })
})

const day = (daysAhead: number) => programDayOf(new Date(Date.now() + daysAhead * 24 * 3_600_000))
const snooze = (id: number, body: object) => admin.put(`/api/admin/users/${id}/snooze`).send(body)
const listIds = async (query: object) =>
  (await admin.get('/api/admin/users').query(query).expect(200)).body.map(
    ({ id }: { id: number }) => id,
  )
const readPending = async () => (await admin.get('/api/admin/overview').expect(200)).body.pending

describe('someone who is set aside', () => {
  it('is out of the queue until that day, in a list of their own; their wait goes on', async () => {
    const createdAt = new Date(Date.now() - 72 * 3_600_000)
    const { id } = await buildUser(app, { createdAt })
    const before = await readPending()
    const { body } = await snooze(id, { until: day(3), note: 'Call on Monday.' }).expect(200)
    expect(body.snoozedUntil).toMatch(/T0[45]:00:00/)
    expect(await listIds({ status: 'pending' })).not.toContain(id)
    expect(await listIds({ snoozed: 'waiting' })).toEqual([id])
    expect(await listIds({})).toContain(id)
    const { body: notes } = await admin.get(`/api/admin/users/${id}/notes`).expect(200)
    expect(notes).toMatchObject([{ text: 'Call on Monday.' }])
    expect(await readPending()).toMatchObject({
      count: before.count - 1,
      overdue: before.overdue - 1,
      snoozed: { count: 1, overdue: 1 },
    })
    // That day has come.
    await app.db.update(snoozes).set({ until: new Date() })
    expect(await listIds({ status: 'pending' })).toContain(id)
    expect(await listIds({ snoozed: 'waiting' })).toEqual([])
    expect(await readPending()).toEqual(before)
  })

  it('is put back at once, as by a question, after whose answer they wait for us again', async () => {
    const { id } = await buildUser(app)
    await snooze(id, { until: day(3) }).expect(200)
    for (let times = 0; times < 2; times += 1) {
      const { body } = await admin.delete(`/api/admin/users/${id}/snooze`).expect(200)
      expect(body).not.toHaveProperty('snoozedUntil')
    }
    const events = (await eventsOf(app, `user:${id}`)).filter(({ actorId }) => actorId !== null)
    expect(events.map(({ action, details }) => [action, details])).toEqual([
      ['user.set-aside', { until: day(3) }],
      ['user.brought-back', null],
    ])
    expect(await listIds({ status: 'pending' })).toContain(id)
    await snooze(id, { until: day(3) }).expect(200)
    await admin
      .post(`/api/admin/users/${id}/questions`)
      .send({ words: 'Which bureau?' })
      .expect(201)
    expect(await app.db.$count(snoozes, eq(snoozes.userId, id))).toBe(0)
    await snooze(id, { until: day(3) }).expect(409)
  })

  it('waits in the queue again once they are set to pending anew', async () => {
    const { id } = await buildUser(app)
    await snooze(id, { until: day(3) }).expect(200)
    for (const status of ['rejected', 'pending'])
      await admin.patch(`/api/admin/users/${id}/status`).send({ status }).expect(200)
    expect(await listIds({ status: 'pending' })).toContain(id)
  })

  it('waits for a decision, until a day that is ahead', async () => {
    const { id } = await buildUser(app)
    for (const until of [day(-1), day(0), day(60), 'Monday', undefined])
      await snooze(id, { until }).expect(400)
    await snooze(2_000_000_000, { until: day(3) }).expect(404)
    await admin.delete('/api/admin/users/2000000000/snooze').expect(404)
    const { id: approved } = await buildUser(app, { status: 'approved' })
    await snooze(approved, { until: day(3) }).expect(409)
    // Decided about, they are in each list as anyone else is.
    await snooze(id, { until: day(3) }).expect(200)
    await admin.patch(`/api/admin/users/${id}/status`).send({ status: 'rejected' }).expect(200)
    expect(await listIds({ snoozed: 'waiting' })).toEqual([])
    const [user] = (await admin.get('/api/admin/users').query({ status: 'rejected' })).body
    expect(user).not.toHaveProperty('snoozedUntil')
  })
})
