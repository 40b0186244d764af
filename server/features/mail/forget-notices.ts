import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { parseSearch, searchCondition } from '../../db/lists/search'
import { mails, supportNotices } from '../../db/schema/mail'
import { toSql } from '../../db/sql-text'

const plainSubject = 'News for the support mailbox'

/**
 * Takes someone out of what was noted for the support mailbox: what has not been mailed yet, by the pages
 * it leads to, and the digests in the outbox that say one of these names or addresses, as mails write them.
 */
export async function forgetNotices(
  tx: Transaction,
  about: { paths: readonly string[]; called: readonly string[] },
): Promise<void> {
  const { paths, called } = about
  await tx.delete(supportNotices).where(inArray(supportNotices.path, [...paths]))
  await tx
    .update(mails)
    .set({
      subject: plainSubject,
      // One that waits goes out, to people who have read of the application anyway.
      sealedContent: sql`case when ${mails.status} = 'queued' then ${mails.sealedContent} end`,
    })
    .where(
      and(
        eq(mails.kind, 'digest'),
        or(
          ...called.map((name) =>
            // Every text contains what a name of quotes alone folds to.
            and(sql`fold(${name}) <> ''`, hasWords(name)),
          ),
        ),
      ),
    )
}

const hasWords = (name: string) =>
  toSql((bind) => searchCondition('mails', parseSearch(name), bind, 'index'))
