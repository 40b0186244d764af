import { sql } from 'drizzle-orm'
import type { ExportedList } from '@shared/exports'
import type { Ctx } from '../../ctx'
import type { Database, Transaction } from '../../db/client'
import { holdSession } from '../../db/user-sessions'
import { HttpError, unauthorized } from '../../errors'
import { recordEvent } from '../audit/record-event'

const exportLock = 1_746_882

/** Narrows a list; its text may be someone's name, and is not kept. */
export type ExportFilter = Record<string, string | number | Date | undefined>

/**
 * Hands over every row of a list as it was when this began, and leaves two events: before the first row,
 * and with their number after the last. Each person exports one list at a time: another throws 429. It ends
 * with the session it was asked for in.
 */
export async function exportList<Row>(
  ctx: Ctx & { db: Database },
  sessionId: string,
  input: {
    list: ExportedList
    filter: ExportFilter
    walk: (tx: Transaction) => AsyncIterable<Row[]>
    take: (rows: Row[]) => Promise<void>
  },
): Promise<void> {
  const { db, by } = ctx
  const { list, filter, walk, take } = input
  const session = { sid: sessionId, userId: by.id }
  const [object, details] = [`list:${list}`, describeFilter(filter)]
  await db.transaction(
    async (tx) => {
      if (!(await lockExports(tx, by.id))) throw oneAtATime()
      await recordEvent(ctx, 'list.export-started', object, details)
      let count = 0
      let isComplete = false
      try {
        for await (const rows of walk(tx)) {
          if (!(await holdSession(ctx.db, session))) throw unauthorized()
          count += rows.length
          await take(rows)
        }
        isComplete = true
      } finally {
        await recordEvent(ctx, 'list.exported', object, { ...details, count, isComplete })
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Held until the transaction ends, whichever process it is of. */
async function lockExports(tx: Transaction, userId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${exportLock}, ${userId}) as locked`,
  )
  return rows[0]?.locked === true
}

const oneAtATime = () =>
  new HttpError(
    429,
    'too_many_requests',
    'Another export is still running. Please wait until it’s done, then try again.',
    { retryAfterSeconds: 10, check: 'exportsAtOnce' },
  )

function describeFilter({ search, ...filter }: ExportFilter) {
  const set = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value instanceof Date ? value.toISOString() : value]],
  )
  return { ...Object.fromEntries(set), ...(search && { isSearch: true }) }
}
