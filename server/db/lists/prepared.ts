import type { Database } from '../client'
import type { Values } from './values'

/** What drizzle builds of a `select`: it can be run once, or kept and run with other values. */
export interface Statement<Row> extends PromiseLike<Row[]> {
  prepare(name: string): Prepared<Row>
}

interface Prepared<Row> {
  execute(values: Values): Promise<Row[]>
}

/** Builds a statement about something. It may depend on nothing else. */
export type Build<About, Row> = (db: Database, about: About) => Statement<Row>

/** The statements about something, each built once: building one takes Drizzle longer than running it. */
export class KeptStatements<About, Row> {
  readonly #about
  readonly #kept = new WeakMap<Database, Map<Build<About, Row>, Prepared<Row>>>()

  constructor(about: About) {
    this.#about = about
  }

  /** Runs a statement with values for its places. */
  run(db: Database, build: Build<About, Row>, values: Values): Promise<Row[]> {
    const kept = this.#kept.get(db) ?? new Map<Build<About, Row>, Prepared<Row>>()
    this.#kept.set(db, kept)
    let prepared = kept.get(build)
    if (!prepared) {
      // The connection gives it its name.
      prepared = build(db, this.#about).prepare('')
      kept.set(build, prepared)
    }
    return prepared.execute(values)
  }
}
