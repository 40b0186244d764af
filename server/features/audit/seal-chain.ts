import { createHmac, hkdfSync } from 'node:crypto'
import { desc, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../db/client'
import { auditSeals } from '../../db/schema/audit-events'
import { keyId } from '../../db/sealing'
import { beginning, chainEvents, readHead } from './chain-events'
import { keepSeal, readableHash, type KeptSeal } from './kept-seals'

const sealEveryHours = 24

interface Sealing {
  db: Database
  dataKeys: readonly Buffer[]
  uploadsDir: string
  logger: Logger
}

/** The head that a seal confirms. */
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
