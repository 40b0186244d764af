import { migrateDatabase } from '../db/migrate'
import { loadEnv } from '../env'
import { runCommand, withDatabaseUrls } from './with-database'

/** `npm run migrate`: brings the database to the state of this version, for portals with MIGRATE=off. */
await runCommand(async () => {
  await withDatabaseUrls(loadEnv(), migrateDatabase)
  console.log('The database is up to date.')
})
