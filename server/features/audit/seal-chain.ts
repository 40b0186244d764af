import { createHmac, hkdfSync } from 'node:crypto'
import { desc, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../db/client'
import { auditSeals } from '../../db/schema/audit-chain'
import { readHead } from './chain-events'

const sealEveryHours = 24

/** What a seal confirms. */
export interface SealedHead {
  position: number
  hash: Buffer
  at: Date
}

/**
 * Seals the newest link with a key that the database does not have, once a day, and writes it to the log: whoever
 * owns the database can make the chain anew, but not its seals, nor what the log was told.
 */
export async function sealChain(deps: {
  db: Database
  dataKeys: readonly Buffer[]
  logger: Logger
}): Promise<void> {
  const { db, dataKeys, logger } = deps
  const [dataKey] = dataKeys
  const head = await readHead(db)
  if (!dataKey || !head || (await isSealed(db, head.position))) return
  const sealed = { ...head, at: new Date() }
  const { position, at } = sealed
  await db.insert(auditSeals).values({ position, at, seal: sealHead(dataKey, sealed) })
  logger.info({ position, hash: readableHash(head.hash) }, 'audit trail sealed')
}

/** Whether this link is sealed, or another one was today. */
async function isSealed(db: Database, position: number): Promise<boolean> {
  const [newest] = await db
    .select({
      position: auditSeals.position,
      isFresh: sql<boolean>`${auditSeals.at} > now() - make_interval(hours => ${sealEveryHours})`,
    })
    .from(auditSeals)
    .orderBy(desc(auditSeals.position))
    .limit(1)
  return newest !== undefined && (newest.isFresh || newest.position >= position)
}

/** The key is derived, so that nothing else that DATA_KEY makes can pass for a seal. */
export function sealHead(dataKey: Buffer, { position, hash, at }: SealedHead): Buffer {
  const key = Buffer.from(hkdfSync('sha256', dataKey, '', 'audit-seal', 32))
  const sealed = `${position} ${hash.toString('hex')} ${at.toISOString()}`
  return createHmac('sha256', key).update(sealed).digest()
}

/** In groups, as the log takes out whatever is as long as a key. */
export const readableHash = (hash: Buffer): string =>
  (hash.toString('hex').match(/.{16}/g) ?? []).join(' ')
