import type { Ctx, Visitor } from '../../ctx'
import type { Database } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { endOtherSessions, endSession, endSessions } from '../../db/user-sessions'
import { forbidden, notFound, orNotFound } from '../../errors'
import type { SessionUser } from '../../http/session'
import { recordEvent } from '../audit/record-event'

export async function endOtherOwnSessions(ctx: Ctx, sessionId: string): Promise<void> {
  await ctx.tx(async (inTx) => {
    await endOtherSessions(inTx.db, ctx.by.id, sessionId)
    await recordEvent(inTx, 'account.sessions-ended', `user:${ctx.by.id}`)
  })
}

/** Ends one session of someone. Throws 404 when they have no such session. */
export async function endOwnSession(ctx: Ctx, ref: string): Promise<void> {
  await ctx.tx(async (inTx) => {
    if (!(await endSession(inTx.db, ctx.by.id, ref))) throw notFound()
    await recordEvent(inTx, 'account.sessions-ended', `user:${ctx.by.id}`)
  })
}

/** Logs a user out everywhere. Throws 403 for the administrator's own account. */
export async function endUserSessions(ctx: Ctx, userId: number): Promise<void> {
  await ctx.tx(async (inTx) => {
    if (orNotFound(await lockPerson(inTx.db, userId)).isAdmin)
      throw forbidden(
        'The administrator’s sessions are ended on the Account page.',
        'target is the administrator',
      )
    await endSessions(inTx.db, userId)
    await recordEvent(inTx, 'account.sessions-ended', `user:${userId}`)
  })
}

/** A logout is never refused, even while a step is missing. */
export const recordLogout = (db: Database, user: SessionUser, from: Visitor): Promise<void> =>
  recordEvent({ db, by: { ...from, id: user.id } }, 'account.logged-out')
