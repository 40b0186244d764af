import { Client } from 'pg'
import { findEmbeddedPostgres } from '@server/db/embedded/start'
import type { PortalProcess } from '@tests/support/portal/portal-process'

/** Asks the database that a portal brought with it. */
export async function queryPortal(
  portal: PortalProcess,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const dataDir = portal.env['DATA_DIR'] ?? ''
  const database = await findEmbeddedPostgres({ dataDir })
  if (!database) throw new Error('Its Postgres does not run.')
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
