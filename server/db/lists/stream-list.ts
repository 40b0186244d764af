import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '../client'
import { toSql } from '../sql-text'
import { chooseOrder, openList, type List, type ListQuery } from './list'
import { orderBy, unindexed } from './order'

/** How many rows are read, and held in memory, at a time. With 500, an export delayed other people's uploads. */
const partSize = 100

/**
 * Every row of a list in its order, some at a time; of a search, only its hits. It walks the index of the
 * order and looks at each row, however many are hits. Its transaction has one snapshot: later changes do not show.
 */
export async function* streamList<Filter, Row>(
  tx: Transaction,
  list: List<Filter, Row>,
  query: NoInfer<Filter> & ListQuery,
): AsyncGenerator<Row[]> {
  const { table } = list
  const open = openList(list, query)
  const order = await chooseOrder(tx, open)
  const walk = toSql(
    (bind) => `select ${table}.id, ${open.search(bind, 'scan') ?? 'true'} as is_hit from ${table}
      where ${open.filter(bind)} order by ${orderBy(order, table)}`,
  )
  yield* streamIds(tx, walk, async (ids) =>
    list.rows(
      tx,
      // One parameter, however many: each other text would be another prepared statement.
      (bind) => `${list.select()} where ${table}.id = any(${bind(ids)}::int[])
        order by ${orderBy(unindexed(order), table)} limit ${partSize}`,
    ),
  )
}

/** Reads the rows of any statement some at a time: `walk` selects the `id` of each, and whether it `is_hit`. */
export async function* streamIds<Row>(
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
    // An empty part lets the reader find out that the client is gone.
    yield hits.length > 0 ? await read(hits) : []
  }
}
