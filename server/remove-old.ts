import { sql } from 'drizzle-orm'
import type { JobCtx } from './ctx'
import type { Database } from './db/client'
import { onlyRow } from './errors'
import { removeOldEmailChanges } from './features/accounts/email-change/ask-email-change'
import { removeOldRuns } from './features/bulk-runs/queries'
import { purgeCredentials } from './features/credentials/purge-credentials'
import { removeUnclaimedCredentials } from './features/credentials/queries'
import { removeWithdrawn } from './features/entrepreneurs/manage-entrepreneurs'
import { removeUnclaimedFiles, sayRemoved } from './features/files/delete-file'
import { removeOldTexts } from './features/mail/send-queued-mail'
import { removeOldLinks } from './features/matches/end-lost-matches'
import { forgetOldTexts } from './features/texts/send-text'

const bulkRunDays = 30
/** Uploads and logins that no one claims by registering are removed after so many. */
const unclaimedDays = 30
/** Until then the page System shows that some have failed for good. */
const failedJobDays = 7

/** Removes everything that is kept for a limited time and is older. One failure doesn't hold up the rest. */
export async function removeOld(ctx: JobCtx): Promise<void> {
  const { db, logger } = ctx
  const removals: Record<string, () => Promise<number>> = {
    'logins no one needs any more': () => purgeCredentials(ctx),
    'unclaimed uploads': () => removeUnclaimedFiles(ctx, unclaimedDays * 24),
    'unclaimed logins': () => removeUnclaimedCredentials(db, unclaimedDays),
    'texts of old mails': () => removeOldTexts(db),
    'words of old texts': () => forgetOldTexts(db),
    'old bulk runs': () => removeOldRuns(db, bulkRunDays),
    'old email changes': () => removeOldEmailChanges(db),
    'old links of introductions': () => removeOldLinks(db),
    'jobs that failed for good': () => removeFailedJobs(db),
    'withdrawn entrepreneurs': () => removeWithdrawn(ctx),
  }
  const failures: unknown[] = []
  for (const [what, remove] of Object.entries(removals)) {
    await remove().then(
      (count) => sayRemoved(logger, what, count),
      (error: unknown) => failures.push(error),
    )
  }
  if (failures.length > 0) throw failures[0]
}

/** The worker keeps a job that has used up its attempts, and does nothing more with it. */
async function removeFailedJobs(db: Database): Promise<number> {
  const { rows } = await db.execute<{ removed: number }>(sql`
    select count(*)::int as removed from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
        and updated_at < now() - make_interval(days => ${failedJobDays})))`)
  return onlyRow(rows).removed
}
