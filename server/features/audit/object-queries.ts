import { sql, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { NamedPerson } from '@shared/audit'
import { leftEntrepreneur } from '@shared/entrepreneurs'
import { searchedSubjects } from '@shared/list-choices'
import type { Queryable } from '../../db/client'
import { defineList } from '../../db/lists/list'
import { readPage } from '../../db/lists/list-page'
import type { ListDatabases } from '../../db/lists/searches'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { files } from '../../db/schema/files'
import { mails } from '../../db/schema/mail'
import { matches } from '../../db/schema/matches'
import { messages, referrals } from '../../db/schema/messages'
import { monitoringCredentials as logins } from '../../db/schema/monitoring-credentials'
import { fullName, users } from '../../db/schema/users'
import type { Subjects } from './queries'

interface Kind {
  table: PgTable & { id: AnyPgColumn }
  /** In a statement that has the owner as `owner`. */
  name: SQLWrapper
  ownerId?: AnyPgColumn
}

const entrepreneurName = sql`${entrepreneurs.firstName} || ' ' || ${entrepreneurs.lastName}`
const matchName = sql`owner.first_name || ' ' || owner.last_name || ' and ' || coalesce((
  select ${entrepreneurName} from ${entrepreneurs} where ${entrepreneurs.id} = ${matches.entrepreneurId}),
  ${leftEntrepreneur})`

/** How each kind of object is called, and whose it is. */
const kinds: Record<string, Kind> = {
  user: { table: users, name: fullName },
  file: { table: files, name: files.fileName, ownerId: files.userId },
  credential: { table: logins, name: logins.serviceName, ownerId: logins.userId },
  mail: { table: mails, name: mails.subject, ownerId: mails.userId },
  message: { table: messages, name: messages.subject },
  referral: { table: referrals, name: referrals.referralName },
  entrepreneur: { table: entrepreneurs, name: entrepreneurName },
  match: { table: matches, name: matchName, ownerId: matches.partnerId },
}

interface Named {
  name: string
  owner: NamedPerson | null
}

/** Names of things now, by what the trail calls them: `file:12`. What is gone has no name. */
export async function findNames(
  db: Queryable,
  objects: readonly (string | null)[],
): Promise<Map<string, Named>> {
  const names = new Map<string, Named>()
  // One after the other: a transaction has one connection.
  for (const [kind, { table, name, ownerId }] of Object.entries(kinds)) {
    const ids = idsOf(kind, objects)
    if (ids.length === 0) continue
    // One parameter, however many: each other text would be another prepared statement.
    const { rows } = await db.execute<{ id: number } & { [Key in keyof Named]: Named[Key] }>(sql`
      select ${table.id}, ${name} as name, case when owner.id is not null then json_build_object(
        'id', owner.id, 'name', owner.first_name || ' ' || owner.last_name) end as owner
      from ${table} left join users owner on owner.id = ${ownerId ?? sql`null`}
      where ${table.id} = any(${sql.param(ids)}::int[])`)
    for (const { id, ...named } of rows) names.set(`${kind}:${id}`, named)
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

const mostOfEach = 200

/** People, and what is theirs now: documents, shared logins, emails to them, introductions. */
export async function findSubjectsOfPeople(
  db: Queryable,
  ids: readonly number[],
): Promise<Subjects> {
  if (ids.length === 0) return { objects: [], actors: [] }
  const owned = await Promise.all(
    Object.entries(kinds).map(async ([kind, { table, ownerId }]) => {
      if (!ownerId) return []
      const { rows } = await db.execute<{ id: number }>(sql`
        select ${table.id} from ${table} where ${ownerId} = any(${sql.param(ids)}::int[])
        order by ${table.id} desc limit ${mostOfEach}`)
      return rows.map(({ id }) => `${kind}:${id}`)
    }),
  )
  return { objects: [...ids.map((id) => `user:${id}`), ...owned.flat()], actors: ids }
}

const people = defineList({
  name: 'audited-people',
  table: 'users',
  columns: { id: users.id },
  filter: () => ["users.is_admin = 0 and users.kind = 'partner'"],
})

const documents = defineList({ name: 'audited-files', table: 'files', columns: { id: files.id } })

/** The newest people and documents that match a search, and what is theirs. */
export async function searchSubjects(dbs: ListDatabases, search: string): Promise<Subjects> {
  const query = { search, sort: 'newest', limit: searchedSubjects } as const
  const [foundPeople, foundDocuments] = await Promise.all([
    readPage(dbs, people, query),
    readPage(dbs, documents, query),
  ])
  const [peopleIds = [], documentIds = []] = [foundPeople, foundDocuments].map(({ rows }) =>
    rows.slice(0, searchedSubjects).map(({ id }) => id),
  )
  const { objects, actors } = await findSubjectsOfPeople(dbs.db, peopleIds)
  const found = documentIds.map((id) => `file:${id}`)
  return { objects: [...new Set([...objects, ...found])], actors }
}
