import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { ledgerEntries, ledgerTransactions } from '../../db/schema/rewards'
import { owedUpTo } from './owed-up-to'

const app = await startSharedApp()

/** Amounts with when they were posted, and the month that they count for. */
type Posting = [cents: number, at: string, month: string]

async function owedFor(lastDay: string, postings: Posting[]): Promise<number> {
  const { id: payeeId } = await buildUser(app)
  for (const [cents, day, month] of postings) {
    await app.db.transaction(async (tx) => {
      const [posted] = await tx
        .insert(ledgerTransactions)
        .values({
          kind: 'adjustment',
          reason: 'x',
          byId: payeeId,
          payeeId,
          at: new Date(`${day}T17:00:00Z`),
          month: `${month}-01`,
        })
        .returning()
      const transactionId = posted?.id ?? 0
      await tx.insert(ledgerEntries).values([
        { transactionId, payeeId, account: 'rewards', cents },
        { transactionId, payeeId, account: 'payable', cents: -cents },
      ])
    })
  }
  const payee = { after: payeeId - 1, upTo: payeeId }
  const { rows } = await app.db.execute<{ cents: string }>(owedUpTo(sql`${lastDay}`, payee))
  return Number(rows[0]?.cents ?? 0)
}

const earned: Posting = [500, '2026-10-20', '2026-10']

it.each<{ what: string; lastDay: string; postings: Posting[]; owed: number }>([
  {
    what: 'a rejection that was undone takes nothing from the month',
    lastDay: '2026-10-31',
    postings: [earned, [-500, '2026-11-03', '2026-10'], [500, '2026-11-04', '2026-10']],
    owed: 500,
  },
  {
    what: 'one that stands takes from it, whatever was earned in the next month',
    lastDay: '2026-10-31',
    postings: [earned, [-500, '2026-11-03', '2026-10'], [500, '2026-11-04', '2026-11']],
    owed: 0,
  },
  {
    what: 'a reward that came and went after a week takes nothing from the week',
    lastDay: '2026-11-08',
    postings: [
      [300, '2026-11-04', '2026-11'],
      [500, '2026-11-12', '2026-11'],
      [-500, '2026-11-12', '2026-11'],
    ],
    owed: 300,
  },
  {
    what: 'what was posted after the end adds nothing',
    lastDay: '2026-10-31',
    postings: [earned, [700, '2026-11-04', '2026-10']],
    owed: 500,
  },
  {
    what: 'no more than is owed now',
    lastDay: '2026-10-31',
    postings: [earned, [-200, '2026-11-05', '2026-11']],
    owed: 300,
  },
])('owed for a time: $what', async ({ lastDay, postings, owed }) => {
  expect(await owedFor(lastDay, postings)).toBe(owed)
})
