import { expect, it } from 'vitest'
import { createCtx } from '../../ctx'
import { buildAdmin } from '@tests/support/portal/factories'
import { buildWorld, perform, type Act } from '@tests/support/portal/payout-histories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { findTampered } from '@tests/support/portal/tamper'
import { expectRefused, verdictOf } from '@tests/support/portal/verdict'
import { chainTrail } from '../audit/seal-chain'

const app = await startSharedApp()
const world = await buildWorld(app, await buildAdmin(app))
const chain = () => chainTrail({ ...app.env, db: app.db, logger: app.logger })

const approve = (who: number): Act => ({ name: 'decide', who, status: 'approved' })
const pay: Act[] = [{ name: 'prepare' }, { name: 'approve' }, { name: 'make-file' }]
const adjust = (who: number): Act => ({ name: 'adjust', who, cents: 2_500 })
const settle = (isPaid: boolean): Act => ({ name: 'settle', isPaid })
const earlier: Act[] = [
  { name: 'policy', policy: { kind: 'tiers', tierRule: 'highest' } },
  ...[0, 1, 2, 3, 4, 5, 6, 7].map(approve),
  { name: 'move', who: 7 },
  { name: 'decide', who: 2, status: 'pending' },
  adjust(0),
  { name: 'adjust', who: 1, cents: 3_000_000_000 },
  ...pay,
  settle(true),
  settle(false),
  { name: 'correct', which: 0 },
  ...pay,
  { name: 'pay-file' },
  { name: 'erase', who: 0 },
]
const lately: Act[] = [adjust(0), adjust(1), ...pay, adjust(1)]

const ctx = createCtx(app, world.by)
for (const act of earlier) await perform(ctx, world, act)
await chain()
await app.pool.query('delete from payment_settings where user_id = $1', [world.referrers[1]])
for (const act of lately) await perform(ctx, world, act)
await chain()
await perform(ctx, world, adjust(0))

it('a history with files, corrections, moves and an erased account is sound', async () => {
  const sound = { problems: [], verdict: verdictOf([]) }
  expect(await findTampered(app, 'null')).toEqual({ ledger: sound, trail: sound })
  const { rows } = await app.pool.query<{ one: string }>(
    'select state as one from payouts union select kind from ledger_transactions order by one',
  )
  expect(rows.map(({ one }) => one)).toEqual([
    'adjustment',
    'failed',
    'missing-settings',
    'paid',
    'paying',
    'payout',
    'payout-failed',
    'reversal',
    'reward',
    'tier',
  ])
})

const first = (kind: string) => `(select min(id) from ledger_transactions where kind = '${kind}')`
const change = (what: string, kind = 'adjustment') =>
  `update ledger_transactions set ${what} where id = ${first(kind)}`
const remove = (which: string) =>
  `delete from ledger_entries where transaction_id in (select id from ledger_transactions where ${which});
   delete from ledger_transactions where ${which}`
const post = (row: string, cents: string) =>
  `with posted as (
     insert into ledger_transactions (at, kind, payee_id, month, reason, by_id) ${row} returning id, payee_id)
   insert into ledger_entries (transaction_id, account, payee_id, cents)
   select id, account, payee_id, sign * ${cents} from posted, (values ('rewards', 1), ('payable', -1)) s(account, sign)`
const forged = post(
  `select now(), 'adjustment', payee_id, month, 'Agreed', by_id from ledger_transactions where id = ${first('adjustment')}`,
  '900000',
)
const tell = (columns: string) =>
  `insert into audit_events (at, actor_id, action, object, details) overriding system value
   select ${columns} from audit_events where details ->> 'transaction' = ${first('adjustment')}::text`
const payout = (state: string) => `(select max(id) from payouts where state = '${state}')`
const line = (what: string, state = 'paid') =>
  `update payouts set ${what} where id = ${payout(state)}`
const moveSides = (of: string, from: string, to: string, now: string) =>
  `update ledger_entries set account = '${now}' where account = '${from}' and transaction_id in
     (select id from ledger_transactions where payout_id = ${of} and kind = '${to}')`
const run = "(select min(id) from payout_runs where state <> 'draft')"

