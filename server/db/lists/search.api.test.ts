import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { userListQuery } from '@shared/users'
import { foldName } from '@shared/text'
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
    for (const trigram of ['wal', 'ker', 'sur']) expect(counts?.trigrams.get(trigram)).toBe(30)
    expect(counts?.trigrams.has('r17')).toBe(false)
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

/** The search that is proposed for one without hits. */
async function propose(search: string, more = {}, list = 'users') {
  const query = new URLSearchParams({ search, ...more })
  const { body, headers } = await admin.get(`/api/admin/${list}?${query}`).expect(200)
  expect(body).toEqual([])
  const header = headers['x-near-search']
  return header === undefined ? null : decodeURIComponent(header)
}

describe('a search that finds nothing', () => {
  beforeAll(() =>
    app.asOwner(`
      insert into users (first_name, last_name, email, phone_number, password_hash, kind) values
      ('Beatriz', 'Quiñonez', 'bq.near@example.com', '303 555 7391', 'none', 'partner'),
      ('Omar', 'Cruz', 'omar.near@example.com', '303 555 7392', 'none', 'partner'),
      ('Ida', 'Fitz-Zabriskie', 'zabriskie.near@example.com', '303 555 7393', 'none', 'partner'),
      ('Vera', 'Hollowayne', 'vera.near@example.com', '303 555 7394', 'none', 'referrer')`),
  )

  it.each([
    ['Quionez', 'Quinonez'],
    ['quinoez', 'Quinonez'],
    ['qquinonez', 'Quinonez'],
    ['quinnonez', 'Quinonez'],
    ['quinonezz', 'Quinonez'],
    ['uqinonez', 'Quinonez'],
    ['quionnez', 'Quinonez'],
    ['quinonze', 'Quinonez'],
    ['Kuiñonez', 'Quinonez'],
    ['quixonez', 'Quinonez'],
    ['quinones', 'Quinonez'],
    ['curz', 'Cruz'],
    ['cruzz', 'Cruz'],
    ['cryz', 'Cruz'],
    ['Quinones, Beatriz', 'Quinonez Beatriz'],
    ['beatrix quinonez', 'Beatriz Quinonez'],
    ['Fitz-Zabrisky', null],
    ['Fitz-Zabriskei', 'Fitz-Zabriskie'],
    ['omra.near@example.com', 'omar.near@example.com'],
    ['omar.near@exmaple.com', 'omar.near@example.com'],
  ])('%s: %s', async (search, near) => {
    expect(await propose(search)).toBe(near)
    if (near === null) return
    const { body } = await admin.get(`/api/admin/users?${new URLSearchParams({ search: near })}`)
    expect(body).toHaveLength(1)
  })

  it.each(['crz1', 'cuu', 'zzyzzyxq', "') or true --", 'cu%z', 'c_u_z', '\\m(((', 'a'.repeat(100)])(
    '%s has nothing near it',
    async (search) => expect(await propose(search)).toBeNull(),
  )

  it.each(['files', 'entrepreneurs', 'messages', 'referrals'])(
    'of %s is helped as well',
    async (list) => {
      await app.asOwner(`
      insert into files (upload_key, file_name, file_size, file_type, sha256, storage_key, user_id, claimed_at)
        select 'near', 'r.pdf', 1, 'application/pdf', '', '', id, now()
        from users where email = 'bq.near@example.com' on conflict do nothing;
      insert into entrepreneurs (first_name, last_name, business_name, email, phone_number, time_zone, summary, amount_cents)
        values ('Beatriz', 'Quiñonez', 'Carts', 'near@example.com', '3035557395', 'America/Denver', '', 1)
        on conflict do nothing;
      insert into messages (name, subject, message) values ('Beatriz Quiñonez', 'Hello', 'Hello');
      insert into referrals (name, email, phone, referral_name, referral_email, referral_phone)
        values ('Beatriz Quiñonez', 'near@example.com', '', 'Ann', 'ann@example.com', '')`)
      expect(await propose('Quinones, Beatriz', {}, list)).toBe('Quinonez Beatriz')
      const query = new URLSearchParams({ search: 'Quiñonez, Beatriz' })
      const { body } = await admin.get(`/api/admin/${list}?${query}`).expect(200)
      expect(body).not.toEqual([])
    },
  )

  it('is never led to someone who is not in the list', async () => {
    expect(await propose('holowayne')).toBeNull()
    expect(await propose('holowayne', { kind: 'referrer' })).toBe('Hollowayne')
    expect(await propose('curz', { status: 'approved' })).toBeNull()
    expect(await propose('beatriz curz')).toBeNull()
    const { rows } = await app.pool.query<{ name: string }>(
      'select first_name || last_name as name from users where is_admin = 1',
    )
    expect(await propose(`${rows[0]?.name}x`)).toBeNull()
  })
})

