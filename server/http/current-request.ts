import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestHandler } from 'express'

const requestIds = new AsyncLocalStorage<string>()

/** Whatever a request sets off knows its id, for the audit trail. Mounted behind the log. */
export const rememberRequest: RequestHandler = ({ id }, _res, next) => {
  if (typeof id === 'string') requestIds.run(id, next)
  else next()
}

/** The id of the request that this happens for; null in jobs and commands. */
export const currentRequestId = (): string | null => requestIds.getStore() ?? null
