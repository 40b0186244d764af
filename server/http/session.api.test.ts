import request from 'supertest'
import { describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { pleaseLogIn } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { buildAdmin, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { createApp } from '../app'
import { getLimitKey, getNetwork, networkOf } from './client-address'

const minute = 60_000

const hour = 60 * minute

const day = 24 * hour

const app = await startSharedApp()

const admin = await buildAdmin(app)

const user = await buildUser(app)

/** Moves when the sessions of a user began, as if the time had passed. */
async function age(userId: number, ms: number): Promise<void> {
  await app.pool.query(
    `update sessions set sess = jsonb_set(sess::jsonb, '{createdAt}',
       to_jsonb((sess ->> 'createdAt')::bigint - $2::bigint))::json
     where sess -> 'passport' ->> 'user' = $1`,
    [String(userId), ms],
  )
}

/** Minutes until the newest session of a user ends without another request. */
async function idleMinutes(userId: number): Promise<number> {
  const { rows } = await app.pool.query(
    `select extract(epoch from expire at time zone current_setting('timezone') - now()) / 60 as left
     from sessions where sess -> 'passport' ->> 'user' = $1 order by expire desc limit 1`,
    [String(userId)],
  )
  return Math.round(Number(rows[0]?.left))
}

async function sessionsOf(userId: number) {
  const { rows } = await app.pool.query(
    "select xmin, expire from sessions where sess -> 'passport' ->> 'user' = $1",
    [String(userId)],
  )
  return rows
}

describe('a session', () => {
  it('is not given to visitors', async () => {
    for (const path of ['/api/user', '/api/nothing', '/healthz', '/uploads/a/b']) {
      const { headers } = await visit(app).get(path)
      expect(headers).not.toHaveProperty('set-cookie')
    }
    const { rows } = await app.pool.query("select 1 from sessions where sess -> 'passport' is null")
    expect(rows).toEqual([])
  })

  it('ends after 24 idle hours for partners and after 30 idle minutes for the administrator', async () => {
    await logIn(app, user)
    expect(await idleMinutes(user.id)).toBe(24 * 60)
    const agent = await logIn(app, admin)
    expect(await idleMinutes(admin.id)).toBe(30)
    await agent.get('/api/user').expect(200)
    expect(await idleMinutes(admin.id)).toBe(30)
    await app.pool.query("update sessions set expire = now() - interval '1 second'")
    await agent.get('/api/user').expect(401, pleaseLogIn)
  })

  it('is written again once a minute, however often it is used', async () => {
    const partner = await buildUser(app)
    const agent = await logIn(app, partner)
    const before = await sessionsOf(partner.id)
    await agent.get('/api/user').expect(200)
    await agent.get('/api/user').expect(200)
    expect(await sessionsOf(partner.id)).toEqual(before)

    await app.pool.query("update sessions set expire = expire - interval '61 seconds'")
    await agent.get('/api/user').expect(200)
    expect(await sessionsOf(partner.id)).not.toEqual(before)
    expect(await idleMinutes(partner.id)).toBe(24 * 60)
  })

  it('that cannot be written again does not break off an answer', async () => {
    const partner = await buildUser(app)
    const agent = await logIn(app, partner)
    await app.asOwner(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'no more changes'; end $$;
      update sessions set expire = expire - interval '61 seconds';
      create trigger refuse before update on sessions execute function refuse();`)
    const { body } = await agent.get('/api/user').expect(200)
    await app.asOwner('drop trigger refuse on sessions')
    expect(body.id).toBe(partner.id)
    expect(app.logs()).toContain('session store did not answer')
    expect(app.logs()).not.toContain('response broke off')
  })

  it('of a partner ends seven days after the login, however busy', async () => {
    const partner = await buildUser(app)
    const agent = await logIn(app, partner)
    await age(partner.id, 7 * day - minute)
    await agent.get('/api/user').expect(200)
    await age(partner.id, 2 * minute)
    await agent.get('/api/user').expect(401, pleaseLogIn)
    expect(await sessionsOf(partner.id)).toEqual([])
    await agent.get('/api/user').expect(401, pleaseLogIn)
  })

  it('of the administrator ends twelve hours after the login', async () => {
    const agent = await logIn(app, admin)
    await age(admin.id, 12 * hour - minute)
    await agent.get('/api/admin/users').expect(200)
    await age(admin.id, 2 * minute)
    await agent.get('/api/admin/users').expect(401, pleaseLogIn)
  })

  it('that is too old does not block a new login or a logout', async () => {
    const agent = await logIn(app, user)
    await age(user.id, 8 * day)
    await agent.post('/api/login').send(user).expect(200)
    await agent.get('/api/user').expect(200)
    await age(user.id, 8 * day)
    await agent.post('/api/logout').expect(200)
  })

  it('that began before an update of the portal goes on', async () => {
    const partner = await buildUser(app)
    const agent = await logIn(app, partner)
    // All fields that sessions had at that time.
    const { rowCount } = await app.pool.query(
      `update sessions set sess = (select json_object_agg(key, value) from json_each(sess)
        where key in ('cookie', 'passport', 'createdAt', 'ref', 'browser', 'passwordVersion'))
       where sess -> 'passport' ->> 'user' = $1`,
      [String(partner.id)],
    )
    expect(rowCount).toBe(1)
    await agent.get('/api/user').expect(200)
  })

  it('is signed: a guessed or altered id opens nothing', async () => {
    const { headers } = await visit(app).post('/api/login').send(user).expect(200)
    const cookie = String(headers['set-cookie']).split(';', 1).join()
    const altered = cookie.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    const bare = cookie.replace(/s%3A(.{32}).*/, '$1')
    for (const forged of [altered, bare, 'sid=', 'sid=s%3A.', 'sid=%00', `sid=${'x'.repeat(4000)}`])
      await visit(app).get('/api/user').set('Cookie', forged).expect(401, pleaseLogIn)
    await visit(app).get('/api/user').set('Cookie', cookie).expect(200)
  })
})

describe('behind TLS', () => {
  const origin = 'https://portal.example'
  const settings = { isHttps: true, publicOrigin: origin, trustProxy: ['loopback'] }
  const secure = request(createApp({ ...app, env: { ...app.env, ...settings } }))
  const logInThere = () => secure.post('/api/login').set('Origin', origin)

  it('the cookie is bound to this host and never sent in clear', async () => {
    const { headers } = await logInThere()
      .set('X-Forwarded-Proto', 'https')
      .send(await buildUser(app))
      .expect(200)
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-sid=s%3A[\w-]{32}\.[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it('calls that arrive without it are refused, so that no login is lost silently', async () => {
    const refusal = { message: 'The portal answers over https only.', code: 'bad_request' }
    await logInThere().send({}).expect(400, refusal)
    await secure.get('/uploads/a/b').expect(400, refusal)
    await secure.get('/healthz').expect(200)
  })
})

const copy = '/api/account/data'

const changeInRow =
  (columns: string) =>
  async (_agent: Agent, { id }: BuiltUser) => {
    await app.pool.query(`update users set ${columns} where id = $1`, [id])
  }

// The link of a copy that was asked for is worth as much as the confirmation that it was got by.
it.each([
  [
    'two-step login',
    (agent: Agent, { password }: BuiltUser) => turnOnSecondFactor(agent, password),
  ],
  ['another email', changeInRow("email = 'other-' || email")],
])('what was confirmed is not when its owner logs in with %s', async (_what, change) => {
  const person = await buildUser(app)
  const agent = await logIn(app, person)
  await agent.post('/api/reauthenticate').send({ password: person.password }).expect(200)
  await agent.post(copy).send({}).expect(200)
  await agent.head(copy).expect(200)
  await change(agent, person)
  await agent.get('/api/user').expect(200)
  await agent.get(copy).expect(403)
  const { body } = await agent.post(copy).send({}).expect(403)
  expect(body.code).toBe('reauthentication-required')
})

async function networksOf(address: string) {
  const { rows } = await app.db.execute<{ network: string }>(
    sql`select ${networkOf(sql`${address}::text`)}::text as network`,
  )
  return { held: rows[0]?.network, limited: getNetwork(getLimitKey({ ip: address })) }
}

it.each([
  ['198.51.100.7', '198.51.100.250', true],
  ['198.51.100.7', '198.51.101.7', false],
  ['198.51.100.7', '::ffff:198.51.100.250', true],
  ['198.51.100.7', '::ffff:c633:64fa', true],
  ['::ffff:198.51.100.7', '::ffff:198.51.101.7', false],
  ['2001:db8:1:2::1', '2001:db8:1:ff::9', true],
  ['2001:db8:1::1', '2001:db8:1:0:1:2:3:4', true],
  ['2001:db8:1:2::1', '2001:db8:2:2::1', false],
  ['::1', '127.0.0.1', false],
])('%s and %s are of one network for limits as for holds: %s', async (one, other, isSame) => {
  const [left, right] = [await networksOf(one), await networksOf(other)]
  expect(left.held === right.held).toBe(isSame)
  expect(left.limited === right.limited).toBe(isSame)
})
