import type { ShareCredentialsRequest } from '@shared/credentials'
import type { Ctx, EventSource } from '../../ctx'
import { drawId } from '../../db/draw-id'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { newToken } from '../../tokens'
import { recordEvent } from '../audit/record-event'
import { sealSecrets } from './queries'

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
