import { and, count, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { BulkList } from '@shared/bulk-runs'
import { kindOfList } from '@shared/list-choices'
import type { Queryable } from '../../db/client'
import { bulkRunItems, bulkRuns } from '../../db/schema/bulk-runs'
import { orNotFound } from '../../errors'
import { kinds } from '../decisions/kinds'

const shownRuns = 5
const shownProblems = 100

const columns = {
  id: bulkRuns.id,
  of: bulkRuns.of,
  action: bulkRuns.action,
  state: bulkRuns.state,
  startedAt: bulkRuns.createdAt,
  finishedAt: bulkRuns.finishedAt,
}

/** The newest runs of a list, each with its counts. */
export async function listBulkRuns(db: Queryable, of: BulkList) {
  const runs = await db
    .select(columns)
    .from(bulkRuns)
    .where(eq(bulkRuns.of, of))
    .orderBy(desc(bulkRuns.id))
    .limit(shownRuns)
  return withCounts(db, runs)
}

/** Throws 404 without one. */
export async function getBulkRun(db: Queryable, id: number) {
  const runs = await db.select(columns).from(bulkRuns).where(eq(bulkRuns.id, id))
  const [run] = await withCounts(db, runs)
  return orNotFound(run)
}

async function withCounts<Run extends { id: number }>(db: Queryable, runs: Run[]) {
  if (runs.length === 0) return []
  const counted = await db
    .select({ runId: bulkRunItems.runId, outcome: bulkRunItems.outcome, items: count() })
    .from(bulkRunItems)
    .where(
      inArray(
        bulkRunItems.runId,
        runs.map(({ id }) => id),
      ),
    )
    .groupBy(bulkRunItems.runId, bulkRunItems.outcome)
  return runs.map((run) => {
    const counts = { waiting: 0, done: 0, skipped: 0, failed: 0 }
    for (const { runId, outcome, items } of counted) if (runId === run.id) counts[outcome] = items
    const total = Object.values(counts).reduce((sum, items) => sum + items, 0)
    return { ...run, ...counts, total }
  })
}

/** Items that were skipped or failed, with their names where they still have one. */
export async function listProblems(db: Queryable, run: { id: number; of: BulkList }) {
  const { table, name } = kinds[kindOfList[run.of]]
  return db
    .select({
      id: bulkRunItems.objectId,
      name: sql<string | null>`${name}`,
      outcome: sql<'skipped' | 'failed'>`${bulkRunItems.outcome}`,
      why: sql<string>`coalesce(${bulkRunItems.why}, '')`,
    })
    .from(bulkRunItems)
    .leftJoin(table, eq(table.id, bulkRunItems.objectId))
    .where(
      and(eq(bulkRunItems.runId, run.id), inArray(bulkRunItems.outcome, ['failed', 'skipped'])),
    )
    .orderBy(bulkRunItems.outcome, bulkRunItems.objectId)
    .limit(shownProblems)
}

/** Runs that ended long ago, whose counts alone were still read. */
export async function removeOldRuns(db: Queryable, days: number): Promise<number> {
  const { rowCount } = await db
    .delete(bulkRuns)
    .where(
      and(
        isNotNull(bulkRuns.finishedAt),
        lt(bulkRuns.createdAt, sql`now() - make_interval(days => ${days})`),
      ),
    )
  return rowCount ?? 0
}

type StoredRun = typeof bulkRuns.$inferSelect

/** Decisions of the run, without what was settled with them. */
export const decisionsOf = ({ requestId }: StoredRun) => sql`
  select id from decisions where request_id = ${requestId}::uuid and taken_with is null`

export const questionsOf = ({ requestId }: StoredRun) => sql`
  select id from questions where request_id = ${requestId}::uuid`