it.each(
  Object.entries({
    'an adjustment forged': forged,
    'an adjustment forged, with an event past the chain': `${forged};
      ${tell("now(), actor_id, action, object, details || jsonb_build_object('cents', 900000, 'sides', 'rewards 900000, payable -900000', 'transaction', (select max(id) from ledger_transactions))")}`,
    'an adjustment deleted': remove(`id = ${first('adjustment')}`),
    'all adjustments deleted': remove("kind = 'adjustment'"),
    'an adjustment doubled': post(
      `select at, kind, payee_id, month, reason, by_id from ledger_transactions where id = ${first('adjustment')}`,
      '2500',
    ),
    'an adjustment of another amount': `update ledger_entries set cents = cents * 4 where transaction_id = ${first('adjustment')}`,
    'an adjustment turned around': `update ledger_entries set cents = -cents where transaction_id = ${first('adjustment')}`,
    'an adjustment with two more sides': `insert into ledger_entries (transaction_id, account, payee_id, cents)
      select transaction_id, account, payee_id, cents from ledger_entries where transaction_id = ${first('adjustment')}`,
    'an adjustment for someone else': `${change('payee_id = payee_id + 1')};
      update ledger_entries set payee_id = payee_id + 1 where transaction_id = ${first('adjustment')}`,
    'an adjustment for another reason': change("reason = 'y'"),
    'an adjustment by someone else': change('by_id = by_id + 1'),
    'an adjustment moved before the end of a month': change("at = at - interval '40 days'"),
    'an adjustment moved by a moment': change("at = at + interval '1 microsecond'"),
    'an adjustment for another month': change("month = month - interval '1 month'"),
    'a reward moved to another month, with all of its month': `update ledger_transactions
      set month = month - interval '1 month' where kind in ('reward', 'reversal', 'tier')`,
    'a reward and its reversal deleted': remove(
      "referred_person_id in (select referred_person_id from ledger_transactions where kind = 'reversal')",
    ),
    'a reward moved to another referrer': `${change('payee_id = payee_id + 1', 'reward')};
      update ledger_entries set payee_id = payee_id + 1 where transaction_id = ${first('reward')}`,
    'a reward by another policy': change('policy_id = 1 + policy_id % 2', 'reward'),
    'a tier deleted': remove(`id = ${first('tier')}`),
    'a paid payout deleted, with its transactions': `${remove(`payout_id = ${payout('paid')}`)};
      delete from payouts where id = ${payout('paid')}`,
    'a payout on its way deleted, with its transactions': `${remove(`payout_id = ${payout('paying')}`)};
      delete from payouts where id = ${payout('paying')}`,
    'a paid payout turned into failed, in both places': `
      ${moveSides(payout('paid'), 'paid', 'paid', 'payable')};
      update ledger_transactions set kind = 'payout-failed' where kind = 'paid' and payout_id = ${payout('paid')};
      ${line("state = 'failed'")}`,
    'a failed payout turned into paid, in both places': `
      ${moveSides(payout('failed'), 'payable', 'payout-failed', 'paid')};
      update ledger_transactions set kind = 'paid' where kind = 'payout-failed' and payout_id = ${payout('failed')};
      ${line("state = 'paid'", 'failed')}`,
    'a payout of another amount, in both places': `${line('cents = cents + 1')};
      update ledger_entries set cents = cents + sign(cents) where transaction_id in
        (select id from ledger_transactions where payout_id = ${payout('paid')})`,
    'the approval of a payout moved in time': change("at = at - interval '40 days'", 'payout'),
    'a payment moved in time, in both places': `update ledger_transactions set at = at - interval '1 year'
      where kind = 'paid' and payout_id = ${payout('paid')}; ${line("settled_at = settled_at - interval '1 year'")}`,
    'a payment moved to another year': line("settled_at = settled_at - interval '1 year'"),
    'a payout of another method': line("method = 'zelle'"),
    'a payout to other last four': line("last_four = '9999'", 'paying'),
    'a payout by another reference': line("reference = 'y'"),
    'a payout that failed for another reason': line("reason = 'y'", 'failed'),
    'a payout taken out of its file': line('file_id = null'),
    'an unpaid line of an approved run deleted':
      "delete from payouts where state = 'missing-settings'",
    'an unpaid line of an approved run changed': line('cents = cents + 1', 'missing-settings'),
    'the approval of a run moved in time': `update payout_runs set approved_at = approved_at - interval '1 day' where id = ${run}`,
    'the end of a run moved': `update payout_runs set last_day = last_day + 31 where id = ${run}`,
    'a run deleted, with all that is in it': `${remove(`payout_id in (select id from payouts where run_id = ${run})`)};
      delete from payouts where run_id = ${run}; delete from payout_files where run_id = ${run};
      delete from payout_runs where id = ${run}`,
    'a payment file of another day':
      "update payout_files set made_at = made_at - interval '1 day' where id = 1",
    'an event of the ledger deleted': `delete from audit_events where details ->> 'transaction' = ${first('adjustment')}::text`,
    'an event of the ledger doubled': tell('at, actor_id, action, object, details'),
    'an event of the ledger that is about no number': tell(
      'at, actor_id, action, object, \'{"transaction": "x"}\'',
    ),
    'a change of today, with its events removed before they were chained': `
      delete from audit_events where id in (select event_id from audit_pending); delete from audit_pending`,
    'the trail cut behind its newest seal, with chain and events': `
      delete from audit_events where id in (select event_id from audit_chain
        where position > (select max(position) from audit_seals)) or id in (select event_id from audit_pending);
      delete from audit_chain where position > (select max(position) from audit_seals); delete from audit_pending`,
  }),
)('ledger:verify finds %s', async (_what, statement) => {
  expectRefused((await findTampered(app, statement)).ledger)
})

