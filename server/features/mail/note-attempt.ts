import { and, eq, gt, sql } from 'drizzle-orm'
import { addJobs } from '../../db/add-job'
import type { Queryable } from '../../db/client'
import { noteOutage, noteWorking } from '../../db/outages'
import { attemptSeconds } from '../../db/outbox'
import { mails } from '../../db/schema/mail'
import { stopsAllMail } from './mail-failure'
import { isUrgent, jobKey } from './queue-mail'

/** A server that throttles refuses mails and takes others by turns: after less, all keep their own next attempts. */
const standstillSeconds = 300

/** Takes note of whether mail goes out at all. After a standstill, those that wait for hours are tried soon. */
export async function noteAttempt(db: Queryable, failure?: unknown): Promise<void> {
  if (failure !== undefined && stopsAllMail(failure)) await noteOutage(db, 'email')
  else if ((await noteWorking(db, 'email')) >= standstillSeconds) await resumeMails(db)
}

/** The others wait for their own next attempts. */
const resumedAtMost = 1_000

/**
 * Has mails that wait for a later attempt tried now, one a second, which uses up none of their attempts. Those that may
 * be under way, or come soon, are left alone.
 */
export async function resumeMails(db: Queryable): Promise<void> {
  await db.transaction(async (tx) => {
    const isLater = and(
      eq(mails.status, 'queued'),
      gt(mails.attempts, 0),
      // Attempts may have begun since this transaction did.
      gt(mails.nextAttemptAt, sql`clock_timestamp() + make_interval(secs => ${attemptSeconds})`),
    )
    const later = tx.$with('later').as(
      tx
        .select({
          laterId: mails.id,
          place: sql<number>`row_number() over (order by ${mails.nextAttemptAt}, ${mails.id})`.as(
            'place',
          ),
        })
        .from(mails)
        .where(isLater)
        .orderBy(mails.nextAttemptAt, mails.id)
        .limit(resumedAtMost),
    )
    const resumed = await tx
      .with(later)
      .update(mails)
      .set({
        // Never none: an entry that was tried keeps when it was due first.
        attempts: sql`greatest(${mails.attempts} - 1, 1)`,
        nextAttemptAt: sql`least(${mails.nextAttemptAt},
          date_trunc('milliseconds', now()) + make_interval(secs => ${later.place} - 1))`,
      })
      .from(later)
      .where(and(eq(mails.id, later.laterId), isLater))
      .returning({ id: mails.id, kind: mails.kind, runAt: mails.nextAttemptAt })
    const jobs = resumed.map(({ id, kind, runAt }) => ({
      payload: { mailId: id },
      key: jobKey(id),
      runAt,
      isUrgent: isUrgent(kind),
    }))
    await addJobs(tx, 'send-mail', jobs)
  })
}
