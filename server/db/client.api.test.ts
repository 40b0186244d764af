import { EventEmitter, once } from 'node:events'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase } from '@tests/support/portal/database'
import { linkDatabase, type DatabaseLink } from '@tests/support/portal/database-link'
import { connectDatabase, isUndone, type DatabaseClient, type Transaction } from './client'

const database = await createTestDatabase()
afterAll(() => database.drop())
let link: DatabaseLink
let client: DatabaseClient

beforeEach(async () => {
  link = await linkDatabase(database.url)
  client = connectDatabase(link.url, pino({ level: 'silent' }), { statementTimeoutMs: 1_000 })
})
afterEach(async () => {
  await client.pool.end()
  await link.close()
})

const selectOne = () => client.db.transaction((tx) => tx.execute(sql`select 1 as one`))

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)

/** As many connections as the pool has, open and idle. */
async function fillPool(): Promise<number> {
  const { max } = client.pool.options
  const held = await Promise.all(Array.from({ length: max }, () => client.pool.connect()))
  for (const connection of held) connection.release()
  return max
}

/** So many transactions that wait, each with a statement behind it, to send another one. */
async function beginTransactions(count: number) {
  const steps = new EventEmitter().setMaxListeners(count)
  let begun = 0
  const ended = Array.from({ length: count }, () =>
    client.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      begun += 1
      await once(steps, 'go on')
      await tx.execute(sql`select 1`)
    }),
  )
  await vi.waitUntil(() => begun === count, 10_000)
  return {
    goOn() {
      steps.emit('go on')
      return ended
    },
  }
}

describe('the pool', () => {
  it('is whole again after a database that did not answer, at whatever point', async () => {
    const size = await fillPool()
    const inTransaction = await beginTransactions(size / 2)
    link.freeze()
    // Else those that find no connection wait for one of the frozen database as long as in production.
    const { connectionTimeoutMillis } = client.pool.options
    client.pool.options.connectionTimeoutMillis = 500
    const atBegin = Array.from({ length: size }, selectOne)
    for (const { status } of await Promise.allSettled([...inTransaction.goOn(), ...atBegin]))
      expect(status).toBe('rejected')
    client.pool.options.connectionTimeoutMillis = connectionTimeoutMillis
    link.thaw()
    await Promise.all(Array.from({ length: size }, selectOne))
    // No one holds a connection when nothing is under way.
    await vi.waitUntil(() => client.pool.idleCount === client.pool.totalCount, 10_000)
  })

  it('is whole again after its connections broke', async () => {
    const broken = await beginTransactions(await fillPool())
    link.cut()
    for (const { status } of await Promise.allSettled(broken.goOn()))
      expect(status).toBe('rejected')
    expect(client.pool.totalCount).toBe(0)
    await expect(selectOne()).resolves.toMatchObject({ rows: [{ one: 1 }] })
  })
})

describe('a database that cannot be reached', () => {
  it('is logged with the reason, once, and once when it is back', async () => {
    const lines: string[] = []
    const logger = pino({}, { write: (line: string) => void lines.push(line) })
    const logged = () =>
      lines.map((line) => JSON.parse(line)).map(({ msg, reason }) => [msg, reason])
    const server = new URL(database.url)
    server.searchParams.set('sslmode', 'verify-full')
    const withTls = connectDatabase(server.href, logger)
    for (let count = 0; count < 3; count += 1) {
      await expect(withTls.db.execute(sql`select 1`)).rejects.toThrow()
      await expect(withTls.pool.connect()).rejects.toThrow()
    }
    expect(logged()).toEqual([['the database cannot be reached', expect.stringContaining('SSL')]])
    await withTls.pool.end()

    lines.length = 0
    const away = connectDatabase(link.url, logger)
    link.refuse()
    await expect(away.db.execute(sql`select 1`)).rejects.toThrow()
    await expect(away.db.execute(sql`select 1`)).rejects.toThrow()
    link.accept()
    await away.db.execute(sql`select 1`)
    await away.db.execute(sql`select 1`)
    expect(logged()).toEqual([
      ['the database cannot be reached', expect.any(String)],
      ['the database is reached again', undefined],
    ])
    expect(lines.join()).not.toContain(new URL(database.url).password || 'no password')
    await away.pool.end()
  })
})

