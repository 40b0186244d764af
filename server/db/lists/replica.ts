import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { connectDatabase, type Database } from '../client'
import { onlyRow } from '../only-row'
import { connectSearches, type ListDatabases } from './searches'

/** Lists that take longer on the replica are read from the primary. */
const statementTimeoutMs = 2_500
/** Retries of a list while the replica catches up with the primary; 75 ms in all. */
const waitsMs = [5, 10, 20, 40, 0]
const answerMs = 500

export interface Replica extends ListDatabases {
  pools: { replica: Pool; 'replica-searches': Pool }
  end(): Promise<void>
}

/** What the primary has written, on which timeline of which cluster. */
export interface PrimaryPosition {
  writtenTo: string
  timeline: number
  cluster: string
}

export interface ReplicaPosition {
  isReplica: boolean
  /** Of what the primary has written; null for a server that replays nothing. */
  bytesBehind: number | null
  timeline: number
  cluster: string
}

export interface ReplicaState {
  /** Why nothing is read from it; null when it shows all that the primary has. */
  fault: string | null
  bytesBehind: number | null
}

export function connectReplica(url: string, logger: Logger, connections: number): Replica {
  const lists = connectDatabase(url, logger, { statementTimeoutMs, connections })
  const searches = connectSearches(url, logger, connections)
  return {
    db: lists.db,
    searches: searches.db,
    pools: { replica: lists.pool, 'replica-searches': searches.pool },
    async end() {
      await Promise.all([lists.pool.end(), searches.pool.end()])
    },
  }
}

/** The position after all that was committed before this call. Throws on a replica. */
export async function locatePrimary(db: Database): Promise<PrimaryPosition> {
  // What is inserted, not what is flushed: with synchronous_commit off, that comes later.
  const { rows } = await db.execute<{ writtenTo: string; timeline: string; cluster: string }>(sql`
    select place::text as "writtenTo", left(pg_walfile_name(place), 8) as timeline,
      (select system_identifier::text from pg_control_system()) as cluster
    from pg_current_wal_insert_lsn() place`)
  const { timeline, ...rest } = onlyRow(rows)
  return { ...rest, timeline: Number.parseInt(timeline, 16) }
}

/** Waits a moment until the replica has come to this position. */
export async function followTo(db: Database, here: PrimaryPosition): Promise<ReplicaState> {
  const tooLate = delay(answerMs, undefined, { ref: false }).then((): ReplicaState => ({
    fault: 'it does not answer',
    bytesBehind: null,
  }))
  try {
    // A server that is frozen takes connections, and answers nothing.
    return await Promise.race([catchUp(db, here), tooLate])
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { fault: cause instanceof Error ? cause.message : String(cause), bytesBehind: null }
  }
}

async function catchUp(db: Database, here: PrimaryPosition): Promise<ReplicaState> {
  let state: ReplicaState = { fault: null, bytesBehind: null }
  for (const wait of waitsMs) {
    state = judgeReplica(here, await locateReplica(db, here))
    if (!state.bytesBehind) break
    await delay(wait)
  }
  return state
}

async function locateReplica(db: Database, here: PrimaryPosition): Promise<ReplicaPosition> {
  const { rows } = await db.execute<{
    isReplica: boolean
    bytesBehind: string | null
    timeline: number
    cluster: string
  }>(sql`
    select pg_is_in_recovery() as "isReplica",
      greatest(${here.writtenTo}::pg_lsn - pg_last_wal_replay_lsn(), 0)::text as "bytesBehind",
      (select timeline_id from pg_control_checkpoint()) as timeline,
      (select system_identifier::text from pg_control_system()) as cluster`)
  const { bytesBehind, ...rest } = onlyRow(rows)
  return { ...rest, bytesBehind: bytesBehind === null ? null : Number(bytesBehind) }
}

/** A replica of another history may be further on than the primary, and show something else. */
export function judgeReplica(here: PrimaryPosition, there: ReplicaPosition): ReplicaState {
  const { isReplica, bytesBehind, timeline, cluster } = there
  const follows = isReplica && timeline === here.timeline && cluster === here.cluster
  if (!follows || bytesBehind === null) {
    return { fault: 'it does not follow DATABASE_URL', bytesBehind: null }
  }
  return { fault: bytesBehind > 0 ? 'it is behind' : null, bytesBehind }
}
