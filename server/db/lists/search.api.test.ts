import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { userListQuery } from '@shared/users'
import { logInAdmin } from '@tests/support/portal/agents'
import { itFindsWhatIsThere } from '@tests/support/portal/search-properties'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { listUsers } from '../../features/users/queries'
import { connectSearches, unlessTooSlow } from './searches'
import { findTrigramCounts } from './selective-terms'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const silent = pino({ level: 'silent' })

describe('a search', () => itFindsWhatIsThere(app, admin, 10))

describe('a search for what was copied', () => {
  beforeAll(() =>
    app.asOwner(`
      insert into users (first_name, last_name, email, phone_number, password_hash) values
      ('José', 'García Nuñes', 'jose.copied@example.com', '(303) 555-7381', 'none'),
      ('Ana', 'Nunes', 'ana.copied@example.com', '720-555-7382', 'none')`),
  )

  it.each([
    ['José Garcia <jose.copied@example.com>', 'jose'],
    ['"García, José" <mailto:Jose.Copied@example.com>', 'jose'],
    ['<jose.copied@example.com>,', 'jose'],
    ['mailto:jose.copied@example.com?subject=Your%20report', 'jose'],
    ['(jose.copied@example.com).', 'jose'],
    ['jose.\u200bcopied@example.com', 'jose'],
    ['tel:+1-303-555-7381', 'jose'],
    ['tel:+13035557381;ext=5', 'jose'],
    ['tel:(303)%20555-7381', 'jose'],
    ['\u202a+1 (303) 555-7381\u202c', 'jose'],
    ['\u200e(303) 555-7381\u200f', 'jose'],
    ['\u2068303\u00a0555\u00a07381\u2069', 'jose'],
    ['García, José', 'jose'],
    ['garcia, jose', 'jose'],
    ['García Nun\u0303es,\u00a0José', 'jose'],
    ['García\tJosé', 'jose'],
    ['García\r\nJosé', 'jose'],
    ['Nuñes, Ana', 'ana'],
    ['Nunes Garcia', 'jose'],
  ])('%s finds whom it is about', async (search, who) => {
    const query = new URLSearchParams({ search })
    const { body } = await admin.get(`/api/admin/users?${query}`).expect(200)
    expect(body).toMatchObject([{ email: `${who}.copied@example.com` }])
  })
})

describe('what is common in a table', () => {
  // What is known of it is known for a connection.
  const searches = connectSearches(app.databaseUrl, silent)
  afterAll(() => searches.pool.end())

  const addPeople = (prefix: string, count: number) =>
    app.asOwner(`
      insert into users (first_name, last_name, email, phone_number, password_hash)
      select 'Ann', 'Surname' || n, '${prefix}' || n || '@example.com', '', 'none'
      from generate_series(1, ${count}) n`)

  async function find(search: string) {
    const query = userListQuery.parse({ search })
    const { rows } = await listUsers({ db: app.db, searches: searches.db }, query)
    return rows.map(({ email }) => email)
  }

  it('is counted among the newest rows during the first search', async () => {
    await addPeople('walker', 30)
    expect(findTrigramCounts(searches.db, 'users')).toBe(null)
    const isKnown = () => expect(findTrigramCounts(searches.db, 'users')).not.toBe(null)
    await vi.waitFor(isKnown, { timeout: 10_000 })
    const counts = findTrigramCounts(searches.db, 'users')
    for (const trigram of ['wal', 'ker', 'sur']) expect(counts?.get(trigram)).toBe(30)
    expect(counts?.has('r17')).toBe(false)
  })

  it('changes nothing of what is found', async () => {
    // The first rows are looked at one by one: the index has to find those behind them.
    await addPeople('other', 300)
    for (const search of ['walker17@', 'WALKER17@example.com', 'walker17 surname17 ann'])
      expect([search, await find(search)]).toEqual([search, ['walker17@example.com']])
    expect(await find('walker surname17')).toEqual(['walker17@example.com'])
    for (const search of [
      'walker surname40',
      'gmail surname17',
      'walker17@ surname18',
      'walker@example.com',
      '17walker',
    ])
      expect([search, await find(search)]).toEqual([search, []])
  })

  it('is not known of a database that is away, and nobody is told', async () => {
    const away = connectSearches('postgresql://nobody@127.0.0.1:1/none', silent)
    expect(findTrigramCounts(away.db, 'users')).toBe(null)
    await away.pool.end()
    expect(findTrigramCounts(away.db, 'users')).toBe(null)
  })
})

describe('a page of a search', () => {
  beforeAll(() =>
    app.asOwner(`
      insert into users (first_name, last_name, email, phone_number, password_hash)
      select 'Ann', 'Pagewell', 'pagewell' || n || '@example.com', '', 'none'
      from generate_series(1, 60) n`),
  )

  it.each(['newest', 'oldest', 'name'])('comes with the total of all, %s first', async (sort) => {
    const seen: number[] = []
    let path: string | undefined = `/api/admin/users?search=pagewell&limit=25&sort=${sort}`
    while (path) {
      const page: Response = await admin.get(path).expect(200)
      expect(page.headers['x-total-count']).toBe('60')
      seen.push(...page.body.map(({ id }: { id: number }) => id))
      path = /^<(.+)>; rel="next"$/.exec(page.headers['link'] ?? '')?.[1]
    }
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
    const inOrder = seen.toSorted((one, other) => one - other)
    if (sort !== 'name') expect(seen).toEqual(sort === 'oldest' ? inOrder : inOrder.toReversed())
  })

  it('comes with it when its own rows are gone', async () => {
    const { body } = await admin.get('/api/admin/users?search=pagewell&limit=50').expect(200)
    const path = `/api/admin/users?search=pagewell&cursor=${body.at(-1).id}`
    await app.asOwner(`delete from users where last_name = 'Pagewell' and id < ${body.at(-1).id}`)
    const { body: rest, headers } = await admin.get(path).expect(200)
    expect([rest, headers['x-total-count']]).toEqual([[], '50'])
  })
})

describe('a search that takes too long', () => {
  it('is ended, and told from one that failed', async () => {
    const tooSlow = app.searches.execute(sql`select pg_sleep(60)`)
    expect(await unlessTooSlow(tooSlow)).toBeNull()
    const failing = app.searches.execute(sql`select 1 / 0`)
    await expect(unlessTooSlow(failing)).rejects.toThrow()
  })

  it('leaves the connections of everyone else free, however many are asked for', async () => {
    const writer = await app.pool.connect()
    await writer.query('select pg_advisory_lock(1)')
    const held = Array.from({ length: 30 }, () =>
      unlessTooSlow(app.searches.execute(sql`select pg_advisory_lock_shared(1)`)),
    )
    const countHeld = async () => {
      const { rows } = await app.db.execute<{ count: number }>(sql`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and query like '%lock_shared%' and wait_event_type = 'Lock'`)
      return rows[0]?.count
    }
    await vi.waitFor(async () => expect(await countHeld()).toBe(4), { timeout: 10_000 })
    await writer.query('select pg_advisory_unlock(1)')
    writer.release()
    await Promise.all(held)
  })
})
