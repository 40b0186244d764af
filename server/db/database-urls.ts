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
