import { findEmbeddedPostgres } from '@server/db/embedded/start'
import type { PortalProcess } from '@tests/support/portal/portal-process'
import { queryAs } from '@tests/support/portal/postgres'

/** Asks the database that a portal brought with it. */
export async function queryPortal(
  portal: PortalProcess,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const dataDir = portal.env['DATA_DIR'] ?? ''
  const database = await findEmbeddedPostgres({ dataDir })
  if (!database) throw new Error('Its Postgres does not run.')
  return queryAs(database.ownerUrl, statement)
}
