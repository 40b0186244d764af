import { createHash } from 'node:crypto'
import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/client'
import { auditChain, auditPending, auditEvents } from '../../db/schema/audit-events'

const batchSize = 1_000
const mostBatches = 100
// Any fixed number: who chains takes turns.
const chainLock = 7_316_411

/**
 * Adds the events that wait to the chain; those of transactions under way wait for the next time. Not part of
 * the requests that write them, which would all wait for each other at the end of the chain.
 */
export async function chainEvents(db: Database): Promise<'all' | 'a part'> {
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const count = await db.transaction(chainBatch)
    if (count < batchSize) return 'all'
  }
  return 'a part'
}

async function chainBatch(tx: Transaction): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${chainLock})`)
  // What is there already must not be in the way of the others.
  await tx.execute(sql`
    delete from ${auditPending} using ${auditChain} c where c.event_id = ${auditPending.eventId}`)
  const events = await tx
    .select({ id: auditEvents.id, line: eventLine })
    .from(auditPending)
    .innerJoin(auditEvents, eq(auditEvents.id, auditPending.eventId))
    .orderBy(asc(auditPending.eventId))
    .limit(batchSize)
  if (events.length === 0) return 0

  let { position, hash } = (await readHead(tx)) ?? { position: 0, hash: beginning }
  const ids = sql.param(events.map(({ id }) => id))
  const positions = events.map(() => (position += 1))
  const hashes = events.map(({ line }) => (hash = hashLink(hash, line ?? '')))
  // Arrays, so that it is one statement for any number of them.
  await tx.execute(sql`
    insert into ${auditChain} (position, event_id, hash)
    select * from unnest(
      ${sql.param(positions)}::bigint[], ${ids}::bigint[], ${sql.param(hashes)}::bytea[])`)
  await tx.execute(sql`delete from ${auditPending} where event_id = any(${ids}::bigint[])`)
  return events.length
}

/** The newest link; null before the first. */
export async function readHead(db: Database | Transaction) {
  const [head] = await db.select().from(auditChain).orderBy(desc(auditChain.position)).limit(1)
  return head ?? null
}

/** What comes before the first link. */
export const beginning = Buffer.alloc(32)

/** All that an event says, as one line: the same for as long as nothing of it changes. */
export const eventLine = sql<string | null>`jsonb_build_array(
  ${auditEvents.id}, to_char(${auditEvents.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  ${auditEvents.actorId}, ${auditEvents.action}, ${auditEvents.object}, ${auditEvents.ip},
  ${auditEvents.requestId}, ${auditEvents.details})::text`

/** SHA-256 of the hash before and of the event. */
export const hashLink = (previous: Buffer, line: string): Buffer =>
  createHash('sha256').update(previous).update(line).digest()
