import type { AuditListQuery } from '@shared/audit'
import type { ListDatabases } from '../../db/lists/searches'
import { findNames } from './name-queries'
import { countEvents, listEvents, type EventFilter, type Subjects } from './queries'
import { findSubjectsOfPeople, searchSubjects } from './subject-queries'

/** A page of the audit trail, with its total, and what the things in it are called. */
export async function listTrail(dbs: ListDatabases, query: AuditListQuery) {
  const { actor, kind, from, to, limit, cursor } = query
  const filter: EventFilter = { actor, kind, from, to, subjects: await findSubjects(dbs, query) }
  const [rows, total] = await Promise.all([
    listEvents(dbs.db, filter, { limit, cursor }),
    countEvents(dbs.db, filter),
  ])
  const names = await findNames(
    dbs.db,
    rows.map(({ object }) => object),
  )
  return { rows, total, names }
}

/** One thing, one person, or what a search finds; undefined: all that there is. */
async function findSubjects(
  dbs: ListDatabases,
  { object, person, search }: AuditListQuery,
): Promise<Subjects | undefined> {
  if (object) return { objects: [object], actors: [] }
  if (person) return findSubjectsOfPeople(dbs.db, [person])
  return search.trim() ? searchSubjects(dbs, search) : undefined
}
