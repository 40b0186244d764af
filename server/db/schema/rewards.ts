import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { holdReasons } from '@shared/rewards'
import { belongsTo, createdAt, id, indexWhere, indexWhereSet, moment, oneOf } from './columns'
import { referredPeople } from './referral-links'
import { users } from './users'

/** Reasons that keep a reward from being paid until the administrator releases or voids it. */
export const rewardHolds = pgTable(
  'reward_holds',
  {
    id: id(),
    referredPersonId: belongsTo(() => referredPeople.id),
    reason: text({ enum: holdReasons }).notNull(),
    at: createdAt(),
    outcome: text({ enum: ['released', 'voided'] }),
    settledAt: moment(),
    settledBy: integer().references(() => users.id),
    note: text(),
  },
  (table) => [
    check('reward_holds_reason', oneOf(table.reason)),
    check('reward_holds_outcome', oneOf(table.outcome)),
    check('reward_holds_settled', sql`(${table.outcome} is null) = (${table.settledAt} is null)`),
    unique('reward_holds_once').on(table.referredPersonId, table.reason),
    indexWhere('reward_holds_open', sql`${table.outcome} is null`, table.id),
    indexWhereSet('reward_holds_settled_by', table.settledBy),
  ],
)

/** The reward of an approved referral, and from when on it holds. Rows are only added: the newest that already holds is in force. */
export const rewardPolicies = pgTable(
  'reward_policies',
  {
    id: id(),
    kind: text({ enum: ['flat', 'tiers'] }).notNull(),
    flatCents: integer().notNull(),
    bronzeCents: integer().notNull(),
    silverCents: integer().notNull(),
    goldCents: integer().notNull(),
    /** From which referral of a month on. */
    silverFrom: smallint().notNull(),
    goldFrom: smallint().notNull(),
    /** Each referral at the rate of the tier it falls in, or all of a month at the highest reached. */
    tierRule: text({ enum: ['each', 'highest'] }).notNull(),
    holdsFrom: moment().notNull(),
    createdAt: createdAt(),
    /** Null for the one that the portal begins with. */
    createdBy: integer(),
  },
  (table) => [
    check('reward_policies_kind', oneOf(table.kind)),
    check('reward_policies_tier_rule', oneOf(table.tierRule)),
    check(
      'reward_policies_cents',
      sql`least(${table.flatCents}, ${table.bronzeCents}, ${table.silverCents}, ${table.goldCents}) >= 0`,
    ),
    check(
      'reward_policies_tiers',
      sql`${table.silverFrom} > 1 and ${table.goldFrom} > ${table.silverFrom}`,
    ),
    index('reward_policies_from').on(table.holdsFrom, table.id),
  ],
)

/**
 * Everything that happened with money. Rows are only added. The ids of people reference nothing: the
 * ledger outlives their accounts, and has no names.
 */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: createdAt(),
    kind: text({
      enum: ['reward', 'reversal', 'tier', 'adjustment', 'payout', 'paid', 'payout-failed'],
    }).notNull(),
    payeeId: integer().notNull(),
    referredPersonId: integer(),
    /** How often this referral was rewarded, this time included; a reversal has its reward's. */
    round: smallint(),
    policyId: integer().references(() => rewardPolicies.id),
    payoutId: integer(),
    /** The first day of the month (Eastern) that it counts for. */
    month: date().notNull(),
    reason: text(),
    /** The administrator; null for what followed by itself. */
    byId: integer(),
  },
  (table) => [
    check('ledger_transactions_kind', oneOf(table.kind)),
    check(
      'ledger_transactions_referral',
      sql`(${table.kind} in ('reward', 'reversal')) = (${table.referredPersonId} is not null and ${table.round} is not null)`,
    ),
    check(
      'ledger_transactions_payout',
      sql`(${table.kind} in ('payout', 'paid', 'payout-failed')) = (${table.payoutId} is not null)`,
    ),
    check(
      'ledger_transactions_reason',
      sql`${table.kind} <> 'adjustment' or (${table.reason} is not null and ${table.byId} is not null)`,
    ),
    uniqueIndex('ledger_transactions_referral_once')
      .on(table.referredPersonId, table.kind, table.round)
      .where(sql`${table.referredPersonId} is not null`),
    uniqueIndex('ledger_transactions_payout_once')
      .on(table.payoutId, table.kind)
      .where(sql`${table.payoutId} is not null`),
    index('ledger_transactions_payee').on(table.payeeId, table.month, table.id),
  ],
)

/** The two sides, or more, of what happened; in whole cents, and their sum is 0. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text({ enum: ['rewards', 'payable', 'paying', 'paid'] }).notNull(),
    /** The payee of the transaction, once more, so that a balance is one scan. */
    payeeId: integer().notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    check('ledger_entries_account', oneOf(table.account)),
    check('ledger_entries_cents', sql`${table.cents} <> 0`),
    index('ledger_entries_transaction').on(table.transactionId),
    index('ledger_entries_balance').on(table.payeeId, table.account, table.cents),
  ],
)
