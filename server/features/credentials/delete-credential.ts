import { and, eq, type SQL } from 'drizzle-orm'
import type { AuditAction } from '@shared/audit'
import type { Ctx, EventSource } from '../../ctx'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { cancelMailsAbout } from '../mail/queue-decision-mail'

/** Deletes a shared login, password and all, for the administrator. Throws 404 when there is none. */
export const deleteCredential = (ctx: Ctx<EventSource>, id: number) =>
  remove(ctx, 'credential.deleted', id)

/**
 * Deletes the caller's own login, whatever was decided about it. A decision at the same moment comes before that, or
 * finds nothing. Throws 404 for someone else's.
 */
export const withdrawCredential = (ctx: Ctx, id: number) =>
  remove(ctx, 'credential.withdrawn', id, eq(monitoringCredentials.userId, ctx.by.id))

async function remove(
  ctx: Ctx<EventSource>,
  action: AuditAction,
  id: number,
  isTheirs?: SQL,
): Promise<void> {
  const isMeant = and(eq(monitoringCredentials.id, id), isTheirs)
  await ctx.tx(async (inTx) => {
    const { rowCount } = await inTx.db.delete(monitoringCredentials).where(isMeant)
    if (!rowCount) throw notFound()
    await cancelMailsAbout(inTx.db, 'credential', id)
    await recordEvent(inTx, action, `credential:${id}`)
  })
}
