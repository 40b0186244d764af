import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/**
 * Says once when forwarded headers come from a peer that TRUST_PROXY does not name: either a proxy
 * is not configured, and all visitors share its address, or someone is pretending.
 */
export function warnOfUntrustedProxy(logger: Logger): RequestHandler {
  let hasWarned = false
  return (req, _res, next) => {
    const isForwarded = req.headers['x-forwarded-for'] !== undefined
    if (isForwarded && req.ips.length === 0 && !hasWarned) {
      hasWarned = true
      logger.error('configuration: forwarded headers from a peer that TRUST_PROXY does not name')
    }
    next()
  }
}
