import type { Response } from 'supertest'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '@server/db/schema/users'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logInAdmin } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'

const app = await startSharedApp()
const admin = await logInAdmin(app)

beforeEach(async () => {
  await app.pool.query('delete from files')
  await app.pool.query('delete from monitoring_credentials')
  await app.pool.query('delete from users where is_admin = 0')
})

const nextPath = (answer: Response): string | undefined =>
  /^<(.+)>; rel="next"$/.exec(answer.headers['link'] ?? '')?.[1]

/** The ids of every page of a list, in turn. */
async function readAll(path: string, afterPage?: (page: Response) => unknown) {
  const seen: number[] = []
  for (let next: string | undefined = path; next;) {
    const answer: Response = await admin.get(next).expect(200)
    seen.push(...answer.body.map(({ id }: { id: number }) => id))
    await afterPage?.(answer)
    next = nextPath(answer)
  }
  return seen
}

async function buildPeople(names: readonly string[], createdAt?: Date) {
  const ids: number[] = []
  for (const name of names) {
    const [firstName = '', lastName = ''] = name.split(' ')
    ids.push((await buildUser(app, { firstName, lastName, createdAt })).id)
  }
  return ids
}

const day = (date: string) => new Date(`${date}T12:00:00Z`)

describe('the list of users', () => {
  it('is newest first, or oldest first', async () => {
    const ids = await buildPeople(['Ada One', 'Ada Two', 'Ada Three', 'Ada Four', 'Ada Five'])
    const totals: string[] = []
    const newestFirst = await readAll('/api/admin/users?limit=2', ({ headers }) =>
      totals.push(String(headers['x-total-count'])),
    )
    expect(newestFirst).toEqual(ids.toReversed())
    expect(totals).toEqual(['5', '5', '5'])
    expect(await readAll('/api/admin/users?limit=2&sort=newest')).toEqual(newestFirst)
    expect(await readAll('/api/admin/users?limit=2&sort=oldest')).toEqual(ids)
  })

  it('is sorted by name as a dictionary is, whatever the case or accent', async () => {
    const [zoe, emile, adam, bob, emil] = await buildPeople([
      'Zoe Young',
      'Émile Zola',
      'adam smith',
      'Bob Ross',
      'Emil Nolde',
    ])
    const { body } = await admin.get('/api/admin/users?sort=name').expect(200)
    expect(body.map(({ id }: { id: number }) => id)).toEqual([adam, bob, emil, emile, zoe])
  })

  it('misses no one and shows no one twice, even of one name or one moment', async () => {
    const moment = day('2026-03-01')
    const ids = await buildPeople(
      ['Sam Same', 'Sam Same', 'Sam Same', 'Al First', 'Zed Last'],
      moment,
    )
    const [one, two, three, first, last] = ids
    expect(await readAll('/api/admin/users?limit=1&sort=name')).toEqual([
      first,
      one,
      two,
      three,
      last,
    ])
    const from = 'from=2026-02-01T00:00:00Z'
    expect(await readAll(`/api/admin/users?limit=2&sort=oldest&${from}`)).toEqual(ids)
    expect(await readAll(`/api/admin/users?limit=2&${from}`)).toEqual(ids.toReversed())
  })

  it.each(['sort=name', 'sort=oldest', 'from=2020-01-01T00:00:00Z', 'sort=newest'])(
    'by %s goes on from a row that was deleted meanwhile',
    async (query) => {
      const ids = await buildPeople(['Ann A', 'Ben B', 'Cal C', 'Dan D', 'Eve E', 'Fay F'])
      const seen = await readAll(`/api/admin/users?limit=2&${query}`, ({ body }) =>
        app.pool.query('delete from users where id = $1', [body.at(-1).id]),
      )
      expect(seen.toSorted((left, right) => left - right)).toEqual(ids)
    },
  )

  it('is narrowed to what came from one moment on and before another, with its total', async () => {
    const [, inside, late] = [
      ...(await buildPeople(['Too Early'], day('2026-03-01'))),
      ...(await buildPeople(['In Side'], day('2026-03-02'))),
      ...(await buildPeople(['Too Late'], day('2026-03-03'))),
    ]
    const from = 'from=2026-03-02T00:00:00-07:00'
    const { body, headers } = await admin
      .get(`/api/admin/users?${from}&to=2026-03-03T12:00:00.000Z`)
      .expect(200)
    expect(body.map(({ id }: { id: number }) => id)).toEqual([inside])
    expect(headers['x-total-count']).toBe('1')
    expect(await readAll(`/api/admin/users?${from}&sort=name&limit=1`)).toEqual([inside, late])
  })

  it('is searched in any order', async () => {
    const [zoe, , amy, joe] = await buildPeople(['Zoe Moss', 'Not Him', 'Amy Moss', 'Joe Moss'])
    const search = (query: string) => readAll(`/api/admin/users?search=moss&limit=1&${query}`)
    expect(await search('sort=name')).toEqual([amy, joe, zoe])
    expect(await search('sort=oldest')).toEqual([zoe, amy, joe])
    expect(await search('from=2020-01-01T00:00:00Z')).toEqual([joe, amy, zoe])
    expect(await search('sort=name&from=2020-01-01T00:00:00Z')).toEqual([amy, joe, zoe])
    expect(await readAll('/api/admin/users?search=os&sort=name&limit=1')).toEqual([amy, joe, zoe])
  })

  it.each([
    'status=open',
    'search=a&search=b',
    'sort=best',
    'sort=',
    'sort=name&sort=oldest',
    'from=yesterday',
    'from=2026-03-01',
    'to=2026-13-01T00:00:00Z',
    'from=0000-01-01T00:00:00Z',
    'to=9999-12-31T23:59:59Z',
    'sort=name&cursor=5',
    'sort=oldest&from=2026-03-01T00:00:00Z&cursor=5',
    'cursor=5.QWRh',
    'sort=name&cursor=5.AAAA',
    'from=2026-03-01T00:00:00Z&cursor=5.QWRh',
    'sort=name&cursor=5.',
    `sort=name&cursor=5.${'x'.repeat(2001)}`,
    'sort=name&cursor=2147483648.QWRh',
  ])('refuses %s', async (query) => {
    const { body } = await admin.get(`/api/admin/users?${query}`).expect(400)
    expect(body).toMatchObject({ code: 'bad_request', message: expect.any(String) })
  })

  it('sorts as the database would, over many names', async () => {
    await app.db.insert(users).values(
      Array.from({ length: 120 }, (_, at) => ({
        email: `many-${at}@example.com`,
        firstName: String.fromCodePoint(65 + ((at * 7) % 58)),
        lastName: `L${(at * 13) % 17}`,
        phoneNumber: '3035550100',
        passwordHash: 'x',
      })),
    )
    const { rows } = await app.pool.query<{ id: number }>(
      `select id from users where is_admin = 0
        order by (first_name || ' ' || last_name) collate "und-x-icu", id`,
    )
    expect(await readAll('/api/admin/users?sort=name&limit=7')).toEqual(rows.map(({ id }) => id))
  })
})