/** What a function of the database makes of each text. */
async function apply(form: 'fold' | 'phone_digits' | 'mailbox', texts: readonly string[]) {
  const { rows } = await app.db.execute<{ made: string }>(sql`
    select ${sql.identifier(form)}(typed) as made
    from unnest(${sql.param(texts)}::text[]) with ordinality texts (typed, place) order by place`)
  return rows.map(({ made }) => made)
}

it.each([
  ['oneil', ["O'Neil", 'O’Neil', 'O‘NEIL', 'O`Neil', 'Oʼneil', 'O´neil', 'o＇neil', 'ONeil']],
  ['garcia', ['García', 'GARCI\u0301A', 'garcía', 'Gar\u00adcia', 'gar\u200bcía\ufeff']],
  ['weiss', ['Weiß', 'WEISS', 'weiẞ']],
  [
    'mary-ann',
    ['Mary-Ann', 'Mary‐Ann', 'Mary‑Ann', 'MARY–ANN', 'mary—ann', 'Mary−Ann', 'Mary－Ann'],
  ],
  [
    'jorgensen aero',
    ['Jørgensen Ærø', 'JØRGENSEN  ÆRǾ', 'jorgensen\u00a0aero', 'Jørgensen,\u2003Ærø'],
  ],
  ['lukasz dang', ['Łukasz Đặng', 'łukasz đang', '\u202aŁUKASZ ĐẶNG\u202c']],
  ['istanbul isik', ['İstanbul Işık', 'ISTANBUL ISIK']],
  ['σισυφοσ', ['Σίσυφος', 'ΣΊΣΥΦΟΣ']],
  ['алена', ['Алёна', 'АЛЕНА']],
  ['홍길동', ['홍길동', '홍길동'.normalize('NFD')]],
  ['हिन्दी', ['हिन्दी']],
  ['fi 1', ['ﬁ １', 'FI 1']],
])('%s is found however it is typed', async (folded, typed) => {
  expect(await apply('fold', typed)).toEqual(typed.map(() => folded))
})

it.each([
  [
    '6172553423',
    [
      '6172553423 x1',
      '(617) 255-3423 ext. 45',
      '+1 617.255.3423',
      '1-617-255-3423',
      '001 617 255 3423',
      'Tel: 617/255-3423 or 617-111-2222',
      '617-255-3423 / 617-111-2222',
      '6172553423#12',
      '6172553423,,12',
      '617 255 3423 доб. 5',
      '617255342345',
      '٦١٧٢٥٥٣٤٢٣',
      '６１７ ２５５ ３４２３',
      '६१७२५५३४२३',
      '\u202a+16172553423\u202c',
      '617\u00a0255\u201134\u200b23',
    ],
  ],
  ['442079460958', ['+44 20 7946 0958', '0044 20 7946 0958', '011 44 20 7946 0958 x3']],
  ['301555', ['301-555', '+1 301 555']],
  ['', ['none', '']],
])('%s is the number of each', async (digits, typed) => {
  expect(await apply('phone_digits', typed)).toEqual(typed.map(() => digits))
})

it.each([
  ['rosa@gmail.com', ['Ro.Sa+portal@GMail.com', 'rosa@googlemail.com', 'rosa+@gmail.com']],
  ['ro.sa@partner.example', ['Ro.Sa+portal+2@Partner.example', 'ro.sa@partner.example']],
  ['rosa@gmail.com.example', ['rosa@gmail.com.example']],
  ['rosad@proton.me', ['rosa.d@proton.me', 'ROSA-D@protonmail.com', 'rosa_d+x@pm.me']],
  ['ro.sa@icloud.com', ['ro.sa@icloud.com', 'ro.sa@me.com', 'Ro.sa+1@mac.com']],
  ['rosa@yahoo.com', ['rosa@yahoo.com', 'rosa-shops@yahoo.com']],
  ['rosa@yahoo.co.uk', ['rosa-shops@yahoo.co.uk']],
  ['rosa@fastmail.com', ['rosa@fastmail.com', 'rosa+x@fastmail.com', 'shops@rosa.fastmail.com']],
])('%s is where mail to each ends up', async (mailbox, addresses) => {
  expect(await apply('mailbox', addresses)).toEqual(addresses.map(() => mailbox))
})

it('a name on a report is folded like one that is searched for, in every letter of Europe', async () => {
  const ranges = [
    [0xc0, 0x17f],
    [0x370, 0x52f],
    [0x1e00, 0x1e99],
    [0x1e9e, 0x1ef9],
    [0x1f00, 0x1fff],
  ] as const
  const letters = ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /[\p{Lu}\p{Ll}]/u.test(letter))
  expect(letters.map(foldName)).toEqual(await apply('fold', letters))
})
