import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import type { Queryable } from './client'
import { keepStatement } from './kept-statement'
import { rejectionReasons } from './schema/decisions'

const app = await startSharedApp()

/** Answers its value from the connection that it runs on, and counts how often it was built. */
function keepEcho() {
  let built = 0
  const run = keepStatement((db) => {
    built += 1
    return db
      .select({
        echo: sql<string>`${sql.placeholder('value')}::text`,
        connection: sql<number>`pg_backend_pid()`,
      })
      .from(sql`(select) as one`)
  })
  return { run, built: () => built }
}

const connectionOf = async (db: Queryable) => {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  return rows[0]?.pid
}

it('is built once, and gives each caller the answer to their own value', async () => {
  const { run, built } = keepEcho()
  const values = Array.from({ length: 20 }, (_, index) => `value ${index}`)
  const answers = await Promise.all(values.map((value) => run(app.db, { value })))
  expect(answers.map(([row]) => row?.echo)).toEqual(values)
  expect(built()).toBe(1)
})

it('runs on the connection of the transaction that it is part of, and of no other', async () => {
  const { run } = keepEcho()
  await app.db.transaction(async (one) => {
    await app.db.transaction(async (other) => {
      const inner = await run(other, { value: 'inner' })
      const outer = await run(one, { value: 'outer' })
      expect(inner).toEqual([{ echo: 'inner', connection: await connectionOf(other) }])
      expect(outer).toEqual([{ echo: 'outer', connection: await connectionOf(one) }])
      expect(inner[0]?.connection).not.toBe(outer[0]?.connection)
    })
  })
})

it('is undone with its transaction', async () => {
  const add = keepStatement((db) =>
    db
      .insert(rejectionReasons)
      .values({ kind: 'user', reasons: sql`${sql.placeholder('reasons')}` })
      .returning(),
  )
  await expect(
    app.db.transaction(async (tx) => {
      expect(await add(tx, { reasons: '{"The report is too old."}' })).toHaveLength(1)
      throw new Error('Taken back')
    }),
  ).rejects.toThrow(/^Taken back$/)
  expect(await app.db.select().from(rejectionReasons)).toEqual([])
})
