import { sql, type SQL } from 'drizzle-orm'
import {
  mostRowsOfRun,
  type BulkCheckRequest,
  type BulkRunRequest,
  type BulkCheck,
} from '@shared/bulk-runs'
import { kindOfList } from '@shared/list-choices'
import type { Ctx, TxCtx } from '../../ctx'
import { addJob } from '../../db/add-job'
import type { Transaction, Database } from '../../db/client'
import { matchRows } from '../../db/lists/list'
import { unlessTooSlow } from '../../db/lists/searches'
import { bulkRunItems, bulkRuns } from '../../db/schema/bulk-runs'
import { badRequest, conflict, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { credentialList } from '../credentials/queries'
import { kinds } from '../decisions/kinds'
import { readBases } from '../decisions/read-basis'
import { reviewedFileList } from '../files/queries'
import { requireSender } from '../mail/find-sender'
import { userList } from '../users/queries'

export const jobKey = (runId: number) => `bulk-run:${runId}`

/**
 * Fixes the rows of a run, and leaves the rest to a background job. Throws 409 when the filter
 * shows another number than was expected, or mail should be written and no sender is configured.
 */
export async function startBulkRun(ctx: Ctx, request: BulkRunRequest): Promise<number> {
  const { of, action, reason } = request
  const mail = 'mail' in request ? request.mail : undefined
  if (action === 'email' && !mail) throw badRequest('Please write the email first.')
  if (action === 'ask' && !reason) throw badRequest('Please write the question first.')
  return ctx.tx(async (inTx) => {
    const { db: tx, env } = inTx
    if (action === 'email') await requireSender(tx, env)
    const row = {
      of,
      action,
      reason: action === 'reject' || action === 'ask' ? reason || null : null,
      mail: action === 'email' ? mail : null,
      accepts: request.accepts ?? null,
    }
    return addRun(inTx, row, (id) => addItems(tx, id, request))
  })
}

/** Adds a run with its items, and has it worked on. Returns its id. */
export async function addRun(
  ctx: TxCtx,
  row: Omit<typeof bulkRuns.$inferInsert, 'startedBy' | 'ip' | 'requestId'>,
  fill: (id: number) => Promise<number>,
): Promise<number> {
  const { db: tx, by } = ctx
  const { of, action } = row
  const values = { ...row, startedBy: by.id, ip: by.ip, requestId: by.requestId }
  const { id } = onlyRow(await tx.insert(bulkRuns).values(values).returning({ id: bulkRuns.id }))
  await recordEvent(ctx, 'bulk-run.started', `bulk-run:${id}`, {
    of,
    action,
    count: await fill(id),
  })
  await addJob(tx, 'work-on-bulk-run', { runId: id }, { key: jobKey(id) })
  return id
}

async function addItems(tx: Transaction, runId: number, request: BulkRunRequest): Promise<number> {
  const { of, selection } = request
  if ('rows' in selection) {
    const rows = new Map(selection.rows.map(({ id, basedOn }) => [id, basedOn]))
    await tx
      .insert(bulkRunItems)
      .values([...rows].map(([objectId, seenStatus]) => ({ runId, objectId, seenStatus })))
    return rows.size
  }
  const total = await addMatches(tx, runId, request)
  const nouns = listNouns[of]
  if (total === null)
    throw badRequest('This search takes too long to select everything. Please narrow it down.')
  if (total > mostRowsOfRun) {
    const most = mostRowsOfRun.toLocaleString('en-US')
    throw badRequest(`That is more than ${most} ${nouns}. Please narrow the list down.`)
  }
  if (total === 0 || (selection.expected && selection.expected !== total))
    throw conflict(`The list has changed: it now shows ${total} ${nouns}. Please look again.`)
  return total
}

const listNouns = { users: 'users', files: 'reports', credentials: 'logins' } as const

function readCondition({ of, selection }: BulkCheckRequest): SQL {
  const filter = 'filter' in selection ? selection.filter : { search: '' }
  if (of === 'users') return matchRows(userList, filter)
  return of === 'files' ? matchRows(reviewedFileList, filter) : matchRows(credentialList, filter)
}

/** Adds the rows that match now: rows that come later are not part of the run. Null when that takes too long. */
async function addMatches(
  tx: Transaction,
  runId: number,
  request: BulkRunRequest,
): Promise<number | null> {
  const { table } = kinds[kindOfList[request.of]]
  const inserted = await unlessTooSlow(
    tx.execute(sql`
      insert into bulk_run_items (run_id, object_id, seen_status)
      select ${runId}, ${table.id}, ${table.status} from ${table}
      where ${isChosen(request)} limit ${mostRowsOfRun + 1}`),
  )
  return inserted && (inserted.rowCount ?? 0)
}

/** Rows of a filter, without those that came or were decided after it was shown. */
function isChosen(request: BulkCheckRequest): SQL {
  const { of, selection } = request
  const { table } = kinds[kindOfList[of]]
  if ('rows' in selection) {
    const ids = selection.rows.map(({ id }) => id)
    return sql`${table.id} = any(${sql.param(ids)}::int[])`
  }
  const { shownAt } = selection
  const wasShown = shownAt
    ? sql`greatest(${table.createdAt}, ${table.statusAt}) <= ${shownAt}::timestamptz`
    : sql`true`
  return sql`${readCondition(request)} and ${wasShown}`
}

const atOnce = 500

/** How many of those that would be approved have something against it: said before a run is started. */
export async function checkBulkRun(db: Database, request: BulkCheckRequest): Promise<BulkCheck> {
  const kind = kindOfList[request.of]
  const { table } = kinds[kind]
  const chosen = await db.transaction((tx) =>
    unlessTooSlow(
      tx.execute<{ id: number }>(sql`
        select ${table.id} as id from ${table}
        where ${isChosen(request)} and ${table.status} <> 'approved' limit ${mostRowsOfRun + 1}`),
    ),
  )
  if (!chosen)
    throw badRequest('This search takes too long to select everything. Please narrow it down.')
  const ids = chosen.rows.map(({ id }) => id)
  const check: BulkCheck = { total: ids.length, concerns: {} }
  for (let from = 0; from < ids.length; from += atOnce) {
    const bases = await readBases(db, kind, ids.slice(from, from + atOnce))
    for (const { concerns } of bases.values())
      for (const { kind: against } of concerns)
        check.concerns[against] = (check.concerns[against] ?? 0) + 1
  }
  return check
}
