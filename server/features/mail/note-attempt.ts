import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { addJobs } from '../../db/add-job'
import type { Queryable } from '../../db/client'
import { noteOutage, noteWorking } from '../../db/outages'
import { attemptSeconds } from '../../db/outbox'
import { mails } from '../../db/schema/mail'
import { stopsAllMail } from './mail-failure'
import { jobKey } from './queue-mail'

/** Takes note of whether mail goes out at all. After a standstill, what waits is tried at once. */
export async function noteAttempt(db: Queryable, failure?: unknown): Promise<void> {
  if (failure !== undefined && stopsAllMail(failure)) await noteOutage(db, 'email')
  else if (await noteWorking(db, 'email')) await resumeMails(db)
}

/** The others wait for their own next attempts. */
const resumedAtMost = 1_000

/** Has mails that wait for a later attempt tried now. Those that may be under way, or come soon, are left alone. */
export async function resumeMails(db: Queryable): Promise<void> {
  await db.transaction(async (tx) => {
    const isLater = and(
      eq(mails.status, 'queued'),
      gt(mails.attempts, 0),
      gt(mails.nextAttemptAt, sql`now() + make_interval(secs => ${attemptSeconds})`),
    )
    const later = tx
      .select({ id: mails.id })
      .from(mails)
      .where(isLater)
      .orderBy(mails.nextAttemptAt)
      .limit(resumedAtMost)
    const resumed = await tx
      .update(mails)
      .set({ nextAttemptAt: sql`now()` })
      .where(and(inArray(mails.id, later), isLater))
      .returning({ id: mails.id })
    const jobs = resumed.map(({ id }) => ({ payload: { mailId: id }, key: jobKey(id) }))
    await addJobs(tx, 'send-mail', jobs)
  })
}
