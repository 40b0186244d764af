import { postgresUrl } from './env-network'
import { optional, secret, wholeNumber, withDefault } from './env-values'

/** Where the database is and its replica, and how much of it a process takes. */
export const databaseSettings = {
  DATABASE_URL: optional(secret(postgresUrl)),
  DATABASE_READ_URL: optional(secret(postgresUrl)),
  MIGRATION_DATABASE_URL: optional(secret(postgresUrl)),
  DATABASE_CONNECTIONS: withDefault(wholeNumber(24, 12, 1000)),
}