describe('a transaction', () => {
  it('that is refused is rolled back, and its connection used again', async () => {
    const size = await fillPool()
    const refusal = new Error('refused')
    const work = client.db.transaction(async (tx) => {
      await tx.execute(sql`create table refused (id int)`)
      throw refusal
    })
    await expect(work).rejects.toBe(refusal)
    expect(client.pool.totalCount).toBe(size)
    const found = await client.db.execute(sql`select to_regclass('refused') as name`)
    expect(found.rows).toEqual([{ name: null }])
  })

  it.each([
    ['read write', 5],
    ['read only', 1],
  ] as const)('%s, ended in favor of another, is tried %i times', async (accessMode, times) => {
    let tries = 0
    const overtaken = sql`do $$ begin raise exception 'overtaken' using errcode = '40001'; end $$`
    const work = async (tx: Transaction) => {
      tries += 1
      await tx.execute(overtaken)
    }
    await expect(client.db.transaction(work, { accessMode })).rejects.toThrow()
    expect(tries).toBe(times)
  })

  it('tells whether anything of it may be committed', async () => {
    const { db } = client
    const inWork = failureOf(db.transaction((tx) => tx.execute(sql`select 1 / 0`)))
    expect(isUndone(await inWork)).toBe(true)
    const atCommit = db.transaction(async (tx) => {
      await tx.execute(sql`create temp table late (id int unique deferrable initially deferred)`)
      await tx.execute(sql`insert into late values (1), (1)`)
    })
    expect(isUndone(await failureOf(atCommit))).toBe(false)
    link.refuse()
    link.cut()
    await vi.waitUntil(() => client.pool.totalCount === 0, 10_000)
    expect(isUndone(await failureOf(selectOne()))).toBe(true)
    link.accept()
  })

  it('begins anew when Postgres ends it because of another', async () => {
    // Postgres looks for deadlocks after a second.
    const patient = connectDatabase(link.url, pino({ level: 'silent' }))
    onTestFinished(() => patient.pool.end())
    await client.db.execute(sql`create table taken (id int primary key, times int not null)`)
    await client.db.execute(sql`insert into taken values (1, 0), (2, 0)`)
    let arrived = 0
    const [bothHold, hold] = [new EventEmitter(), () => (arrived += 1)]
    const count = (...[first, second]: [number, number]) =>
      patient.db.transaction(async (tx) => {
        await tx.execute(sql`update taken set times = times + 1 where id = ${first}`)
        if (hold() < 2) await once(bothHold, 'now')
        else bothHold.emit('now')
        await tx.execute(sql`update taken set times = times + 1 where id = ${second}`)
      })
    await Promise.all([count(1, 2), count(2, 1)])
    const { rows } = await client.db.execute(sql`select times from taken`)
    expect(rows).toEqual([{ times: 2 }, { times: 2 }])
  })

  it('says what broke it, not that it could not be rolled back', async () => {
    const work = client.db.transaction((tx) =>
      tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`),
    )
    await expect(work).rejects.toMatchObject({ cause: { code: '57P01' } })
  })
})

describe('a statement', () => {
  it('that takes too long is ended by the server', async () => {
    await expect(client.db.execute(sql`select pg_sleep(30)`)).rejects.toMatchObject({
      cause: { code: '57014' },
    })
  })

  it('that selects, or has values, is planned once for each connection', async () => {
    // So many statements have names in a process, and the files that share this one's have many.
    vi.resetModules()
    const { connectDatabase: connectAlone } = await import('./client')
    const alone = connectAlone(link.url, pino({ level: 'silent' }))
    const names = await alone.db.transaction(async (tx) => {
      for (const value of ['one', 'two']) await tx.execute(sql`select ${value}::text as value`)
      await tx.execute(sql`select 'without values'`)
      await tx.execute(sql`notify nobody`)
      return tx.execute<{ statement: string }>(sql`select statement from pg_prepared_statements
        where statement not like '%pg_prepared_statements%' order by statement`)
    })
    expect(names.rows.map(({ statement }) => statement)).toEqual([
      'select $1::text as value',
      "select 'without values'",
    ])
    await alone.pool.end()
  })
})
