import { and, eq, type SQL, asc, sql } from 'drizzle-orm'
import { createCtx, type Ctx, type EventSource, type TxCtx } from '../../ctx'
import { users } from '../../db/schema/users'
import { endSessions } from '../../db/user-sessions'
import { forbidden, notFound, orNotFound } from '../../errors'
import { portalItself, recordEvent } from '../audit/record-event'
import { deleteFilesOfUser } from '../files/delete-file'
import { defangName } from '../mail/plain-text'
import { endOpenMatch } from '../matches/end-lost-matches'
import { rewriteLetters } from '../matches/rewrite-letters'
import { listMessageIdsOfUser } from '../messages/queries'
import { keepFingerprints } from '../rewards/fingerprints'
import { lockResetLink } from '../accounts/queries'
import { getUser } from './queries'
import { forgetNotices } from '../mail/notify-support'

/**
 * Removes everything of a person; false when there is none, or not on this condition. Their row is locked
 * first and whole: a request that uploads, replaces, restores or decides about a document of theirs has
 * finished by then, or finds no one. An open introduction ends. Documents go with every version and copy, their bytes
 * after the commit by a job. What references the account goes with it. The audit trail stays; it holds ids, no names.
 * So do fingerprints of someone whose referrer earned a reward.
 */
export async function eraseAccount(
  ctx: TxCtx<EventSource>,
  userId: number,
  condition?: SQL,
): Promise<boolean> {
  const { db: tx, sealer } = ctx
  await lockResetLink(tx, userId)
  const [person] = await tx
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.id, userId), condition))
    .for('update')
  if (!person) return false
  // First, so that the entrepreneur they were going to meet is told.
  const ending = { because: 'partner-gone', as: 'portal' } as const
  await endOpenMatch(createCtx(ctx, portalItself), { partnerId: userId }, ending)
  await rewriteLetters(ctx, { side: 'partner', id: userId, what: 'erased' })
  const fileIds = await deleteFilesOfUser(tx, userId)
  const messageIds = await listMessageIdsOfUser(tx, userId)
  const paths = [
    `/admin/users?open=${userId}`,
    ...fileIds.map((id) => `/admin/reports?open=${id}`),
    ...messageIds.map((id) => `/admin/messages?open=${id}`),
  ]
  const called = [person.email, defangName(`${person.firstName} ${person.lastName}`)]
  await forgetNotices(tx, { paths, called })
  await keepFingerprints(tx, sealer, userId)
  await tx.delete(users).where(eq(users.id, userId))
  await endSessions(tx, userId)
  return true
}

/** Removes everything of a user. Throws 403 for the administrator's own account. */
export async function deleteUser(ctx: Ctx<EventSource>, userId: number): Promise<void> {
  await ctx.tx(async (inTx) => {
    if (orNotFound(await getUser(inTx.db, userId)).isAdmin)
      throw forbidden('The administrator cannot be deleted.', 'target is the administrator')
    if (!(await eraseAccount(inTx, userId))) throw notFound()
    await recordEvent(inTx, 'user.deleted', `user:${userId}`)
  })
}

const batchSize = 500

const isDue = sql`${users.closesAt} <= now()`

/**
 * Removes the accounts whose owners have had their seven days, each in a transaction of its own. What
 * fails does not hold up the others; it is tried again with the next run.
 */
export async function closeDueAccounts(ctx: Ctx<EventSource>): Promise<void> {
  const due = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(isDue)
    .orderBy(asc(users.closesAt))
    .limit(batchSize)
  const failures: unknown[] = []
  for (const { id } of due) {
    const closing = ctx.tx(async (inTx) => {
      // Looked at again under the lock: its owner may have kept it at the last moment.
      if (await eraseAccount(inTx, id, isDue))
        await recordEvent(inTx, 'account.closed', `user:${id}`)
    })
    await closing.catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
