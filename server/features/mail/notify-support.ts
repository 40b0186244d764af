import { desc, eq, sql, and, inArray, or } from 'drizzle-orm'
import { addJob } from '../../db/add-job'
import type { Portal } from '../../ctx'
import type { Queryable, Transaction } from '../../db/client'
import { mails, supportNotices } from '../../db/schema/mail'
import { isMailConfigured, type MailCtx } from './find-sender'
import { withoutEncodedWords } from './plain-text'
import { queueMail } from './queue-mail'
import { parseSearch, searchCondition } from '../../db/lists/search'
import { toSql } from '../../db/sql-text'

const hourMs = 3_600_000
const digestKey = 'support-digest'
// Any fixed number: of two processes one writes the digest.
const digestLock = 7_316_403
const linesShown = 100
const longestSubject = 120

/**
 * Notes something for the support mailbox, which gets mail at most once an hour. What strangers chose goes
 * through `plainText` first.
 */
export async function notifySupport(ctx: MailCtx, notice: { text: string; path: string }) {
  const { db: tx } = ctx
  if (!(await isMailConfigured(tx, ctx.env))) return
  await tx.insert(supportNotices).values(notice)
  const runAt = await nextDigestAt(tx)
  await addJob(tx, 'send-digest', {}, { key: digestKey, runAt })
}

/**
 * Queues one mail about everything noted since the last. When called too early, it schedules itself again.
 */
export async function sendDigest(portal: Portal): Promise<void> {
  const { db, env } = portal
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${digestLock})`)
    const due = await nextDigestAt(tx)
    if (due.getTime() > Date.now()) {
      await addJob(tx, 'send-digest', {}, { key: digestKey, runAt: due })
      return
    }
    const deleted = await tx.delete(supportNotices).returning()
    if (deleted.length === 0) return
    const notices = deleted.toSorted((left, right) => left.id - right.id)
    const lines = notices
      .slice(0, linesShown)
      .map(({ text, path }) => `${text}\n${env.publicOrigin}${path}`)
    const more = notices.length - lines.length
    if (more > 0) lines.push(`And ${more} more.`)
    const { portalName, supportEmail } = env.brand
    await queueMail(
      { ...portal, db: tx },
      {
        kind: 'digest',
        recipient: supportEmail,
        subject: buildSubject(notices.map(({ text }) => text)),
        text: [`Here’s what’s new on ${portalName}:`, ...lines].join('\n\n'),
      },
    )
  })
}

/** The first notice, which holds what strangers chose, and how many more there are. */
function buildSubject([first = '', ...others]: readonly string[]): string {
  const plain = withoutEncodedWords(first)
  const shown = plain.length > longestSubject ? `${plain.slice(0, longestSubject - 1)}…` : plain
  return others.length === 0 ? shown : `${shown}, and ${others.length} more`
}

async function nextDigestAt(db: Queryable): Promise<Date> {
  const [last] = await db
    .select({ at: mails.createdAt })
    .from(mails)
    .where(eq(mails.kind, 'digest'))
    .orderBy(desc(mails.createdAt))
    .limit(1)
  return new Date(Math.max(Date.now(), last ? last.at.getTime() + hourMs : 0))
}

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
