import type { AuditExportQuery, AuditListQuery } from '@shared/audit'
import type { ListDatabases } from '../../db/lists/searches'
import { findNames } from './name-queries'
import { countEvents, listEvents, type EventFilter, type Subjects } from './queries'
import { findSubjectsOfPeople, searchSubjects } from './subject-queries'

/** A page of the audit trail, with its total, and what the things in it are called. */
export async function listTrail(dbs: ListDatabases, query: AuditListQuery) {
  const { limit, cursor } = query
  const filter = await readFilter(dbs, query)
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

/** What narrows the trail, with the people and things that are meant. */
export async function readFilter(
  dbs: ListDatabases,
  query: AuditExportQuery,
): Promise<EventFilter> {
  const { actor, kind, from, to } = query
  return { actor, kind, from, to, subjects: await findSubjects(dbs, query) }
}

/** One thing, one person, or what a search finds; undefined: all that there is. */
async function findSubjects(
  dbs: ListDatabases,
  { object, person, search }: AuditExportQuery,
): Promise<Subjects | undefined> {
  if (object) return { objects: [object], actors: [] }
  if (person) return findSubjectsOfPeople(dbs.db, [person])
  return search.trim() ? searchSubjects(dbs, search) : undefined
}
