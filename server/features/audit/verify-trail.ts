import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { idRanges } from '../../db/ids'
import { onlyRow } from '../../errors'
import { auditChain, auditPending, auditSeals, auditEvents } from '../../db/schema/audit-events'
import { users } from '../../db/schema/users'
import {
  sealedBy,
  sealHead,
  readableHash,
  type KeptSeal,
  readHead,
  beginning,
  eventLine,
  hashLink,
} from './seal-chain'

const batchSize = 5_000
const hourMs = 60 * 60_000
/** A transaction takes seconds, and chaining a minute. */
const mostDelayMs = hourMs
/** A day between seals, and one for a portal that was not running. */
const mostUnsealedMs = 48 * hourMs
/** Lines from outside that do not fit and are named: each is about all that came before it. */
const mostKept = 10

type Report = (problem: string) => void

export interface TrailCounts {
  /** Events in the chain. */
  chained: number
  /** Written, and not in the chain yet. */
  waiting: number
  /** How far the newest seal confirms the chain; 0 without one. */
  sealed: number
  /** When; null without a seal. */
  sealedAt: Date | null
  problems: number
}

/**
 * Compares every event with the chain, and the chain with its seals, with what was kept of them outside the database,
 * and with the accounts, which came with an event each. Reports each that was changed, removed or added past the
 * portal, in a line of its own.
 */
export async function verifyTrail(input: {
  db: Queryable
  dataKeys: readonly Buffer[]
  kept?: readonly KeptSeal[]
  report: Report
}): Promise<TrailCounts> {
  const { db, dataKeys, kept = [] } = input
  let problems = 0
  const report = (problem: string) => {
    problems += 1
    input.report(problem)
  }
  const sealed = await checkSeals(db, dataKeys, report)
  const chained = await checkLinks(db, report)
  await checkUnchained(db, report)
  const waiting = await checkWaiting(db, report)
  await checkKept(db, kept, report)
  await checkBeginning(db, report)
  return { chained, waiting, ...sealed, problems }
}

/** Returns up to which link the newest seal confirms the chain, and since when. */
async function checkSeals(
  db: Queryable,
  dataKeys: readonly Buffer[],
  report: Report,
): Promise<Pick<TrailCounts, 'sealed' | 'sealedAt'>> {
  const head = await readHead(db)
  // One a day.
  const seals = await db
    .select({ sealed: auditSeals, hash: auditChain.hash })
    .from(auditSeals)
    .leftJoin(auditChain, eq(auditChain.position, auditSeals.position))
    .orderBy(asc(auditSeals.position))
  let previous: Buffer = beginning
  for (const { sealed, hash } of seals) {
    const { position, at, seal } = sealed
    const key = dataKeys.find((each) => sealedBy(each).equals(seal.subarray(0, 4)))
    const told = { position, hash: hash ?? beginning, at, previous }
    if (key && !sealHead(key, told).equals(seal)) {
      report(
        `the seal of ${at.toISOString()} does not fit link ${position}: the chain was rebuilt, or the seal before is missing`,
      )
    }
    previous = seal
  }
  const newest = seals.at(-1)?.sealed
  if (!newest) {
    if (head) report('the chain has no seal')
    return { sealed: 0, sealedAt: null }
  }
  const { position, at, seal } = newest
  const day = at.toISOString()
  if (!dataKeys.some((key) => sealedBy(key).equals(seal.subarray(0, 4)))) {
    report(`the seal of ${day} can’t be checked: DATA_KEY lacks the key of that day`)
  }
  if (head && head.position > position && Date.now() - at.getTime() > mostUnsealedMs) {
    report(`the chain has not been sealed since ${day}: does a portal run?`)
  }
  return { sealed: position, sealedAt: at }
}

interface Walk {
  position: number
  hash: Buffer
  /** The latest time that an event has claimed so far. */
  latestAt: number
}

async function checkLinks(db: Queryable, report: Report): Promise<number> {
  let last: Walk = { position: 0, hash: beginning, latestAt: 0 }
  let chained = 0
  for (;;) {
    const links = await listLinks(db, last.position)
    for (const link of links) {
      const flaw = findLinkFlaw(link, last)
      if (flaw) report(flaw)
      const latestAt = Math.max(last.latestAt, link.at?.getTime() ?? 0)
      last = { position: link.position, hash: link.hash, latestAt }
    }
    chained += links.length
    if (links.length < batchSize) return chained
  }
}

