import type { JobCtx } from './ctx'
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
