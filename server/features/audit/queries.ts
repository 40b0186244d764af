import { and, eq, inArray, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { actionsOf, type AuditListQuery } from '@shared/audit'
import { exactTotalLimit } from '@shared/list-choices'
import type { Database, Queryable } from '../../db/client'
import { getTotal } from '../../db/lists/totals'
import { auditEvents } from '../../db/schema/audit-events'
import { decisions } from '../../db/schema/decisions'
import { users } from '../../db/schema/users'

/** Things that events are about, or people whose doing they are. */
export interface Subjects {
  objects: readonly string[]
  actors: readonly number[]
}

export type EventFilter = Pick<AuditListQuery, 'actor' | 'kind' | 'from' | 'to'> & {
  subjects?: Subjects | undefined
}

export type AuditEventRow = Awaited<ReturnType<typeof readEvents>>[number]

/** A page of the audit trail, newest first, and one more. */
export async function listEvents(
  db: Queryable,
  filter: EventFilter,
  page: { limit: number; cursor?: number | undefined },
) {
  const limit = page.limit + 1
  return readEvents(
    db,
    sql`select id from (${newestIds(filter, { limit, cursor: page.cursor })}) found
      order by id desc limit ${limit}`,
  )
}

export async function readEvents(db: Queryable, ids: SQL) {
  return (
    db
      .select({
        id: auditEvents.id,
        at: auditEvents.at,
        action: auditEvents.action,
        object: auditEvents.object,
        ip: auditEvents.ip,
        requestId: auditEvents.requestId,
        details: auditEvents.details,
        actorId: auditEvents.actorId,
        actorEmail: users.email,
        actorFirstName: users.firstName,
        actorLastName: users.lastName,
        decision: {
          from: decisions.fromStatus,
          reason: decisions.reason,
          undoneAt: decisions.undoneAt,
        },
      })
      .from(auditEvents)
      .leftJoin(users, eq(users.id, auditEvents.actorId))
      .leftJoin(decisions, isOfEvent)
      .where(sql`${auditEvents.id} in (${ids})`)
      // By an expression, so that Postgres does not walk the whole trail for the order's sake.
      .orderBy(sql`${auditEvents.id} + 0 desc`)
  )
}

/** The whole trail, newest first: the `id` of each event, and whether it is of the filter. */
export function walkEvents(filter: EventFilter): SQL {
  const { subjects, kind, actor } = filter
  const { first, last, exactly } = readTimes(filter)
  const about =
    subjects &&
    sql`(${auditEvents.object} = any(${sql.param(subjects.objects)}::text[])
      or ${auditEvents.actorId} = any(${sql.param(subjects.actors)}::int[]))`
  const isOfKind = kind ? inArray(auditEvents.action, actionsOf(kind)) : undefined
  const isHit = and(exactly, about, isOfKind, isBy(actor)) ?? sql`true`
  return sql`select id, coalesce(${isHit}, false) as is_hit from ${auditEvents}
    where id >= ${first} and id <= ${last} order by id desc`
}

/** A decision and its event are of one transaction, and so of one moment. */
const isOfEvent = sql`${decisions.at} = ${auditEvents.at}
  and ${decisions.kind} = split_part(${auditEvents.action}, '.', 1)
  and ${decisions.subjectId} = case when ${auditEvents.action} like '%.status-changed'
    and ${auditEvents.object} ~ '^(user|file|credential):[0-9]{1,9}$'
    then split_part(${auditEvents.object}, ':', 2)::int end`

export async function countEvents(db: Database, filter: EventFilter): Promise<number> {
  const total = await getTotal(db, JSON.stringify(['audit_events', filter]), async (limit) => {
    return db.transaction(async (tx) => {
      // To a limit of thousands, Postgres may think it cheaper to read the whole trail for each walk.
      await tx.execute(sql`set local enable_seqscan = off`)
      const { rows } = await tx.execute<{ total: number }>(
        sql`select count(*)::int as total from (
          select id from (${newestIds(filter, { limit })}) found limit ${limit}) counted`,
      )
      return rows[0]?.total ?? 0
    })
  })
  return total ?? exactTotalLimit + 1
}

/**
 * The ids of the newest events of a filter, at least so many if there are. An index walks each object,
 * and each action of a person or of all, from its newest event on: however rare what is asked for, and
 * however long the trail, no more than a page of each is looked at.
 */
function newestIds(filter: EventFilter, page: { limit: number; cursor?: number | undefined }): SQL {
  const { subjects, kind, actor } = filter
  const actions = sql`unnest(${sql.param(actionsOf(kind))}::text[]) what`
  const ofAction = [auditEvents.action, sql`what`] as const
  const walk = createWalk(filter, page)

  if (subjects) {
    const actors = sql`${sql.param(subjects.actors)}::int[]`
    const about = and(
      sql`(${auditEvents.actorId} is null or ${auditEvents.actorId} <> all(${actors}))`,
      kind ? inArray(auditEvents.action, actionsOf(kind)) : undefined,
      isBy(actor),
    )
    return sql`select found.id from unnest(${sql.param(subjects.objects)}::text[]) thing
        cross join lateral ${walk([[auditEvents.object, sql`thing`]], about)} found
      union all select found.id from unnest(${actors}) someone cross join ${actions} cross join lateral
        ${walk([[auditEvents.actorId, sql`someone`], ofAction], isSomeone(actor))} found`
  }
  if (!actor && !kind) return walk([])
  // Not as a condition of its own as well: Postgres would then leave it out of the order.
  const ofActor =
    actor && actor !== 'none' ? [[auditEvents.actorId, sql`${actor}::int`] as const] : []
  const where = actor === 'none' ? isBy(actor) : undefined
  return sql`select found.id from ${actions} cross join lateral
    ${walk([...ofActor, ofAction], where)} found`
}

function isSomeone(actor: EventFilter['actor']): SQL | undefined {
  if (!actor) return undefined
  return actor === 'none' ? sql`false` : sql`someone = ${actor}`
}

function isBy(actor: EventFilter['actor']): SQL | undefined {
  if (!actor) return undefined
  return actor === 'none' ? isNull(auditEvents.actorId) : eq(auditEvents.actorId, actor)
}

/**
 * Walks an index from its newest event with these values on. The values are compared as one row together
 * with the id, and are what is sorted by: otherwise Postgres guesses, and may walk the whole trail.
 */
function createWalk(filter: EventFilter, page: { limit: number; cursor?: number | undefined }) {
  const { first, last, exactly } = readTimes(filter)
  const upper = page.cursor ? sql`least(${page.cursor}::bigint - 1, ${last})` : last
  return (values: (readonly [column: SQLWrapper, value: SQL])[], where?: SQL) => {
    const columns = [...values.map(([column]) => column), auditEvents.id]
    const row = (end: SQL) => sql.join([...values.map(([, value]) => value), end], sql`, `)
    const key = sql.join(columns, sql`, `)
    const order = sql.join(
      columns.map((column) => sql`${column} desc`),
      sql`, `,
    )
    const inside = and(sql`(${key}) >= (${row(first)})`, sql`(${key}) <= (${row(upper)})`)
    return sql`(select id from ${auditEvents} where ${and(inside, exactly, where)}
      order by ${order} limit ${page.limit})`
  }
}

/**
 * Times, and the ids around them, by which every index can be entered. An event's time is that at which
 * its transaction began, its id a little later: no transaction takes five minutes.
 */
function readTimes({ from, to }: EventFilter) {
  const start = sql`${from?.toISOString()}::timestamptz`
  const end = sql`${to?.toISOString()}::timestamptz`
  const first = sql`coalesce((select id from audit_events
    where at < ${start} - interval '5 minutes' order by at desc limit 1), 0)`
  const last = sql`coalesce((select id from audit_events
    where at >= ${end} + interval '5 minutes' order by at limit 1), ${Number.MAX_SAFE_INTEGER})`
  // An expression, so that each walk goes by its own index and not by the one of times.
  const time = sql`at + interval '0 seconds'`
  return {
    first: from ? first : sql`0::bigint`,
    last: to ? last : sql`${Number.MAX_SAFE_INTEGER}::bigint`,
    exactly: and(
      from ? sql`${time} >= ${start}` : undefined,
      to ? sql`${time} < ${end}` : undefined,
    ),
  }
}
