import { beforeEach, describe, expect, it } from 'vitest'
import { ascending, invalid } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildAdmin } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { eventsOf } from '@tests/support/portal/audit-events'
import { messages, referrals } from '../../db/schema/messages'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)
beforeEach(async () => {
  await app.db.delete(messages)
  await app.db.delete(referrals)
})

async function buildMessage(overrides: Partial<typeof messages.$inferInsert> = {}) {
  const [row] = await app.db
    .insert(messages)
    .values({ email: 'zoe@example.com', subject: 'Report', message: 'Where is it?', ...overrides })
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

const lists = [
  { path: '/api/admin/messages', object: 'message', build: buildMessage },
  { path: '/api/admin/referrals', object: 'referral', build: buildReferral },
] as const

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
