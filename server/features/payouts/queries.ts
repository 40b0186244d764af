import { and, asc, count, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import {
  linesPerPage,
  type PayoutApproval,
  type PayoutRunQuery,
  type PayoutSettings,
} from '@shared/payouts'
import type { PaymentMethod } from '@shared/payment-methods'
import type { Queryable } from '../../db/client'
import { yearOf } from '../../db/program-days'
import {
  paymentSettings,
  payoutFiles,
  payoutRuns,
  payouts,
  payoutSettings,
} from '../../db/schema/payouts'
import { users } from '../../db/schema/users'
import { orNotFound, onlyRow } from '../../errors'

const shownRuns = 36

export const getPayoutSettings = async (db: Queryable): Promise<PayoutSettings> =>
  onlyRow(await db.select().from(payoutSettings))

/** The newest runs, each with what its lines come to by their state. */
export async function listRuns(db: Queryable) {
  const runs = await db
    .select()
    .from(payoutRuns)
    .orderBy(desc(payoutRuns.lastDay), desc(payoutRuns.id))
    .limit(shownRuns)
  return withTotals(db, runs)
}

/** Throws 404 without such a run. */
export async function getRun(db: Queryable, id: number) {
  const found = await db.select().from(payoutRuns).where(eq(payoutRuns.id, id))
  const [run] = await withTotals(db, found)
  return orNotFound(run)
}

const sumOfCents = sql<number>`sum(${payouts.cents})::float8`

async function withTotals(db: Queryable, runs: (typeof payoutRuns.$inferSelect)[]) {
  const ids = runs.map(({ id }) => id)
  const totals = ids.length
    ? await db
        .select({
          runId: payouts.runId,
          state: payouts.state,
          count: count(),
          cents: sumOfCents,
        })
        .from(payouts)
        .where(inArray(payouts.runId, ids))
        .groupBy(payouts.runId, payouts.state)
        .orderBy(payouts.state)
    : []
  return runs.map((run) => ({ ...run, totals: totals.filter(({ runId }) => runId === run.id) }))
}

/** The sum that approving a draft as it is comes to. */
export async function getReadyTotal(db: Queryable, runId: number): Promise<PayoutApproval> {
  return onlyRow(
    await db
      .select({ count: count(), cents: sql<number>`coalesce(${sumOfCents}, 0)` })
      .from(payouts)
      .where(and(eq(payouts.runId, runId), eq(payouts.state, 'ready'))),
  )
}

/** The payouts of a new payment file: not those who were rejected since the run was approved. */
const isInFile = sql`${payouts.state} = 'paying' and not exists (
  select from users payee where payee.id = ${payouts.payeeId} and payee.status = 'rejected')`

/** The sums of new payment files of a run: what is in transit, by method. */
export const listFileTotals = (db: Queryable, runId: number) =>
  db
    .select({ method: sql<PaymentMethod>`${payouts.method}`, count: count(), cents: sumOfCents })
    .from(payouts)
    .where(and(eq(payouts.runId, runId), isInFile))
    .groupBy(payouts.method)
    .orderBy(payouts.method)

/** The payment files that were made, while a payout in them is still in transit. */
export const listMadeFiles = (db: Queryable, runId: number) =>
  db
    .select({
      id: payoutFiles.id,
      method: payoutFiles.method,
      madeAt: payoutFiles.madeAt,
      count: count(),
      cents: sumOfCents,
    })
    .from(payouts)
    .innerJoin(payoutFiles, eq(payoutFiles.id, payouts.fileId))
    .where(and(eq(payouts.runId, runId), eq(payouts.state, 'paying')))
    .groupBy(payoutFiles.id)
    .orderBy(payoutFiles.id)

const name = sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`

/** The sum paid to the payee of a line in the year in which it was settled; of others, this year. */
const yearCents = sql<number>`(
  select coalesce(sum(paid.cents), 0)::float8 from payouts paid
  where paid.payee_id = ${payouts.payeeId} and paid.state = 'paid'
    and ${yearOf(sql`paid.settled_at`)} = ${yearOf(sql`coalesce(${payouts.settledAt}, now())`)})`

const lineColumns = {
  id: payouts.id,
  payeeId: payouts.payeeId,
  name,
  cents: payouts.cents,
  state: payouts.state,
  reason: sql<string | null>`case when ${payouts.state} = 'paying' and ${users.status} = 'rejected'
    then 'rejected-since' else ${payouts.reason} end`,
  method: payouts.method,
  lastFour: payouts.lastFour,
  reference: payouts.reference,
  settledAt: payouts.settledAt,
  yearCents,
}

export type LineRow = Awaited<ReturnType<typeof listLines>>[number]

/** A page of a run's lines, and the first of the next. */
export const listLines = (db: Queryable, runId: number, { state, cursor }: PayoutRunQuery) =>
  db
    .select(lineColumns)
    .from(payouts)
    .leftJoin(users, eq(users.id, payouts.payeeId))
    .where(
      and(
        eq(payouts.runId, runId),
        state ? eq(payouts.state, state) : undefined,
        cursor ? gt(payouts.id, cursor) : undefined,
      ),
    )
    .orderBy(asc(payouts.id))
    .limit(linesPerPage + 1)

/** Throws 404 without such a payout. */
export async function getLine(db: Queryable, id: number): Promise<LineRow> {
  const [row] = await db
    .select(lineColumns)
    .from(payouts)
    .leftJoin(users, eq(users.id, payouts.payeeId))
    .where(eq(payouts.id, id))
  return orNotFound(row)
}

/** Payouts in transit by one method. The only query that reads the details that payouts were approved with. */
export const listSealedPayouts = (db: Queryable, runId: number, method: PaymentMethod) =>
  db
    .select({
      id: payouts.id,
      cents: payouts.cents,
      fileId: payouts.fileId,
      sealedDetails: payouts.sealedDetails,
    })
    .from(payouts)
    .leftJoin(users, eq(users.id, payouts.payeeId))
    .where(and(eq(payouts.runId, runId), eq(payouts.method, method), isInFile))
    .orderBy(asc(payouts.id))

/** How someone is paid, without the details. */
export async function findPaymentSettings(db: Queryable, userId: number) {
  const [row] = await db
    .select({
      method: paymentSettings.method,
      lastFour: paymentSettings.lastFour,
      changedAt: paymentSettings.changedAt,
    })
    .from(paymentSettings)
    .where(eq(paymentSettings.userId, userId))
  return row ?? null
}
