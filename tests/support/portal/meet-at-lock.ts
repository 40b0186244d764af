import { expect } from 'vitest'
import type { TestApp } from './app'
import { eventually } from './eventually'

/** Locks a row until so many requests wait for it, so that they meet for sure; answers what they come to. */
export async function meetAtLock<Result>(
  app: TestApp,
  { statement, id, waiting = 2 }: { statement: string; id: number; waiting?: number },
  send: () => Promise<Result>,
): Promise<Result> {
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query(statement, [id])
  const answers = send()
  await seeWaiting(app, waiting)
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
