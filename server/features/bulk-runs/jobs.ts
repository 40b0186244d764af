import { and, eq, lt, sql } from 'drizzle-orm'
import { addJob } from '../../db/add-job'
import type { Database } from '../../db/client'
import { bulkRuns } from '../../db/schema/bulk-runs'
import { jobKey } from './start-bulk-run'

const abandonedSeconds = 60

/**
 * Goes on with runs whose process was killed: at the start of a process with all that run, later with
 * those that no process has worked on for a while.
 */
export async function resumeBulkRuns(
  db: Database,
  { idleSeconds = abandonedSeconds } = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    const idle = await tx
      .select({ id: bulkRuns.id })
      .from(bulkRuns)
      .where(
        and(
          eq(bulkRuns.state, 'running'),
          lt(bulkRuns.workedAt, sql`now() - make_interval(secs => ${idleSeconds})`),
        ),
      )
    for (const { id } of idle)
      await addJob(tx, 'work-on-bulk-run', { runId: id }, { key: jobKey(id) })
  })
}
