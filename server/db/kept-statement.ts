import type { Queryable } from './client'

/** By the names of their places. */
export type Values = Record<string, unknown>

/** What Drizzle builds: it can be run once, or kept and run with other values. */
export interface Statement<Row> extends PromiseLike<Row[]> {
  prepare(name: string): Prepared<Row>
}

interface Prepared<Row> {
  execute(values: Values): Promise<Row[]>
}

/**
 * A statement that is built once for each connection, with places (`sql.placeholder`) for whatever differs from call
 * to call: building it takes Drizzle longer than running it.
 */
export function keepStatement<Row>(
  build: (db: Queryable) => Statement<Row>,
): (db: Queryable, values: Values) => Promise<Row[]> {
  const kept = new WeakMap<object, Prepared<Row>>()
  return (db, values) => {
    // That of the connection, whichever transaction it is in.
    const { session } = db._
    let prepared = kept.get(session)
    if (!prepared) {
      // The connection gives it its name.
      prepared = build(db).prepare('')
      kept.set(session, prepared)
    }
    return prepared.execute(values)
  }
}