const listLinks = (db: Queryable, after: number) =>
  db
    .select({
      position: auditChain.position,
      eventId: auditChain.eventId,
      hash: auditChain.hash,
      line: eventLine,
      at: auditEvents.at,
    })
    .from(auditChain)
    .leftJoin(auditEvents, eq(auditEvents.id, auditChain.eventId))
    .where(gt(auditChain.position, after))
    .orderBy(asc(auditChain.position))
    .limit(batchSize)

/** Each link is compared with the stored one before it, so that one change is one problem. */
function findLinkFlaw(
  { position, eventId, hash, line, at }: Awaited<ReturnType<typeof listLinks>>[number],
  last: Walk,
): string | null {
  if (position !== last.position + 1) {
    return `the links after ${last.position} and before ${position} are missing`
  }
  if (!at) return `event ${eventId} is missing`
  if (!hashLink(last.hash, line ?? '').equals(hash)) {
    return `event ${eventId} was changed, or its link`
  }
  if (at.getTime() < last.latestAt - mostDelayMs) {
    return `event ${eventId} was added later than ${at.toISOString()}, the time that it claims`
  }
  return null
}

/** A role that may only add events cannot bypass the trigger that puts an event in line. */
async function checkUnchained(db: Queryable, report: Report): Promise<void> {
  for await (const { after, upTo } of idRanges(db, auditEvents, batchSize)) {
    const strangers = await db
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .leftJoin(auditChain, eq(auditChain.eventId, auditEvents.id))
      .leftJoin(auditPending, eq(auditPending.eventId, auditEvents.id))
      .where(
        and(
          gt(auditEvents.id, after),
          lte(auditEvents.id, upTo),
          isNull(auditChain.position),
          isNull(auditPending.eventId),
        ),
      )
      .orderBy(asc(auditEvents.id))
    for (const { id } of strangers) report(`event ${id} was added past the chain`)
  }
}

async function checkWaiting(db: Queryable, report: Report): Promise<number> {
  const { rows: missing } = await db.execute<{ id: string }>(sql`
    select p.event_id as id from ${auditPending} p left join ${auditEvents} e on e.id = p.event_id
    where e.id is null order by p.event_id limit ${batchSize}`)
  for (const { id } of missing) report(`event ${id} is missing`)
  const { rows } = await db.execute<{ waiting: number; late: number }>(sql`
    select count(*)::int as waiting,
      (count(*) filter (where e.at < now() - interval '1 hour'))::int as late
    from ${auditPending} p left join ${auditEvents} e on e.id = p.event_id`)
  const { waiting, late } = onlyRow(rows)
  if (late > 0) report(`${late} events wait to be chained for over an hour: does a portal run?`)
  return waiting
}

async function checkKept(db: Queryable, kept: readonly KeptSeal[], report: Report): Promise<void> {
  const { rows } = await db.execute<{ position: string; hash: Buffer | null }>(sql`
    select kept.position, link.hash
    from unnest(${sql.param(kept.map(({ position }) => position))}::bigint[],
      ${sql.param(kept.map(({ hash }) => hash))}::bytea[]) kept(position, hash)
      left join ${auditChain} link using (position)
      left join ${auditSeals} seal using (position)
    where link.hash is distinct from kept.hash or seal.position is null
    order by kept.position limit ${mostKept}`)
  for (const { position, hash } of rows) {
    const isKept = kept.some(
      (line) => line.position === Number(position) && hash?.equals(line.hash),
    )
    report(
      isKept
        ? `the seal of link ${position}, which was kept outside the database, is missing`
        : `link ${position} is not what was kept outside the database: it is ${hash ? readableHash(hash) : 'nothing'}`,
    )
  }
}

/** An account comes with an event. Where the first of them is missing, the trail was emptied, or its beginning cut. */
async function checkBeginning(db: Queryable, report: Report): Promise<void> {
  const { rows } = await db.execute<{ people: string; is_short: boolean }>(sql`
    select (select count(*) from ${users}) as people, coalesce(
      (select min(created_at) from ${users}) < (select min(at) from ${auditEvents}) - interval '1 hour',
      exists (select from ${users})) as is_short`)
  if (rows[0]?.is_short)
    report(`there are ${rows[0].people} accounts, and no events from the time of the first`)
}
