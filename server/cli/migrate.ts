import { migrateDatabase } from '../db/migrate'
import { loadEnv } from '../env'
import { defineCommand } from './command'
import { withDatabaseUrls } from './with-database'

export const command = defineCommand({ options: {} }, async () => {
  await withDatabaseUrls(loadEnv(), migrateDatabase)
  console.log('The database is up to date.')
})
