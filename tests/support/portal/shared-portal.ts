import { afterAll } from 'vitest'
import { createTestDatabase } from './database'
import { startPortalProcess, type PortalProcess } from './portal-process'

/**
 * A portal process for all tests of a file, on a database of its own in the Postgres of the run,
 * stopped after the last. To be called at the top of the file.
 */
export async function startSharedPortal(
  settings: Record<string, string> = {},
): Promise<PortalProcess> {
  const database = await createTestDatabase()
  const portal = await startPortalProcess({ DATABASE_URL: database.url, ...settings })
  afterAll(async () => {
    await portal.stop()
    await database.drop()
  })
  return portal
}
