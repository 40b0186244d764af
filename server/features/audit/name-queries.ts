import { eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { NamedPerson } from '@shared/audit'
import { leftEntrepreneur } from '@shared/entrepreneurs'
import type { Queryable } from '../../db/client'
import { files } from '../../db/schema/files'
import { mails } from '../../db/schema/mail'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { matches } from '../../db/schema/matches'
import { messages, referrals } from '../../db/schema/messages'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { users } from '../../db/schema/users'

export interface Named {
  name: string
  owner: NamedPerson | null
}

/** What things are called now, by what the trail calls them: `file:12`. What is gone has no name. */
export async function findNames(
  db: Queryable,
  objects: readonly (string | null)[],
): Promise<Map<string, Named>> {
  const names = new Map<string, Named>()
  // One after the other: a transaction has one connection.
  for (const [kind, list] of Object.entries(listers)) {
    const ids = idsOf(kind, objects)
    if (ids.length === 0) continue
    for (const { id, name, ownerId, ownerName } of await list(db, ids)) {
      const owner = ownerId && ownerName ? { id: ownerId, name: ownerName } : null
      names.set(`${kind}:${id}`, { name, owner })
    }
  }
  return names
}

function idsOf(kind: string, objects: readonly (string | null)[]): number[] {
  const ids = objects.flatMap((object) => {
    const [of, id] = object?.split(':') ?? []
    return of === kind ? [Number(id)] : []
  })
  return [...new Set(ids)].filter(Number.isSafeInteger)
}

const fullName = sql<string>`${users.firstName} || ' ' || ${users.lastName}`
const entrepreneurName = sql<string>`${entrepreneurs.firstName} || ' ' || ${entrepreneurs.lastName}`
const noOwner = { ownerId: sql<null>`null`, ownerName: sql<null>`null` }
const ofOwner = { ownerId: users.id, ownerName: fullName }

/** One parameter, however many: each other text would be another prepared statement. */
const isOneOf = (id: SQLWrapper, ids: number[]) => sql`${id} = any(${sql.param(ids)}::int[])`

interface Row {
  id: number
  name: string
  ownerId: number | null
  ownerName: string | null
}

const listers: Record<string, (db: Queryable, ids: number[]) => Promise<Row[]>> = {
  user: async (db, ids) =>
    db
      .select({ id: users.id, name: fullName, ...noOwner })
      .from(users)
      .where(isOneOf(users.id, ids)),
  file: async (db, ids) =>
    db
      .select({ id: files.id, name: files.fileName, ...ofOwner })
      .from(files)
      .leftJoin(users, eq(users.id, files.userId))
      .where(isOneOf(files.id, ids)),
  credential: async (db, ids) =>
    db
      .select({
        id: monitoringCredentials.id,
        name: monitoringCredentials.serviceName,
        ...ofOwner,
      })
      .from(monitoringCredentials)
      .leftJoin(users, eq(users.id, monitoringCredentials.userId))
      .where(isOneOf(monitoringCredentials.id, ids)),
  mail: async (db, ids) =>
    db
      .select({ id: mails.id, name: mails.subject, ...ofOwner })
      .from(mails)
      .leftJoin(users, eq(users.id, mails.userId))
      .where(isOneOf(mails.id, ids)),
  message: async (db, ids) =>
    db
      .select({ id: messages.id, name: messages.subject, ...noOwner })
      .from(messages)
      .where(isOneOf(messages.id, ids)),
  referral: async (db, ids) =>
    db
      .select({ id: referrals.id, name: referrals.referralName, ...noOwner })
      .from(referrals)
      .where(isOneOf(referrals.id, ids)),
  entrepreneur: async (db, ids) =>
    db
      .select({ id: entrepreneurs.id, name: entrepreneurName, ...noOwner })
      .from(entrepreneurs)
      .where(isOneOf(entrepreneurs.id, ids)),
  match: async (db, ids) =>
    db
      .select({
        id: matches.id,
        name: sql<string>`${fullName} || ' and ' || coalesce(${entrepreneurName}, ${leftEntrepreneur})`,
        ...ofOwner,
      })
      .from(matches)
      .innerJoin(users, eq(users.id, matches.partnerId))
      .leftJoin(entrepreneurs, eq(entrepreneurs.id, matches.entrepreneurId))
      .where(isOneOf(matches.id, ids)),
}
