import { expect } from 'vitest'
import type { Transaction } from '@server/db/client'
import type { TestApp } from './app'
import { eventually } from './eventually'

/**
 * Sends while a transaction has changed something and is not committed. That one commits once it is waited
 * for, or the answer is there without having waited.
 */
export async function sendBeside<Result>(
  app: TestApp,
  change: (tx: Transaction) => Promise<unknown>,
  send: () => PromiseLike<Result>,
): Promise<Result> {
  const { answer } = await app.db.transaction(async (tx) => {
    await change(tx)
    let isThere = false
    const sent = Promise.resolve(send())
    const noteAnswer = () => {
      isThere = true
    }
    sent.then(noteAnswer, noteAnswer)
    await eventually(async () => {
      const { rows } = await app.pool.query(
        `select 1 from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(isThere || rows.length > 0).toBe(true)
    })
    return { answer: sent }
  })
  return answer
}
