const networkCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/
// 25006: read-only, as a leader is that was replaced.
const postgresCodes = /^(57P0\d|57014|25P03|25006|53\d{3}|08\d{3}|40001|40P01)$/
/** Messages of pg that come without a code. */
const driverMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client .* not queryable)/

/** Refused, broken, shutting down or timed out: the same request can succeed a moment later. */
export function isDatabaseAway(error: Error): boolean {
  const causes = [error, error.cause].filter((cause) => cause instanceof Error)
  return causes.some((cause) => {
    const code = 'code' in cause ? String(cause.code) : ''
    return networkCodes.test(code) || postgresCodes.test(code) || driverMessages.test(cause.message)
  })
}

/** Errors that waiting will not fix: a wrong user or password, or no such database. */
export const isRefusedLogin = (error: object): boolean =>
  'code' in error && /^(28P01|28000|3D000)$/.test(String(error.code))

/** What Postgres, or the network to it, answered, without the statement; null for an error of something else. */
export function wordDatabaseFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  const check = 'Check DATABASE_URL (or MIGRATION_DATABASE_URL), and that Postgres is running.'
  if (networkCodes.test(code) || driverMessages.test(error.message) || isRefusedLogin(error))
    return `The database cannot be used: ${reasonOf(error)}. ${check}`
  if ('severity' in error) return `Postgres says: ${error.message} (${code})`
  return wordDatabaseFault(error.cause)
}

/** Several addresses of one host fail together, without a message of their own. */
export function reasonOf(failure: Error): string {
  if (!(failure instanceof AggregateError)) return failure.message
  return failure.errors
    .map((each) => (each instanceof Error ? each.message : String(each)))
    .join(', ')
}

/** Returns `is_read_only`: true for a replica, and a leader that was replaced. */
export const readOnlyQuery = "select current_setting('transaction_read_only')::bool as is_read_only"
