import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { logInAdmin } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { buildReferred } from '@tests/support/portal/referrals'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { ledgerEntries, ledgerTransactions } from '../../db/schema/rewards'
import { owedUpTo } from './queries'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const referrer = await buildUser(app)
const referred = await buildReferred(app, referrer)
await admin.patch(`/api/admin/users/${referred.id}/status`).send({ status: 'approved' }).expect(200)

const transaction = (values: string) =>
  `with posted as (
     insert into ledger_transactions (kind, payee_id, month, reason, by_id, referred_person_id, round, policy_id)
     values ${values} returning id)`
const adjustment = transaction("('adjustment', 7, '2026-10-01', 'Gift', 1, null, null, null)")
const sides = (...entries: string[]) =>
  `insert into ledger_entries (transaction_id, account, payee_id, cents)
   select id, account, payee_id, cents from posted, (values ${entries.join(', ')}) side(account, payee_id, cents)`

const unbalanced = [
  ['has one side', `${adjustment} ${sides("('payable', 7, -5)")}`],
  ['does not sum to 0', `${adjustment} ${sides("('rewards', 7, 5)", "('payable', 7, -4)")}`],
  ['has none', `${adjustment} select from posted`],
  [
    'gets a third side later',
    "insert into ledger_entries (transaction_id, account, payee_id, cents) select min(id), 'paid', 7, 1 from ledger_transactions",
  ],
] as const

describe('the database', () => {
  it.each(unbalanced)('refuses a transaction that %s', async (_name, statement) => {
    await expect(app.pool.query(statement)).rejects.toThrow('does not balance')
  })

  it('takes one that balances, over three sides as well', async () => {
    const entries = ["('rewards', 7, 5)", "('payable', 7, -3)", "('paying', 7, -2)"]
    const check = 'set constraints all immediate; rollback'
    await app.asOwner(`begin; ${adjustment} ${sides(...entries)}; ${check}`)
  })

  it.each([
    'update ledger_entries set cents = cents * 2',
    'delete from ledger_entries',
    'truncate ledger_entries',
    "update ledger_transactions set month = '2026-01-01'",
    'delete from ledger_transactions',
    'update reward_policies set flat_cents = 1',
    'delete from reward_policies',
  ])('refuses: %s', async (statement) => {
    await expect(app.pool.query(statement)).rejects.toThrow(/permission denied|append-only/)
    await expect(app.asOwner(statement)).rejects.toThrow('append-only')
  })

  it('refuses a second reward, and a second reversal, of the same round', async () => {
    const again = (kind: string) =>
      transaction(
        `('${kind}', ${referrer.id}, '2026-10-01', null, null, ${referred.referralId}, 1, 1)`,
      ) + sides("('rewards', 7, 5)", "('payable', 7, -5)")
    await expect(app.pool.query(again('reward'))).rejects.toThrow(
      'ledger_transactions_referral_once',
    )
    await admin.patch(`/api/admin/users/${referred.id}/status`).send({ status: 'pending' })
    await expect(app.pool.query(again('reversal'))).rejects.toThrow(
      'ledger_transactions_referral_once',
    )
    await admin.patch(`/api/admin/users/${referred.id}/status`).send({ status: 'approved' })
  })

  it.each([
    transaction("('adjustment', 7, '2026-10-01', null, 1, null, null, null)"),
    transaction("('adjustment', 7, '2026-10-01', 'Gift', null, null, null, null)"),
    transaction("('reward', 7, '2026-10-01', null, null, null, null, null)"),
    transaction("('payout', 7, '2026-10-01', null, null, null, null, null)"),
    transaction("('interest', 7, '2026-10-01', null, null, null, null, null)"),
  ])('refuses what has no reason, referral or payout, or is unheard of: %s', async (statement) => {
    const entries = sides("('rewards', 7, 5)", "('payable', 7, -5)")
    await expect(app.pool.query(`${statement} ${entries}`)).rejects.toThrow('check constraint')
  })
})

const verify = () => runCommand('ledger:verify', { env: settingsOf(app) })

describe('npm run portal -- ledger:verify', () => {
  it('says what there is, and that it is sound', async () => {
    const { exitCode, output } = await verify()
    expect(output).toMatch(
      /^3 transactions: earned \$500\.00, owed \$500\.00, on its way \$0\.00, paid \$0\.00\.\n/,
    )
    expect(output).toMatch(/\nTo compare: select .*;\nSound\.$/)
    expect(exitCode).toBe(0)
  })

  it('says what does not agree, in words', async () => {
    const other = await buildReferred(app, referrer, { status: 'approved' })
    await app.asOwner(`
      update users set status = 'pending' where id = ${referred.id};
      insert into payout_runs (period, first_day, last_day, state, approved_at)
        values ('2026-01', '2026-01-01', '2026-01-31', 'approved', now());
      insert into payouts (run_id, payee_id, cents, state) values (1, ${referrer.id}, 500, 'paid');
      alter table ledger_entries disable trigger user;
      alter table ledger_transactions disable trigger user;
      update ledger_entries set cents = cents - 1 where account = 'rewards' and transaction_id = 1;
      insert into ledger_transactions (kind, payee_id, month, referred_person_id, round, policy_id)
        values ('reward', ${referrer.id}, '2026-01-01', ${referred.referralId}, 9, 1)`)
    const { exitCode, output } = await verify()
    for (const problem of [
      '- transaction 1 does not balance: its sides sum to -1 cents',
      'does not balance: its sides sum to 0 cents',
      `- referral ${referred.referralId} is rewarded 2 times at once`,
      `- referral ${referred.referralId}: a reward stands that is not due`,
      `- referral ${other.referralId}: a reward is due and not there`,
      "- payout 1 is 'paid', but the ledger says otherwise",
      "- payout run 1 is 'approved', but its payouts say otherwise",
      `- 2026-01 of ${referrer.id} sums to`,
      'reverses no reward, or not exactly',
    ])
      expect(output).toContain(problem)
    expect(output).toMatch(/Not sound: \d+ problems\.$/)
    expect(exitCode).toBe(1)
  })
})

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
