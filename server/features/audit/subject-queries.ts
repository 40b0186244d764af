import { desc, inArray } from 'drizzle-orm'
import { searchedSubjects } from '@shared/list-choices'
import type { Queryable } from '../../db/client'
import { defineList } from '../../db/lists/list'
import { readPage } from '../../db/lists/list-page'
import type { ListDatabases } from '../../db/lists/searches'
import { files } from '../../db/schema/files'
import { mails } from '../../db/schema/mail'
import { matches } from '../../db/schema/matches'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { users } from '../../db/schema/users'
import type { Subjects } from './queries'

const mostOfEach = 200

/** People, and what is theirs now: documents, shared logins, emails to them, introductions. */
export async function findSubjectsOfPeople(
  db: Queryable,
  ids: readonly number[],
): Promise<Subjects> {
  if (ids.length === 0) return { objects: [], actors: [] }
  const owned = [
    ['file', files, files.userId],
    ['credential', monitoringCredentials, monitoringCredentials.userId],
    ['mail', mails, mails.userId],
    ['match', matches, matches.partnerId],
  ] as const
  const objects = await Promise.all(
    owned.map(async ([kind, table, ownerId]) => {
      const rows = await db
        .select({ id: table.id })
        .from(table)
        .where(inArray(ownerId, [...ids]))
        .orderBy(desc(table.id))
        .limit(mostOfEach)
      return rows.map(({ id }) => `${kind}:${id}`)
    }),
  )
  return { objects: [...ids.map((id) => `user:${id}`), ...objects.flat()], actors: ids }
}

const people = defineList({
  name: 'audited-people',
  table: 'users',
  columns: { id: users.id },
  filter: () => ["users.is_admin = 0 and users.kind = 'partner'"],
})

const documents = defineList({ name: 'audited-files', table: 'files', columns: { id: files.id } })

const newest = <Row>({ rows }: { rows: Row[] }) => rows.slice(0, searchedSubjects)

/** The newest people and documents that match a search, and what is theirs. */
export async function searchSubjects(dbs: ListDatabases, search: string): Promise<Subjects> {
  const query = { search, sort: 'newest', limit: searchedSubjects } as const
  const [foundPeople, foundDocuments] = await Promise.all([
    readPage(dbs, people, query),
    readPage(dbs, documents, query),
  ])
  const ids = newest(foundPeople).map(({ id }) => id)
  const { objects, actors } = await findSubjectsOfPeople(dbs.db, ids)
  const found = newest(foundDocuments).map(({ id }) => `file:${id}`)
  return { objects: [...new Set([...objects, ...found])], actors }
}
