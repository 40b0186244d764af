import { eq, sql } from 'drizzle-orm'
import type { ShareCredentialsRequest } from '@shared/credentials'
import type { Ctx, EventSource } from '../../ctx'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { conflict } from '../../errors'
import { newToken } from '../../tokens'
import { recordEvent } from '../audit/record-event'
import { cancelMailsAbout } from '../mail/queue-decision-mail'
import {
  getCredentialOfUser,
  lockCredentialOfUser,
  sealSecrets,
  type OwnCredentialRow,
} from './queries'
import { drawId } from '../../db/ids'

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
