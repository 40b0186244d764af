import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileListQuery, type FileListQuery } from '@shared/files'
import { startTestApp, type TestApp } from '../../../tests/support/app'
import { countReviewedFiles, listReviewedFiles } from './queries'
import { countUsers, listUsers } from '../users/queries'
import type { Database } from '../../db/client'

const size = 100_000
let app: TestApp

/** A hundred thousand users with a file each, the ten oldest of them rejected. */
const rows = [
  `insert into users (email, password_hash, first_name, last_name, phone_number, status)
    select 'person' || n || '@example.com', 'x', (array['Ada', 'Grace', 'Zoe', 'Linus'])[1 + n % 4],
      'Surname' || n, '303' || lpad(n::text, 7, '0'),
      case when n <= 10 then 'rejected' else 'pending' end
    from generate_series(1, ${size}) n`,
  `insert into files (upload_key, file_name, file_size, file_type, sha256, storage_key, user_id,
      claimed_at, status, search)
    select 'key' || id, 'report-' || id || '.pdf', 1, 'application/pdf', '', '', id, now(), status,
      files_search_text('report-' || id || '.pdf', id)
    from users`,
]

beforeAll(async () => {
  app = await startTestApp()
  const client = await app.pool.connect()
  await client.query('set statement_timeout = 0')
  // Built at once afterwards: a trigram index that grows row by row takes most of a minute.
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where indexdef like '%gin_trgm_ops%'",
  )
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  await client.query('alter table files disable trigger files_keep_search')
  for (const insert of rows) await client.query(insert)
  await client.query('alter table files enable trigger files_keep_search')
  for (const { indexdef } of indexes) await client.query(indexdef)
  await client.query('vacuum analyze users, files')
  client.release(true)
}, 120_000)
afterAll(() => app.close())

interface Plan {
  'Node Type': string
  'Index Name'?: string
  Plans?: Plan[]
}

/** The plan of what a query function sends: each node with the index it uses. */
async function planOf(run: (db: Database) => Promise<unknown>): Promise<string[]> {
  const sent: { text: string; values: unknown[] }[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void sent.push({ text, values }) }
  await run(drizzle(app.pool, { casing: 'snake_case', logger }))
  const [query] = sent
  const { rows: answers } = await app.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (format json) ${query?.text}`,
    query?.values,
  )
  const nodes = (plan: Plan): string[] => [
    [plan['Node Type'], plan['Index Name']].filter(Boolean).join(' '),
    ...(plan.Plans ?? []).flatMap(nodes),
  ]
  return (answers[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => nodes(Plan))
}

const query = (overrides: Partial<FileListQuery>): FileListQuery => ({
  ...fileListQuery.parse({}),
  ...overrides,
})

const lists = [
  ['users', listUsers, countUsers],
  ['files', listReviewedFiles, countReviewedFiles],
] as const

describe.each(lists)('the list of %s', (table, list, count) => {
  const plan = (overrides: Partial<FileListQuery>) => planOf((db) => list(db, query(overrides)))

  it.each([
    ['no hit', 'nobody like that'],
    ['few hits', 'surname4242'],
    ['a phone', '(303) 000-4242'],
  ])('with %s asks the trigram index, and so does its count', async (_what, search) => {
    expect(await plan({ search })).toContain(`Bitmap Index Scan ${table}_search`)
    const counting = await planOf((db) => count(db, query({ search })))
    expect(counting).toContain(`Bitmap Index Scan ${table}_search`)
  })

  it.each([
    ['no search', ''],
    ['many hits', 'grace'],
    ['two characters', 'ra'],
    ['one character', 'a'],
  ])('with %s walks the newest first, and stops when the page is full', async (_what, search) => {
    const nodes = await plan({ search })
    expect(nodes[0]).toBe('Limit')
    expect(nodes).toContain(`Index Scan ${table}_pkey`)
    expect(nodes.filter((node) => /Sort|Seq Scan|Bitmap/.test(node))).toEqual([])
  })

  it('by a rare status finds it by its own index, on any page', async () => {
    for (const cursor of [undefined, 50_000]) {
      const nodes = await plan({ status: 'rejected', cursor })
      expect(nodes).toContain(`Index Scan ${table}_status_newest`)
      expect(nodes.filter((node) => /Sort|Seq Scan/.test(node))).toEqual([])
    }
  })

  it('answers every search within a second', async () => {
    for (const search of [
      '',
      'grace',
      'surname4242',
      'zq',
      'q',
      'nobody',
      '%',
      '_',
      '3030004242',
    ]) {
      const started = performance.now()
      await Promise.all([list(app.db, query({ search })), count(app.db, query({ search }))])
      expect([search, performance.now() - started < 1000]).toEqual([search, true])
    }
  })
})
