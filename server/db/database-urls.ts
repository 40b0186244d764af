import { Client } from 'pg'
import { onlyRow } from '../errors'
import type { Env } from '../env'

/** One database, by its two roles. They are the same where a database was given only one. */
export interface DatabaseUrls {
  /** The role that the portal works as: it can neither change tables nor what was once written to the audit trail. */
  url: string
  /** The role that owns the tables, and migrates. */
  ownerUrl: string
}

/** The database of the settings; null for the embedded one. */
export const configuredDatabase = ({ databaseUrl, migrationUrl }: Env): DatabaseUrls | null =>
  databaseUrl ? { url: databaseUrl, ownerUrl: migrationUrl ?? databaseUrl } : null

/** The role that an address names. */
export const roleOf = (url: string): string => decodeURIComponent(new URL(url).username)

export const hasTwoRoles = ({ url, ownerUrl }: DatabaseUrls): boolean =>
  roleOf(url) !== roleOf(ownerUrl)

// Any fixed number.
const comparing = 7_316_404

const connectMs = 10_000

/** Has work done on a connection of its own. Rejects when it can't be made, or is lost. */
export async function withConnection<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString, connectionTimeoutMillis: connectMs })
  // The statement that it fails rejects; without this the loss would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Why the two addresses may not be worked with: they lead to two databases, which a lock tells, because it counts in
 * one. `owner` is connected to the owner's.
 */
export async function findTwoDatabases(
  owner: Client,
  { url, ownerUrl }: DatabaseUrls,
): Promise<string | null> {
  if (url === ownerUrl) return null
  return withConnection(url, async (portal) => {
    await owner.query('select pg_advisory_lock($1)', [comparing])
    try {
      const { rows } = await portal.query<{ isFree: boolean }>(
        'select pg_try_advisory_lock($1) as "isFree"',
        [comparing],
      )
      return onlyRow(rows).isFree
        ? 'MIGRATION_DATABASE_URL names another database than DATABASE_URL: both name the portal’s, by two roles'
        : null
    } finally {
      await owner.query('select pg_advisory_unlock($1)', [comparing])
    }
  })
}
