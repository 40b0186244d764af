import { afterAll, describe, expect, it } from 'vitest'
import { actionsOf, auditListQuery } from '@shared/audit'
import { fileListQuery } from '@shared/files'
import { exactTotalLimit } from '@shared/list-choices'
import { scanWindow, sortedListQuery } from '@shared/lists'
import { medianOf, overviewDays } from '@shared/program-time'
import { userListQuery } from '@shared/users'
import { createFilledDatabase } from '@tests/support/portal/database'
import { explain, isDetour, mostLooked } from '@tests/support/portal/explain'
import { filledEverySeconds, filledRows } from '@tests/support/portal/many-rows'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { startBulkRun } from '../../features/bulk-runs/start-bulk-run'
import { createCtx } from '../../ctx'
import { listTrail } from '../../features/audit/list-trail'
import { portalItself } from '../../features/audit/record-event'
import { listSealedCredentials } from '../../features/credentials/queries'
import { listReviewedFiles } from '../../features/files/queries'
import * as overview from '../../features/overview/queries'
import { findOtherAccounts } from '../../features/decisions/duplicate-signs'
import { listDuplicates } from '../../features/users/duplicates'
import { listUsers } from '../../features/users/queries'
import type { ListDatabases } from './searches'

const database = await createFilledDatabase()
afterAll(() => database.drop())
const app = await startSharedApp({ database })

const lists: Record<
  string,
  (query: object) => (dbs: ListDatabases) => Promise<{ next: string | null }>
> = {
  users: (query) => (dbs) => listUsers(dbs, userListQuery.parse(query)),
  files: (query) => (dbs) => listReviewedFiles(dbs, fileListQuery.parse(query)),
  monitoring_credentials: (query) => (dbs) =>
    listSealedCredentials(dbs, sortedListQuery.parse(query)),
}
const named = ['users', 'files']

const middle = Date.now() - (filledRows / 2) * filledEverySeconds * 1000
const older = { to: new Date(middle).toISOString() }
const openEnd = { from: older.to }
const oneDay = { from: new Date(middle - 86_400_000).toISOString(), to: older.to }
const rare = { status: 'rejected' }

/** What is near is looked for until its time is up, however many rows that are: list-plans.deep holds its plan. */
const isOfPage = (text: string) => !text.startsWith('select near')

/** What the first and the second page send to Postgres, counts aside. */
async function pages(list: string, query: object) {
  const read = lists[list]
  if (!read) throw new Error(list)
  const { next } = await read(query)(app)
  const first = await explain(app, read(query), isOfPage)
  const second = next ? await explain(app, read({ ...query, cursor: next }), isOfPage) : []
  return [...first, ...second].filter(({ isCount }) => !isCount)
}

it('no more than 50,000 people are chosen at once', async () => {
  const selection = { filter: userListQuery.parse({}) }
  const actor = { ...portalItself, id: 1, email: '', isAdmin: 1 } as const
  const started = startBulkRun(createCtx(app, actor), { of: 'users', action: 'approve', selection })
  await expect(started).rejects.toThrow('That is more than 50,000 users.')
})

describe.each(Object.keys(lists))('the list of %s', (list) => {
  it.each([
    ['oldest first', { sort: 'oldest' }, 'pkey'],
    ['oldest first, of a rare status', { sort: 'oldest', status: 'rejected' }, 'status_newest'],
    ['of one day long ago', oneDay, 'created'],
    ['of one day long ago, oldest first', { ...oneDay, sort: 'oldest' }, 'created'],
    ['of the newer half, oldest first', { ...openEnd, sort: 'oldest' }, 'created'],
    ['of the older half, of a rare status', { ...older, status: 'rejected' }, 'status_created'],
  ])('%s walks one index and stops when the page is full', async (_what, query, index) => {
    for (const { nodes, looked } of await pages(list, query)) {
      expect(nodes.join()).toContain(`Scan ${list}_${index}`)
      expect(nodes.filter(isDetour)).toEqual([])
      expect(looked).toBeLessThan(100)
    }
  })

  it('narrowed by date counts in an index', async () => {
    for (const query of [oneDay, { ...oneDay, status: 'pending' }]) {
      const read = lists[list]?.(query)
      const counts = read ? (await explain(app, read)).filter(({ isCount }) => isCount) : []
      expect(counts[0]?.nodes.join()).toMatch(/Index Only Scan \w+_created/)
    }
  })

  it.each([
    ['oldest first', { sort: 'oldest' }],
    ['of one day', oneDay],
    ['of the newer half, oldest first', { ...openEnd, sort: 'oldest' }],
  ])(
    '%s, searched for what is rare or nowhere, looks at so many rows and no more',
    async (_what, query) => {
      for (const search of ['zq', 'surname4242', 'nobody like that', 'e']) {
        const statements = await pages(list, { ...query, search })
        expect(mostLooked(statements)).toBeLessThanOrEqual(scanWindow + 2)
      }
    },
  )
})

describe('the list of users by score', () => {
  it.each([
    ['of all', {}, 'users_score'],
    ['of a rare status', rare, 'users_status_score'],
  ])('%s walks one index and stops when the page is full', async (_what, query, index) => {
    for (const { nodes, looked } of await pages('users', { ...query, sort: 'score' })) {
      expect(nodes.join()).toContain(`Scan ${index}`)
      expect(nodes.filter(isDetour)).toEqual([])
      expect(looked).toBeLessThan(200)
    }
  })
})

