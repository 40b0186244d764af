import { desc, eq, sql } from 'drizzle-orm'
import { addJob } from '../../db/add-job'
import type { Database, Queryable, Transaction } from '../../db/client'
import { mails, supportNotices } from '../../db/schema/mail'
import { describeSender, type MailDeps } from './find-sender'
import { queueMail } from './queue-mail'

const hourMs = 3_600_000
const digestKey = 'support-digest'
// Any fixed number: of two processes one writes the digest.
const digestLock = 7_316_403
const linesShown = 100

/**
 * Notes something for the support mailbox, which hears at most once an hour. What strangers chose goes
 * through `plainText` first.
 */
export async function notifySupport(
  tx: Transaction,
  deps: MailDeps,
  notice: { text: string; path: string },
): Promise<void> {
  if (!(await describeSender(tx, deps.env))) return
  await tx.insert(supportNotices).values(notice)
  const runAt = await nextDigestAt(tx)
  await addJob(tx, 'send-digest', {}, { key: digestKey, runAt })
}

/** Queues one mail about everything noted since the last; too early, it comes back later. */
export async function sendDigest(input: MailDeps & { db: Database }): Promise<void> {
  const { db, env } = input
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${digestLock})`)
    const due = await nextDigestAt(tx)
    if (due.getTime() > Date.now()) {
      await addJob(tx, 'send-digest', {}, { key: digestKey, runAt: due })
      return
    }
    const notices = await tx.delete(supportNotices).returning()
    if (notices.length === 0) return
    const lines = notices
      .toSorted((left, right) => left.id - right.id)
      .slice(0, linesShown)
      .map(({ text, path }) => `${text}\n${env.publicOrigin}${path}`)
    const more = notices.length - lines.length
    if (more > 0) lines.push(`And ${more} more.`)
    const { portalName, supportEmail } = env.brand
    const events = notices.length === 1 ? 'One new event' : `${notices.length} new events`
    await queueMail(tx, input, {
      kind: 'digest',
      recipient: supportEmail,
      subject: `${events} on ${portalName}`,
      text: [`What is new on ${portalName}:`, ...lines].join('\n\n'),
    })
  })
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
