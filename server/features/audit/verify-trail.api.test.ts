import { EventEmitter, once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '@tests/support/portal/database'
import { emptyDatabase } from '@tests/support/portal/empty-app'
import { eventually } from '@tests/support/portal/eventually'
import { makeMemoryFolder } from '@tests/support/portal/memory-folder'
import { runAs } from '@tests/support/portal/postgres'
import { connectDatabase } from '../../db/client'
import { portalItself, recordEvent } from './record-event'
import {
  chainTrail,
  sealHead,
  listKeptSeals,
  readKeptSeal,
  chainEvents,
  beginning,
} from './seal-chain'
import { verifyTrail } from './verify-trail'

const database = await createTestDatabase()
const client = connectDatabase(database.portalUrl ?? database.url, pino({ level: 'silent' }))
afterAll(async () => {
  await client.pool.end()
  await database.drop()
})
let lines: string[]
const uploadsDir = await makeMemoryFolder('portal-test-seals-')
afterAll(() => rm(uploadsDir, { recursive: true }))

const dataKey = Buffer.alloc(32, 'a key of thirty-two bytes')
const dataKeys = [dataKey]
const logger = pino({}, { write: (line) => void lines.push(line) })

beforeEach(async () => {
  lines = []
  await emptyDatabase(database.url)
  await rm(join(uploadsDir, '.audit-seals'), { force: true })
})

const record = (count = 1) =>
  client.db.transaction(async (tx) => {
    for (let nth = 0; nth < count; nth += 1) {
      await recordEvent({ db: tx, by: portalItself }, 'user.deleted', 'user:1', { nth })
    }
  })

const recordMany = (count: number) =>
  client.pool.query(
    `insert into audit_events (action, object, details)
     select 'user.deleted', 'user:1', jsonb_build_object('nth', n) from generate_series(1, $1::int) n`,
    [count],
  )

const chain = () => chainTrail({ db: client.db, dataKeys, uploadsDir, logger })

/** As the owner of the tables can do it, past every trigger. */
const forge = (table: string, statement: string) =>
  runAs(
    database.url,
    `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`,
  )

/** As if the only one had been made a day ago. */
async function makeSealOlder(): Promise<void> {
  const [link] = await listKeptSeals(uploadsDir)
  if (!link) throw new Error('There is no seal.')
  const at = new Date(Date.now() - 25 * 3_600_000)
  const seal = sealHead(dataKey, { ...link, at, previous: beginning }).toString('hex')
  const change = `at = '${at.toISOString()}', seal = '\\x${seal}'`
  await forge('audit_seals', `update audit_seals set ${change}`)
}

async function verify(options: Partial<Parameters<typeof verifyTrail>[0]> = {}) {
  const problems: string[] = []
  const report = (problem: string) => void problems.push(problem)
  const counts = await verifyTrail({ db: client.db, dataKeys, report, ...options })
  expect(counts.problems).toBe(problems.length)
  return { ...counts, problems }
}

const positions = async () => (await listKeptSeals(uploadsDir)).map(({ position }) => position)

describe('a trail that no one bent', () => {
  it('is sound, however it came to be', async () => {
    expect(await verify()).toMatchObject({ chained: 0, waiting: 0, sealed: 0, problems: [] })
    await record(3)
    expect(await verify()).toMatchObject({ chained: 0, waiting: 3, problems: [] })
    await chain()
    const undone = client.db.transaction(async (tx) => {
      await recordEvent({ db: tx, by: portalItself }, 'user.deleted')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await recordMany(1_200)
    await chain()
    expect(await verify()).toMatchObject({ chained: 1_203, waiting: 0, sealed: 3, problems: [] })
  })

  it('is chained in the order in which its transactions end, and no one waits for them', async () => {
    const steps = new EventEmitter()
    let hasBegun = false
    const slow = client.db.transaction(async (tx) => {
      await recordEvent({ db: tx, by: portalItself }, 'user.deleted', 'user:1')
      hasBegun = true
      await once(steps, 'end')
    })
    await eventually(async () => expect(hasBegun).toBe(true))
    await record()
    await chain()
    expect(await verify()).toMatchObject({ chained: 1, waiting: 0, problems: [] })
    steps.emit('end')
    await slow
    await chain()
    const { rows } = await client.pool.query('select event_id from audit_chain order by position')
    expect(rows).toEqual([{ event_id: '2' }, { event_id: '1' }])
    expect(await verify()).toMatchObject({ chained: 2, problems: [] })
  })

  it('is not held up by what was put in line twice', async () => {
    await record(2)
    await chain()
    await client.pool.query('insert into audit_pending values (1)')
    await record()
    await chain()
    expect(await verify()).toMatchObject({ chained: 3, waiting: 0, problems: [] })
  })

  it('is chained once by several processes at the same time', async () => {
    await record(50)
    await Promise.all([1, 2, 3].map(() => chainEvents(client.db)))
    await chain()
    expect(await verify()).toMatchObject({ chained: 50, problems: [] })
  })

  it('is sealed once a day, and the log is told what', async () => {
    await record(2)
    await chain()
    await record()
    await chain()
    expect(await positions()).toEqual([2])
    await makeSealOlder()
    await chain()
    await chain()
    expect(await positions()).toEqual([2, 3])
    const kept = await listKeptSeals(uploadsDir)
    const told = lines.filter((line) => line.includes('audit trail sealed')).map(readKeptSeal)
    expect(told).toEqual(kept)
    expect((await verify({ kept })).problems).toEqual([])
  })
})

describe('a trail that was bent', () => {
  beforeEach(async () => {
    await record(5)
    await chain()
  })

  it.each([
    ['changed', "update audit_events set object = 'user:2' where id = 3", 'event 3 was changed'],
    ['changed in detail', `update audit_events set details = '{"nth": 7}' where id = 2`, 'event 2'],
    ['moved in time', "update audit_events set at = at + interval '1 ms' where id = 5", 'event 5'],
    ['missing', 'delete from audit_events where id = 3', 'event 3 is missing'],
    ['inserted', "insert into audit_events (action) values ('forged')", 'event 6 was added past'],
  ])('names the line that was %s', async (_what, statement, problem) => {
    await forge('audit_events', statement)
    expect((await verify()).problems).toEqual([expect.stringContaining(problem)])
  })

  it('names a line that claims to be older than it is', async () => {
    const old = "insert into audit_events (at, action) values (now() - interval '1 day', 'forged')"
    await client.pool.query(old)
    await chain()
    expect((await verify()).problems).toEqual([expect.stringMatching(/^event 6 was added later/)])
  })

  it('names a line that was removed, or kept back, before it was chained', async () => {
    await record(2)
    await forge('audit_events', 'delete from audit_events where id = 6')
    await chain()
    expect((await verify()).problems).toEqual(['event 6 is missing'])
    await record()
    await client.pool.query('delete from audit_pending')
    await chain()
    expect((await verify()).problems).toEqual(['event 8 was added past the chain'])
  })

  it('shows by its seal that the whole chain was rebuilt', async () => {
    await forge('audit_events', "update audit_events set object = 'user:2' where id = 3")
    await forge('audit_chain', 'delete from audit_chain')
    await runAs(database.url, 'insert into audit_pending select id from audit_events')
    await chain()
    expect((await verify()).problems).toEqual([expect.stringContaining('does not fit link 5')])
  })

  it('shows by what was kept outside that its end was cut off with chain and seal', async () => {
    const kept = await listKeptSeals(uploadsDir)
    await forge('audit_seals', 'delete from audit_seals')
    await forge('audit_chain', 'delete from audit_chain where position > 3')
    await forge('audit_events', 'delete from audit_events where id > 3')
    await chain()
    expect((await verify()).problems).toEqual([])
    expect((await verify({ kept })).problems).toEqual([
      'link 5 is not what was kept outside the database: it is nothing',
    ])
  })

  it('shows by what was kept outside that its only seal was rebuilt', async () => {
    const kept = await listKeptSeals(uploadsDir)
    await forge('audit_seals', 'delete from audit_seals')
    await record()
    await chain()
    expect((await verify({ kept })).problems).toEqual([
      'the seal of link 5, which was kept outside the database, is missing',
    ])
  })

  it('shows by the seal after it that a seal is gone', async () => {
    await makeSealOlder()
    await record()
    await chain()
    expect((await verify()).problems).toEqual([])
    await forge('audit_seals', 'delete from audit_seals where position = 5')
    expect((await verify()).problems).toEqual([
      expect.stringContaining('the seal before is missing'),
    ])
  })

  it('names links that are gone, seals of other keys, and seals that are due', async () => {
    await forge('audit_chain', 'delete from audit_chain where position = 2')
    expect((await verify()).problems).toEqual([
      'the links after 1 and before 3 are missing',
      'event 2 was added past the chain',
    ])
    const [problem] = (await verify({ dataKeys: [Buffer.alloc(32, 'another')] })).problems
    expect(problem).toContain('DATA_KEY lacks the key of that day')
    await forge('audit_seals', 'delete from audit_seals')
    expect((await verify()).problems).toContain('the chain has no seal')
  })
})
