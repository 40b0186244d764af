import type { Client } from 'pg'
import { migrateDatabase } from '@server/db/migrate'
import { startPortalProcess, type PortalProcess } from '@tests/support/portal/portal-process'
import { createEmptyDatabase, startTestPostgres, withClient } from '@tests/support/portal/postgres'

interface BenchPortal {
  portal: PortalProcess
  databaseUrl: string
  client: Client
}

/** A portal with a database of its own, which `fill` fills before it starts; both are gone afterwards. */
export async function withPortal(
  measure: (bench: BenchPortal) => Promise<void>,
  fill?: (databaseUrl: string) => Promise<unknown>,
): Promise<void> {
  const postgres = await startTestPostgres()
  const database = await createEmptyDatabase(postgres)
  const databaseUrl = database.url
  try {
    await migrateDatabase({ url: databaseUrl, ownerUrl: databaseUrl })
    await fill?.(databaseUrl)
    const portal = await startPortalProcess({
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      BCRYPT_COST: '12',
      LIMITS: '1000000',
    })
    try {
      await withClient(databaseUrl, (client) => measure({ portal, databaseUrl, client }))
    } finally {
      await portal.stop()
    }
  } finally {
    await database.drop()
    await postgres.stop()
  }
}
