import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { idRanges } from '../../db/id-ranges'
import { auditChain, auditPending, auditSeals } from '../../db/schema/audit-chain'
import { auditEvents } from '../../db/schema/audit-events'
import { readHead } from './chain-events'
import { beginning, eventLine, hashLink } from './event-link'
import { readableHash, sealHead } from './seal-chain'

const batchSize = 5_000
const hourMs = 60 * 60_000
/** A transaction takes seconds, and chaining a minute. */
const mostDelayMs = hourMs
/** A day between seals, and one for a portal that was not running. */
const mostUnsealedMs = 48 * hourMs

type Report = (problem: string) => void

export interface TrailCounts {
  /** Events in the chain. */
  chained: number
  /** Written, and not in the chain yet. */
  waiting: number
  /** How far the newest seal confirms the chain; 0 without one. */
  sealed: number
  problems: number
}

/**
 * Compares every event with the chain, and the chain with its newest seal and, if given, with a head that the log
 * was told. Reports each that was changed, removed or added past the portal, in a line of its own.
 */
export async function verifyTrail(input: {
  db: Database
  dataKeys: readonly Buffer[]
  /** From the log: a position, and the hash that stood there. */
  expected?: { position: number; hash: string } | undefined
  report: Report
}): Promise<TrailCounts> {
  const { db, dataKeys, expected } = input
  let problems = 0
  const report = (problem: string) => {
    problems += 1
    input.report(problem)
  }
  const sealed = await checkSeal(db, dataKeys, report)
  const chained = await checkLinks(db, report)
  await checkUnchained(db, report)
  const waiting = await checkWaiting(db, report)
  if (expected) await checkExpected(db, expected, report)
  return { chained, waiting, sealed, problems }
}

/** Returns up to which link the newest seal confirms the chain. */
async function checkSeal(
  db: Database,
  dataKeys: readonly Buffer[],
  report: Report,
): Promise<number> {
  const head = await readHead(db)
  const [newest] = await db
    .select({ sealed: auditSeals, hash: auditChain.hash })
    .from(auditSeals)
    .leftJoin(auditChain, eq(auditChain.position, auditSeals.position))
    .orderBy(desc(auditSeals.position))
    .limit(1)
  if (!newest) {
    if (head) report('the chain has no seal')
    return 0
  }
  const { position, at, seal } = newest.sealed
  const day = at.toISOString()
  const hash = newest.hash ?? beginning
  if (!dataKeys.some((key) => sealHead(key, { position, hash, at }).equals(seal))) {
    report(
      `the seal of ${day} does not fit link ${position}: the chain was made anew, or DATA_KEY lacks the key of that day`,
    )
  }
  if (head && head.position > position && Date.now() - at.getTime() > mostUnsealedMs) {
    report(`the chain has not been sealed since ${day}: does a portal run?`)
  }
  return position
}

interface Walk {
  position: number
  hash: Buffer
  /** The latest time that an event has claimed so far. */
  latestAt: number
}

/** Returns how many there are. */
async function checkLinks(db: Database, report: Report): Promise<number> {
  let last: Walk = { position: 0, hash: beginning, latestAt: 0 }
  let chained = 0
  for (;;) {
    const links = await listLinks(db, last.position)
    for (const link of links) {
      const flaw = findFlaw(link, last)
      if (flaw) report(flaw)
      const latestAt = Math.max(last.latestAt, link.at?.getTime() ?? 0)
      last = { position: link.position, hash: link.hash, latestAt }
    }
    chained += links.length
    if (links.length < batchSize) return chained
  }
}

const listLinks = (db: Database, after: number) =>
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

/** Each link is held against the one before it as it stands, so that one change is one problem. */
function findFlaw(
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

/** The trigger that puts an event in line cannot be passed by whoever may only add events. */
async function checkUnchained(db: Database, report: Report): Promise<void> {
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

async function checkWaiting(db: Database, report: Report): Promise<number> {
  const { rows } = await db.execute<{
    event_id: string
    is_missing: boolean
    is_late: boolean
  }>(sql`
    select p.event_id, e.id is null as is_missing, e.at < now() - interval '1 hour' as is_late
    from ${auditPending} p left join ${auditEvents} e on e.id = p.event_id
    order by p.event_id`)
  for (const { event_id: id, is_missing: isMissing } of rows) {
    if (isMissing) report(`event ${id} is missing`)
  }
  const late = rows.filter((row) => row.is_late).length
  if (late > 0) report(`${late} events wait to be chained for over an hour: does a portal run?`)
  return rows.length
}

async function checkExpected(
  db: Database,
  { position, hash }: { position: number; hash: string },
  report: Report,
): Promise<void> {
  const [link] = await db
    .select({ hash: auditChain.hash })
    .from(auditChain)
    .where(eq(auditChain.position, position))
  const found = link ? readableHash(link.hash) : 'nothing'
  if (found.replaceAll(' ', '') === hash) return
  report(`link ${position} is not what the log was told: it is ${found}`)
}
