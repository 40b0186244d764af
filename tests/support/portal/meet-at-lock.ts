import { expect } from 'vitest'
import type { TestApp } from './app'
import { eventually } from './eventually'

/** A statement that locks a row, and the row's id. */
interface Lock {
  statement: string
  id: number
}

/** Locks a row until so many requests wait for it, so that they meet for sure; returns what they come to. */
export async function meetAtLock<Result>(
  app: TestApp,
  { waiting = 2, ...lock }: Lock & { waiting?: number },
  send: () => Promise<Result>,
): Promise<Result> {
  return holdLock(app, lock, async () => {
    const answers = send()
    await seeWaiting(app, waiting)
    return { answers }
  })
}

/** The same with requests or jobs that come to the row one after the other, so that the first of them has it first. */
export async function meetInOrder<Result>(
  app: TestApp,
  lock: Lock,
  sends: readonly (() => PromiseLike<Result>)[],
): Promise<Result[]> {
  return holdLock(app, lock, async () => {
    const sent: Promise<Result>[] = []
    for (const send of sends) {
      sent.push(Promise.resolve(send()))
      await seeWaiting(app, sent.length)
    }
    return { answers: Promise.all(sent) }
  })
}

async function holdLock<Result>(
  app: TestApp,
  { statement, id }: Lock,
  work: () => Promise<{ answers: Promise<Result> }>,
): Promise<Result> {
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query(statement, [id])
  const { answers } = await work()
  await holder.query('commit')
  holder.release()
  return answers
}

/** Waits until so many requests or jobs wait for a lock. */
export const seeWaiting = (app: TestApp, count: number): Promise<void> =>
  eventually(async () => {
    const { rows } = await app.pool.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(count)
  })

/** How many deadlocks Postgres has found in the database: each is tried again, after the second that it lasts. */
export async function countDeadlocks({ pool }: TestApp): Promise<number> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of clients) {
    await client.query('select pg_stat_force_next_flush()')
    client.release()
  }
  const { rows } = await pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0].deadlocks
}
