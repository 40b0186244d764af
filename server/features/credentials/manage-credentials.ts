import { eq, sql, and, type SQL } from 'drizzle-orm'
import type { AuditAction } from '@shared/audit'
import type { ShareCredentialsRequest } from '@shared/credentials'
import type { SortedListQuery } from '@shared/lists'
import type { Ctx, EventSource } from '../../ctx'
import { drawId } from '../../db/ids'
import { findRow } from '../../db/lists/list'
import type { ListDatabases } from '../../db/lists/searches'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { conflict, notFound, orNotFound } from '../../errors'
import { newToken } from '../../tokens'
import { recordEvent } from '../audit/record-event'
import { cancelMailsAbout } from '../mail/queue-decision-mail'
import {
  getCredentialOfUser,
  lockCredentialOfUser,
  sealSecrets,
  type OwnCredentialRow,
  listSealedCredentials,
  sealedCredentialList,
  markOpened,
  type SealedCredentialRow,
} from './queries'

/** Stores a monitoring service's login, password and notes sealed. Returns the key that claims it. */
export async function shareCredentials(
  ctx: Ctx<EventSource>,
  { password, notes, ...shown }: ShareCredentialsRequest,
): Promise<string> {
  const uploadKey = newToken()
  await ctx.tx(async (inTx) => {
    const { db: tx, sealer } = inTx
    // The sealed values are bound to the id, so it is drawn first.
    const id = await drawId(tx, monitoringCredentials)
    const sealed = sealSecrets(sealer, id, { password, notes })
    await tx.insert(monitoringCredentials).values({ ...shown, ...sealed, id, uploadKey })
    await recordEvent(inTx, 'credential.shared', `credential:${id}`)
  })
  return uploadKey
}

/**
 * Replaces the caller's shared login by a correction, which goes back into review. Nothing of the old values is kept.
 * Throws 404 for a login of someone else, 409 once the owner was decided about.
 */
export async function correctCredential(
  ctx: Ctx,
  id: number,
  { password, notes, ...shown }: ShareCredentialsRequest,
): Promise<OwnCredentialRow> {
  return ctx.tx(async (inTx) => {
    const { db: tx, sealer, by } = inTx
    const { ownerStatus } = await lockCredentialOfUser(tx, by.id, id)
    if (ownerStatus !== 'pending')
      throw conflict('We’ve decided about your application and won’t use this login again.')
    const changed = {
      ...shown,
      ...sealSecrets(sealer, id, { password, notes }),
      status: 'pending' as const,
      statusReason: null,
      statusAt: null,
      correctedAt: sql`clock_timestamp()`,
      lastOpenedAt: null,
    }
    await tx.update(monitoringCredentials).set(changed).where(eq(monitoringCredentials.id, id))
    await cancelMailsAbout(tx, 'credential', id)
    await recordEvent(inTx, 'credential.corrected', `credential:${id}`)
    return getCredentialOfUser(tx, by.id, id)
  })
}

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

/** One login whose secrets are about to be shown. No one reads a password without a trace. */
export async function revealCredential(ctx: Ctx, id: number): Promise<SealedCredentialRow> {
  return ctx.tx(async (inTx) => {
    const credential = orNotFound(await findRow(inTx.db, sealedCredentialList, id))
    await markOpened(inTx.db, [id])
    await recordEvent(inTx, 'credential.revealed', `credential:${id}`)
    return credential
  })
}

/** A page of credentials whose secrets are about to be shown. No one reads passwords without a trace. */
export async function openCredentials(ctx: Ctx, dbs: ListDatabases, query: SortedListQuery) {
  const page = await listSealedCredentials(dbs, query)
  const ids = page.rows.map(({ id }) => id)
  await ctx.tx(async (inTx) => {
    await markOpened(inTx.db, ids)
    const details = { count: ids.length, ids: ids.join(', ') }
    await recordEvent(inTx, 'credentials.listed', undefined, details)
  })
  return page
}
