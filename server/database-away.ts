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

/** Returns `is_read_only`: true for a replica, and a leader that was replaced. */
export const readOnlyQuery = "select current_setting('transaction_read_only')::bool as is_read_only"
