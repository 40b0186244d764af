import { and, asc, gt, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { mails } from '../../db/schema/mail'

const keptDays = 90
const batchSize = 500

/**
 * Removes the texts of mails that are done with, 90 days after they were written. To whom they went,
 * about what and when stays as long as the account.
 */
export async function removeOldTexts(db: Database): Promise<void> {
  let ids: number[] = []
  do {
    const rows = await db
      .select({ id: mails.id })
      .from(mails)
      .where(
        and(
          gt(mails.id, ids.at(-1) ?? 0),
          isNotNull(mails.sealedContent),
          ne(mails.status, 'queued'),
          lt(mails.createdAt, sql`now() - make_interval(days => ${keptDays})`),
        ),
      )
      .orderBy(asc(mails.id))
      .limit(batchSize)
    ids = rows.map(({ id }) => id)
    await db
      .update(mails)
      .set({ sealedContent: null })
      // What is sent again at this moment keeps its text.
      .where(and(inArray(mails.id, ids), ne(mails.status, 'queued')))
  } while (ids.length === batchSize)
}
