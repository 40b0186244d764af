import type { TestApp } from './app'
import { withClient } from './postgres'

/** Every table that has a text in any of its rows, those of the jobs too: what a dump would tell. */
export const tablesWith = ({ databaseUrl }: TestApp, text: string): Promise<string[]> =>
  withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rowCount } = await client.query(
        `select from ${name} t where position($1 in t::text) > 0 limit 1`,
        [text],
      )
      if (rowCount) found.push(name)
    }
    return found
  })
