import { createHmac, hkdfSync, createHash } from 'node:crypto'
import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { desc, sql, asc, eq } from 'drizzle-orm'
import type { JobCtx } from '../../ctx'
import type { Database, Transaction } from '../../db/client'
import { auditSeals, auditChain, auditPending, auditEvents } from '../../db/schema/audit-events'
import { keyId } from '../../db/sealing'
import type { Env } from '../../env'
import { isMissing } from '../../storage/disk-io'

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
  // Events that are in the chain already must not be in the way of the others.
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

export const beginning = Buffer.alloc(32)

/** All that an event says, as one line: the same for as long as nothing of it changes. */
export const eventLine = sql<string | null>`jsonb_build_array(
  ${auditEvents.id}, to_char(${auditEvents.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  ${auditEvents.actorId}, ${auditEvents.action}, ${auditEvents.object}, ${auditEvents.ip},
  ${auditEvents.requestId}, ${auditEvents.details})::text`

export const hashLink = (previous: Buffer, line: string): Buffer =>
  createHash('sha256').update(previous).update(line).digest()

const sealEveryHours = 24

type Sealing = Pick<JobCtx, 'db' | 'logger'> & Pick<Env, 'dataKeys' | 'uploadsDir'>

interface SealedHead extends KeptSeal {
  at: Date
  /** The seal before, so that none of them can be taken away; `beginning` without one. */
  previous: Buffer
}

/** Adds to the chain what was written since the last time; once it has all, its end is sealed when that is due. */
export async function chainTrail(deps: Sealing): Promise<void> {
  if ((await chainEvents(deps.db)) === 'all') await sealChain(deps)
}

/**
 * Seals the newest link with a key that the database does not have, once a day, and writes it to the log and to a
 * file: the owner of the database can rebuild the chain, but not its seals, nor what was told outside.
 */
async function sealChain({ db, dataKeys, uploadsDir, logger }: Sealing): Promise<void> {
  const [dataKey] = dataKeys
  const head = await readHead(db)
  const newest = await readNewestSeal(db)
  if (!dataKey || !head || newest?.isFresh || newest?.position === head.position) return
  const sealed = { ...head, at: new Date(), previous: newest?.seal ?? beginning }
  const { position, at, hash } = sealed
  await db.insert(auditSeals).values({ position, at, seal: sealHead(dataKey, sealed) })
  logger.info({ position, hash: readableHash(hash) }, 'audit trail sealed')
  await keepSeal(uploadsDir, head)
}

async function readNewestSeal(db: Database) {
  const [newest] = await db
    .select({
      position: auditSeals.position,
      seal: auditSeals.seal,
      isFresh: sql<boolean>`${auditSeals.at} > now() - make_interval(hours => ${sealEveryHours})`,
    })
    .from(auditSeals)
    .orderBy(desc(auditSeals.position))
    .limit(1)
  return newest
}

/**
 * The key is derived, so that nothing else that DATA_KEY makes can pass for a seal; the first bytes say which
 * one it is.
 */
export function sealHead(dataKey: Buffer, { position, hash, at, previous }: SealedHead): Buffer {
  const key = Buffer.from(hkdfSync('sha256', dataKey, '', 'audit-seal', 32))
  const sealed = `${position} ${hash.toString('hex')} ${at.toISOString()} ${previous.toString('hex')}`
  return Buffer.concat([sealedBy(dataKey), createHmac('sha256', key).update(sealed).digest()])
}

/** How a seal begins that was made with this key. */
export const sealedBy = (dataKey: Buffer): Buffer => Buffer.from(keyId(dataKey), 'hex')

/** A link that was sealed, as it is told to the log and kept outside the database. */
export interface KeptSeal {
  position: number
  hash: Buffer
}

const fileOf = (uploadsDir: string) => join(uploadsDir, '.audit-seals')

/** In groups, as the log takes out whatever is as long as a key. */
export const readableHash = (hash: Buffer): string =>
  (hash.toString('hex').match(/.{16}/g) ?? []).join(' ')

/** Adds a line where a person with access to the database alone can't reach it. */
const keepSeal = (uploadsDir: string, { position, hash }: KeptSeal): Promise<void> =>
  appendFile(fileOf(uploadsDir), `${position} ${readableHash(hash)}\n`, {
    mode: 0o600,
    flush: true,
  })

/** For a chain that is gone with its database. */
export const forgetKeptSeals = (uploadsDir: string): Promise<void> =>
  rm(fileOf(uploadsDir), { force: true })

/** Those of this machine, the oldest first. */
export async function listKeptSeals(uploadsDir: string): Promise<KeptSeal[]> {
  try {
    const text = await readFile(fileOf(uploadsDir), 'utf8')
    // A line that a power cut broke off says nothing.
    return text.split('\n').flatMap((line) => readKeptSeal(line) ?? [])
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Reads '4711 0f3a…' or a line of the log; null for anything else. */
export function readKeptSeal(text: string): KeptSeal | null {
  const [, position, groups = ''] =
    /^(\d+)[\s:]+([\da-f :]+)$/.exec(text.trim()) ??
    /"position":(\d+),"hash":"([\da-f ]+)"/.exec(text) ??
    []
  const hash = groups.replaceAll(/[\s:]/g, '')
  return hash.length === 64 ? { position: Number(position), hash: Buffer.from(hash, 'hex') } : null
}
