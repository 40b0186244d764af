import { sql } from 'drizzle-orm'
import { isClean } from '@shared/verdict'
import type { JobCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { users } from '../../db/schema/users'
import { verdictsDue } from '../../db/schema/scores'
import { readBases } from './read-basis'

const batchSize = 500
/** It is asked to run every minute. */
const runMs = 40_000

/**
 * Looks anew at the people whose verdict may have changed, as triggers noted them: the list is narrowed and sorted by
 * what is kept here. Whoever is not looked at yet counts as needing a look.
 */
export async function keepVerdicts(ctx: JobCtx): Promise<void> {
  const end = Date.now() + runMs
  while (!ctx.signal.aborted && Date.now() < end)
    if ((await ctx.tx(({ db: tx }) => keepBatch(tx))) < batchSize) return
}

async function keepBatch(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ userId: number }>(sql`
    delete from ${verdictsDue} where id in (
      select id from ${verdictsDue} order by id limit ${batchSize} for update skip locked)
    returning user_id as "userId"`)
  const ids = [...new Set(rows.map(({ userId }) => userId))].toSorted((a, b) => a - b)
  const bases = await readBases(tx, 'user', ids)
  const kept = [...bases].map(([id, basis]) => ({
    id,
    foundScore: basis.finding?.score ?? null,
    isClean: isClean(basis),
  }))
  await tx.execute(sql`
    update ${users} set is_clean = kept."isClean", found_score = kept."foundScore"
    from json_to_recordset(${JSON.stringify(kept)}::json) kept(id int, "isClean" boolean, "foundScore" smallint)
    where users.id = kept.id
      and (users.is_clean, users.found_score) is distinct from (kept."isClean", kept."foundScore")`)
  return rows.length
}
