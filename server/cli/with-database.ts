import { connectDatabase, type ConnectionOptions, type Database } from '../db/client'
import { configuredDatabase, type DatabaseUrls } from '../db/database-urls'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/start'
import { findJournalProblem } from '../db/journal'
import { migrateDatabase } from '../db/migrate'
import { EnvironmentError, type Env } from '../env'
import { createLogger } from '../http/logger'

/** For commands, which print what they find: a log would only get between. */
export const quietLogger = createLogger({ logLevel: 'silent' })

/**
 * Runs a command's work on the portal's database: the configured one, the embedded one of a portal
 * that is running, or the embedded one started for as long as the work takes.
 */
export function withDatabase<Result>(
  env: Env,
  work: (db: Database) => Promise<Result>,
  options: ConnectionOptions = {},
): Promise<Result> {
  return withDatabaseUrls(env, async (database) => {
    if (env.migrate) await migrateDatabase(database)
    const { db, pool } = connectDatabase(database.url, quietLogger, options)
    try {
      const problem = await findJournalProblem(db)
      if (problem) throw new EnvironmentError([problem])
      return await work(db)
    } finally {
      await pool.end()
    }
  })
}

/** Runs work that connects to the portal's database by itself. Nothing is migrated before. */
export async function withDatabaseUrls<Result>(
  env: Env,
  work: (database: DatabaseUrls) => Promise<Result>,
): Promise<Result> {
  const running = configuredDatabase(env) ?? (await findEmbeddedPostgres({ dataDir: env.dataDir }))
  if (running) return work(running)
  const own = await startEmbeddedPostgres({ dataDir: env.dataDir })
  try {
    return await work(own)
  } finally {
    // Left running, it would keep a command that failed from ending.
    await own.stop()
  }
}
