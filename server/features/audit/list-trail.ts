import { sql } from 'drizzle-orm'
import type { AuditExportQuery, AuditListQuery } from '@shared/audit'
import type { Queryable, Transaction } from '../../db/client'
import type { ListDatabases } from '../../db/lists/searches'
import { streamIds } from '../../db/lists/stream-list'
import { findNames, findSubjectsOfPeople, searchSubjects } from './object-queries'
import {
  countEvents,
  listEvents,
  readEvents,
  walkEvents,
  type AuditEventRow,
  type EventFilter,
  type Subjects,
} from './queries'

/** An event with what it is about, as that is called now. */
export type NamedEvent = Awaited<ReturnType<typeof nameEvents>>[number]

export async function nameEvents(db: Queryable, rows: readonly AuditEventRow[]) {
  const objects = rows.map(({ object }) => object)
  const names = await findNames(db, objects)
  return rows.map(({ actorId, actorEmail, actorFirstName, actorLastName, ...event }) => {
    const named = names.get(event.object ?? '')
    const name = actorEmail && `${actorFirstName} ${actorLastName}`
    return {
      ...event,
      objectName: named?.name ?? null,
      owner: named?.owner ?? null,
      decision: event.decision && {
        ...event.decision,
        isUndone: event.decision.undoneAt !== null,
      },
      actor: actorId === null ? null : { id: actorId, email: actorEmail, name },
    }
  })
}

export async function listTrail(dbs: ListDatabases, query: AuditListQuery) {
  const { limit, cursor } = query
  const filter = await readFilter(dbs, query)
  const [events, total] = await Promise.all([
    listEvents(dbs.db, filter, { limit, cursor }),
    countEvents(dbs.db, filter),
  ])
  return { rows: await nameEvents(dbs.db, events), total }
}

export async function* walkTrail(
  tx: Transaction,
  query: AuditExportQuery,
  dbs: ListDatabases,
): AsyncGenerator<NamedEvent[]> {
  const walk = walkEvents(await readFilter(dbs, query))
  yield* streamIds(tx, walk, async (ids) => {
    const isMeant = sql`select unnest(${sql.param(ids)}::bigint[])`
    return nameEvents(tx, await readEvents(tx, isMeant))
  })
}

async function readFilter(dbs: ListDatabases, query: AuditExportQuery): Promise<EventFilter> {
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
