import type { SortedListQuery } from '@shared/lists'
import type { Ctx } from '../../ctx'
import type { ListDatabases } from '../../db/lists/searches'
import { orNotFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import {
  getSealedCredential,
  listSealedCredentials,
  markOpened,
  type SealedCredentialRow,
} from './queries'

/** One login whose secrets are about to be shown. No one reads a password without a trace. */
export async function revealCredential(ctx: Ctx, id: number): Promise<SealedCredentialRow> {
  return ctx.tx(async (inTx) => {
    const credential = orNotFound(await getSealedCredential(inTx.db, id))
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
