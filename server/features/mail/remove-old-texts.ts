import { and, eq, gt, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { mails } from '../../db/schema/mail'
import { idRanges } from '../../db/ids'

const keptDays = 90
const batchSize = 2_000

/**
 * Removes the texts of mails that are done with, 90 days after they were written. The recipients,
 * subjects and times stay as long as the account; of what left after it, nothing stays.
 */
export async function removeOldTexts(db: Database): Promise<void> {
  for await (const { after, upTo } of idRanges(db, mails, batchSize)) {
    await db
      .update(mails)
      .set({ sealedContent: null })
      .where(
        and(
          gt(mails.id, after),
          lte(mails.id, upTo),
          isNotNull(mails.sealedContent),
          ne(mails.status, 'queued'),
          lt(mails.createdAt, sql`now() - make_interval(days => ${keptDays})`),
        ),
      )
  }
  await removeUnowned(db)
}

/** A mail that left while its reader's account was erased is theirs, too. */
const removeUnowned = (db: Database) =>
  db
    .delete(mails)
    .where(
      and(
        eq(mails.kind, 'meeting-removal'),
        isNull(mails.matchId),
        isNull(mails.userId),
        ne(mails.status, 'queued'),
      ),
    )