const readFiles = (query: string) => readAll(`/api/admin/files?limit=1&${query}`)

describe('the list of reports', () => {
  it('is sorted by date or file name, and narrowed by date', async () => {
    const b = await buildFile(app, { fileName: 'b.pdf', createdAt: day('2026-03-01') })
    const a = await buildFile(app, { fileName: 'A.pdf', createdAt: day('2026-03-02') })
    const c = await buildFile(app, { fileName: 'c.pdf', createdAt: day('2026-03-03') })
    expect(await readFiles('sort=oldest')).toEqual([b.id, a.id, c.id])
    expect(await readFiles('sort=name')).toEqual([a.id, b.id, c.id])
    expect(await readFiles('from=2026-03-02T00:00:00Z')).toEqual([c.id, a.id])
    expect(await readFiles('sort=name&to=2026-03-03T00:00:00Z')).toEqual([a.id, b.id])
    expect(await readFiles('sort=name&search=pdf')).toEqual([a.id, b.id, c.id])
  })
})

describe('the lists of logins', () => {
  it('are sorted and narrowed by date, with passwords or without', async () => {
    const first = await buildCredential(app, { createdAt: day('2026-03-01') })
    const second = await buildCredential(app, { createdAt: day('2026-03-02') })
    const third = await buildCredential(app, { createdAt: day('2026-03-03') })
    for (const path of ['/api/admin/credentials', '/api/admin/credentials/overview']) {
      const read = (query: string) => readAll(`${path}?limit=1&${query}`)
      expect(await read('sort=oldest')).toEqual([first.id, second.id, third.id])
      expect(await read('sort=oldest&from=2026-03-02T00:00:00Z')).toEqual([second.id, third.id])
      expect(await read('to=2026-03-03T00:00:00Z')).toEqual([second.id, first.id])
      await admin.get(`${path}?sort=name`).expect(400)
    }
  })
})
