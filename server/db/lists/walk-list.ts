import { sql, type SQL } from 'drizzle-orm'
import { scanWindow } from '@shared/lists'
import type { Transaction } from '../client'
import { literalCount } from '../literals'
import { mayBeSortedLater } from './list-counts'
import { extraOf, type ListedRow, type ListSource } from './list-source'
import type { List } from './open-list'
import { byId, orderBy, unindexed, type Order } from './order'
import { isHit } from './search-rows'
import { closedShape, type Shape } from './shapes'
import { countUpToLimit } from './totals'

/** So many rows are looked at, and held in memory, at a time: none of the steps takes long. */
const partSize = 1_000

/**
 * Every row of a list in its order, some at a time; of a search, only its hits. It walks the index of the
 * order and looks at each row, however many are hits. In a transaction of one snapshot, what changes
 * meanwhile changes nothing of it.
 */
export async function* walkList<Query extends object, Row extends ListedRow>(
  tx: Transaction,
  list: List<Shape<Query>, Row>,
  query: Query,
): AsyncGenerator<Row[]> {
  const source = list.source(closedShape(query))
  const { table, filter, search, select } = source
  const order = await chooseOrder(tx, source)
  const walk = tx
    .select({ id: table.id, isHit: isHit(search) })
    .from(table)
    .where(filter)
    .orderBy(...orderBy(order, table))
  yield* walkIds(tx, walk.getSQL(), async (ids) =>
    select(tx, {
      // One parameter, however many: each other text would be another prepared statement.
      where: sql`${table.id} = any(${sql.param(ids)}::int[])`,
      orderBy: orderBy(unindexed(order), table),
      limit: literalCount(partSize),
      extra: extraOf(order),
    }),
  )
}

async function chooseOrder(tx: Transaction, source: ListSource<unknown>): Promise<Order> {
  const { order = byId.newest, table, filter } = source
  if (!mayBeSortedLater(source)) return order
  const count = await countUpToLimit(tx, table, filter, scanWindow + 1)
  return count > scanWindow ? order : unindexed(order)
}

/** The same of whatever else has rows: `walk` selects the `id` of each, and whether it `is_hit`. */
export async function* walkIds<Row>(
  tx: Transaction,
  walk: SQL,
  read: (ids: number[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  await tx.execute(sql`declare walked no scroll cursor for ${walk}`)
  for (;;) {
    const { rows } = await tx.execute<{ id: number | string; is_hit: boolean }>(
      sql.raw(`fetch ${partSize} from walked`),
    )
    if (rows.length === 0) return
    const hits = rows.filter((row) => row.is_hit).map(({ id }) => Number(id))
    // Nothing was found, but whoever waits can see whether someone still does.
    yield hits.length > 0 ? await read(hits) : []
  }
}