it('ledger:verify counts more problems of a kind than it prints', async () => {
  const { ledger } = await findTampered(app, `for nth in 1..120 loop ${forged}; end loop`)
  expect(ledger.problems).toHaveLength(100)
  expect(ledger.verdict).toEqual({ exitCode: 1, lastLine: 'Not sound: 120 problems.' })
})

// The audit trail gives each of these away too. The ledger must do so by itself.
it.each([
  [/^payout \d+ is 'paying', but/, moveSides(payout('paying'), 'paying', 'payout', 'paid')],
  [/^payout \d+ is 'paid', but/, moveSides(payout('paid'), 'paid', 'paid', 'payable')],
  [/^payout \d+ is 'failed', but/, moveSides(payout('failed'), 'payable', 'payout-failed', 'paid')],
  [/^transaction \d+ reverses no/, change("month = month - interval '1 month'", 'reversal')],
])('ledger:verify says %s', async (problem, statement) => {
  const { ledger } = await findTampered(app, statement)
  expect(ledger.problems).toContainEqual(expect.stringMatching(problem))
})

const cut = (positions: string) =>
  `delete from audit_events where id in (select event_id from audit_chain where ${positions});
   delete from audit_chain where ${positions}`
const swap = (column: string) =>
  `update audit_chain link set ${column} = -other.${column} from audit_chain other
     where link.position in (3, 4) and other.position = 7 - link.position;
   update audit_chain set ${column} = -${column} where ${column} < 0`
/** Recomputes every hash, as the portal does, by someone who has no key. */
const rebuild = `declare
    hash_before bytea := decode(repeat('00', 32), 'hex');
    told record;
  begin
    for told in select link.position, jsonb_build_array(
        e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor_id, e.action,
        e.object, e.ip, e.request_id, e.details)::text as line
      from audit_chain link join audit_events e on e.id = link.event_id order by link.position
    loop
      hash_before := sha256(hash_before || convert_to(told.line, 'UTF8'));
      update audit_chain set hash = hash_before where position = told.position;
    end loop;
  end`
const closeGap = 'update audit_chain set position = position - 2 where position > 4'
const empty = 'delete from audit_events; delete from audit_chain; delete from audit_pending'
const lie =
  "update audit_events set details = '{}' where id = (select event_id from audit_chain where position = 2)"

it.each(
  Object.entries({
    'an event changed': lie,
    'an event changed, and all hashes made anew': `${lie}; ${rebuild}`,
    'all hashes made anew without seals': `${lie}; ${rebuild}; delete from audit_seals`,
    'an event moved in time': "update audit_events set at = at - interval '1 day' where id = 3",
    'an event deleted': 'delete from audit_events where id = 3',
    'an event deleted with its link': cut('position = 3'),
    'an event inserted past the chain':
      "insert into audit_events (action) values ('ledger.adjusted')",
    'the trail emptied': `${empty}; delete from audit_seals`,
    'the trail emptied but for its seals': empty,
    'the trail emptied, and begun anew': `${empty}; delete from audit_seals;
      insert into audit_events (action) values ('account.logged-in');
      insert into audit_pending select id from audit_events`,
    'the beginning cut off': cut('position < 3'),
    'the beginning cut off, and all made anew': `${cut('position < 3')}; delete from audit_seals;
      update audit_chain set position = position - 2; ${rebuild}`,
    'the middle cut out': cut('position in (3, 4)'),
    'the middle cut out, and closed up': `${cut('position in (3, 4)')}; ${closeGap}`,
    'the middle cut out, and all made anew': `${cut('position in (3, 4)')}; ${closeGap}; ${rebuild}`,
    'the end cut off with its seal': `${cut('position >= (select max(position) from audit_seals)')};
      delete from audit_seals`,
    'two links swapped': swap('position'),
    'two events swapped': swap('event_id'),
    'two events swapped, and all made anew': `${swap('event_id')}; ${rebuild}`,
    'a link removed': 'delete from audit_chain where position = 3',
    'all links removed': 'delete from audit_chain',
    'all links removed, to be chained anew': `delete from audit_chain;
      insert into audit_pending select id from audit_events on conflict do nothing`,
    'what waits to be chained removed': 'delete from audit_pending',
    'an event that waits removed':
      'delete from audit_events where id in (select event_id from audit_pending)',
    'the seals removed': 'delete from audit_seals',
    'a seal moved in time': "update audit_seals set at = at + interval '1 day'",
    'a seal of another key': "update audit_seals set seal = decode(repeat('00', 36), 'hex')",
  }),
)('audit:verify finds %s', async (_what, statement) => {
  expectRefused((await findTampered(app, statement)).trail)
})
