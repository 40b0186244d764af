import { sql } from 'drizzle-orm'
import type { AuditExportQuery } from '@shared/audit'
import type { CredentialExportQuery } from '@shared/credentials'
import type { FileExportQuery } from '@shared/files'
import type { MessageExportQuery } from '@shared/messages'
import type { ReferredPeopleExportQuery } from '@shared/referred-people'
import type { UserExportQuery } from '@shared/users'
import type { Transaction } from '../../db/client'
import type { ListDatabases } from '../../db/lists/searches'
import { streamIds, streamList } from '../../db/lists/stream-list'
import { readFilter } from '../audit/list-trail'
import { findNames, type Named } from '../audit/name-queries'
import { readEvents, walkEvents, type AuditEventRow } from '../audit/queries'
import { credentialList } from '../credentials/queries'
import { reviewedFileList } from '../files/queries'
import { messageList, referralList } from '../messages/queries'
import { referredPeopleList } from '../referrals/referred-people-queries'
import { userList } from '../users/queries'

export const walkUsers = (tx: Transaction, query: UserExportQuery) =>
  streamList(tx, userList, query)

export const walkFiles = (tx: Transaction, query: FileExportQuery) =>
  streamList(tx, reviewedFileList, query)

/** Without their secrets. */
export const walkCredentials = (tx: Transaction, query: CredentialExportQuery) =>
  streamList(tx, credentialList, query)

export const walkMessages = (tx: Transaction, query: MessageExportQuery) =>
  streamList(tx, messageList, query)

export const walkReferrals = (tx: Transaction, query: MessageExportQuery) =>
  streamList(tx, referralList, query)

export const walkReferredPeople = (tx: Transaction, query: ReferredPeopleExportQuery) =>
  streamList(tx, referredPeopleList, query)

/** An event with what it is about, as that is called now. */
export type NamedEvent = AuditEventRow & { named: Named | undefined }

export async function* walkTrail(
  tx: Transaction,
  query: AuditExportQuery,
  dbs: ListDatabases,
): AsyncGenerator<NamedEvent[]> {
  const walk = walkEvents(await readFilter(dbs, query))
  yield* streamIds(tx, walk, async (ids) => {
    const events = await readEvents(tx, sql`select unnest(${sql.param(ids)}::bigint[])`)
    const names = await findNames(
      tx,
      events.map(({ object }) => object),
    )
    return events.map((event) => ({ ...event, named: names.get(event.object ?? '') }))
  })
}
