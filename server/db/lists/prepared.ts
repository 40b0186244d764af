import type { Queryable } from '../client'
import { keepStatement, type Statement, type Values } from '../kept-statement'

/** Builds a statement about something. It may depend on nothing else. */
export type Build<About, Row> = (db: Queryable, about: About) => Statement<Row>

/** The statements about something, each built once. */
export class KeptStatements<About, Row> {
  readonly #about
  readonly #kept = new Map<Build<About, Row>, (db: Queryable, values: Values) => Promise<Row[]>>()

  constructor(about: About) {
    this.#about = about
  }

  /** Runs a statement with values for its places. */
  run(db: Queryable, build: Build<About, Row>, values: Values): Promise<Row[]> {
    let run = this.#kept.get(build)
    if (!run) {
      run = keepStatement((on) => build(on, this.#about))
      this.#kept.set(build, run)
    }
    return run(db, values)
  }
}
