import type { Logger } from 'pino'
import type { Database, Queryable, Transaction } from './db/client'
import type { Sealer } from './db/sealing'
import type { Env } from './env'
import type { FileStorage } from './storage/port'
import type { VirusScanner } from './storage/virus-scanner'

/** The cause of an event. Without an id no one is logged in; without a request's id there is no request. */
export interface EventSource {
  id?: number
  ip: string | null
  requestId?: string
}

/** The sender of a request, logged in or not. */
export interface Visitor {
  ip: string | null
  /** The id in the answer and in the log. */
  requestId?: string
}

/** Someone who is logged in. */
export interface Actor extends Visitor {
  id: number
  email: string
  isAdmin: 0 | 1
}

/** Everything a process has that operations work with. */
export interface Portal {
  env: Env
  db: Database
  storage: FileStorage
  /** Null while none is configured. */
  scanner: VirusScanner | null
  sealer: Sealer
  logger: Logger
}

/** The first argument of every operation: the portal, and who acts. One is made for each request and each job. */
export interface Ctx<By extends EventSource = Actor> extends Omit<Portal, 'db'> {
  db: Queryable
  by: By
  /** Runs work in a transaction, with a context of its own. Inside a transaction it becomes a part of that one. */
  tx<Result>(work: (ctx: TxCtx<By>) => Promise<Result>): Promise<Result>
}

/** The context of a transaction. An operation that must run in one demands it. */
export interface TxCtx<By extends EventSource = Actor> extends Ctx<By> {
  db: Transaction
}

/** The context of a background job. */
export interface JobCtx extends Ctx<EventSource> {
  db: Database
  /** Ends work that may take long, with the portal. */
  signal: AbortSignal
}

/** From the portal, or from another context for someone else. */
export function createCtx<By extends EventSource, Db extends Queryable>(
  portal: Omit<Portal, 'db'> & { db: Db },
  by: By,
): Ctx<By> & { db: Db } {
  const { env, db, storage, scanner, sealer, logger } = portal
  const tools = { env, storage, scanner, sealer, logger }
  return {
    ...tools,
    db,
    by,
    tx: async (work) => db.transaction(async (tx) => work(createCtx({ ...tools, db: tx }, by))),
  }
}