describe('the list of users by what the review needs to know first', () => {
  it.each([
    ['those who need a look', { verdict: 'look' }],
    ['the clean ones, few or none', { verdict: 'clean' }],
    ['the clean ones by name', { verdict: 'clean', sort: 'name' }],
    ['the clean ones by score', { verdict: 'clean', sort: 'score' }],
    ['those who need a look, by name', { verdict: 'look', sort: 'name' }],
  ])('%s looks at few rows, of any status and of one', async (_what, query) => {
    for (const status of [{}, { status: 'pending' }]) {
      const statements = await pages('users', { ...query, ...status })
      expect(mostLooked(statements)).toBeLessThan(200)
      const read = lists['users']?.({ ...query, ...status })
      const counts = read ? (await explain(app, read)).filter(({ isCount }) => isCount) : []
      expect(counts[0]?.nodes.join()).toMatch(/Index Only Scan users_(status_)?clean_newest/)
    }
  })
})

describe.each(named)('the list of %s by name', (list) => {
  it.each([
    ['of all', {}, 'name'],
    ['of a rare status', rare, 'status_name'],
    ['of the older half', older, 'name'],
  ])('%s walks one index and stops when the page is full', async (_what, query, index) => {
    for (const { nodes, looked } of await pages(list, { ...query, sort: 'name' })) {
      expect(nodes.join()).toContain(`Scan ${list}_${index}`)
      expect(nodes.filter(isDetour)).toEqual([])
      expect(looked).toBeLessThan(200)
    }
  })

  it.each([
    ['of one day', oneDay],
    ['of one day, of a rare status', { ...oneDay, ...rare }],
    ['of a few rows since long ago', { ...openEnd, ...rare }],
  ])('%s finds the rows by date, and sorts them', async (_what, query) => {
    const statements = await pages(list, { ...query, sort: 'name' })
    for (const { nodes } of statements) expect(nodes.join()).toContain('_created')
    expect(mostLooked(statements)).toBeLessThan(2_000)
  })

  it.each([
    ['in all', {}],
    ['of one day', oneDay],
    ['of the older half', older],
    ['of a rare status', rare],
  ])('%s and searched asks the trigram index, or stops when the page is full', async (_, query) => {
    for (const search of ['surname4242', 'nobody like that', 'e']) {
      const statements = await pages(list, { ...query, search, sort: 'name' })
      // What cannot be counted in time is counted among the first, half of them from that time.
      expect(mostLooked(statements)).toBeLessThanOrEqual(2 * scanWindow)
    }
  })
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const someDay = { from: daysAgo(100), to: daysAgo(99) }

describe('the trail', () => {
  it.each([
    ['whole', {}],
    ['of one thing', { object: 'file:12' }],
    ['of one person', { person: '12' }],
    ['of a search', { search: 'surname12' }],
    ['of a busy person', { actor: '1' }],
    ['of a busy person and a kind that is rare', { actor: '1', kind: 'email' }],
    ['of a kind that is rare and old', { kind: 'email' }],
    ['of a kind that there is none of', { kind: 'messages' }],
    ['of no one', { actor: 'none' }],
    ['of one day', someDay],
    ['of one day and a busy person', { ...someDay, actor: '1' }],
    ['of one day and a kind', { ...someDay, kind: 'documents' }],
    ['of the time before the first', { to: daysAgo(2_000) }],
  ] as const)('%s looks at a few pages of it', async (_what, query) => {
    const parsed = auditListQuery.parse(query)
    const statements = await explain(app, (dbs) => listTrail(dbs, parsed))
    expect(statements.length).toBeGreaterThan(0)
    for (const { nodes } of statements) expect(nodes).not.toContain('Seq Scan audit_events')
    // A total looks at more, to a limit.
    const listed = statements.filter(({ isCount }) => !isCount)
    const most = actionsOf().length * (parsed.limit + 1)
    for (const { looked } of listed) expect(looked).toBeLessThanOrEqual(Math.max(most, 3_000))
  })
})

async function look(run: (dbs: ListDatabases) => Promise<unknown>) {
  const statements = await explain(app, run)
  const nodes = statements.flatMap((statement) => statement.nodes).join()
  return { nodes, looked: mostLooked(statements) }
}

it.each([
  [
    overview.countWaiting,
    [
      'users_status_created',
      'messages_status_newest',
      'mails_status_newest',
      'email_changes_of_administrator',
      'reward_holds_open',
      'payout_runs_drafts',
      'files_quarantined',
      'users_unmatched',
      'matches_state_newest',
    ],
    exactTotalLimit + 1,
  ],
  [overview.findOldestPending, ['users_status_created'], 1],
  [overview.findMedian, ['decisions_about_people', 'users_decided'], medianOf.decisions],
  // 300 come in a day.
  [
    overview.countByDay,
    ['users_created', 'users_decided', 'decisions_about_people'],
    overviewDays * 301,
  ],
] as const)(
  'a part of the overview asks its indexes, and counts no further than a limit: %o',
  async (query, indexes, most) => {
    const { nodes, looked } = await look(({ db }) => query(db))
    expect(nodes).not.toContain('Seq Scan')
    for (const index of indexes) expect(nodes).toContain(index)
    expect(looked).toBeLessThanOrEqual(most)
  },
)

const page = Array.from({ length: 25 }, (_, index) => 25_000 + index)

it.each([
  ['one person', ({ db }: ListDatabases) => listDuplicates(db, 25_000), 200],
  ['a page of people', ({ db }: ListDatabases) => findOtherAccounts(db, page), 25 * 4],
])('who looks like %s is looked for by indexes', async (_who, run, most) => {
  const { nodes, looked } = await look(run)
  for (const index of [
    'users_phone_digits',
    'users_mailbox',
    'users_folded_name',
    'file_versions_sha256',
  ])
    expect(nodes).toContain(index)
  expect(looked).toBeLessThanOrEqual(most)
})
