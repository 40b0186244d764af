import type { Request, RequestHandler } from 'express'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { LimitStore } from '../db/limit-store'
import { getLimitKey } from './client-address'
import { HttpError, tooManyRequests } from '../errors'
import { hashToken } from '../tokens'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Counts over a window in seconds. Thousands of phones share one carrier address: be generous. */
const rules = {
  registerHour: { points: 30, duration: hour },
  registerDay: { points: 200, duration: day },
  registerRefused: { points: 100, duration: hour },
  referrerRefused: { points: 30, duration: day },
  registerPerKey: { points: 10, duration: day },
  credentialsHour: { points: 30, duration: hour },
  credentialsDay: { points: 200, duration: day },
  uploadHour: { points: 60, duration: hour },
  unclaimedDay: { points: 60, duration: day },
  loginPerAccountAndIp: { points: 10, duration: 15 * minute },
  loginPerIp: { points: 100, duration: 15 * minute },
  loginPerAccount: { points: 1_000_000, duration: 15 * minute },
  secondFactor: { points: 20, duration: 15 * minute },
  codeOfAnotherTime: { points: 2, duration: hour },
  resetPerIp: { points: 60, duration: hour },
  resetPerAccount: { points: 3, duration: hour },
  emailChange: { points: 5, duration: day },
  emailConfirmation: { points: 3, duration: hour },
  referralLink: { points: 10, duration: day },
  referralDesk: { points: 120, duration: minute },
  statementFile: { points: 100, duration: hour },
  paymentFile: { points: 60, duration: hour },
  emailChangeTo: { points: 3, duration: hour },
  mailTest: { points: 10, duration: 10 * minute },
  linkMailTo: { points: 3, duration: day },
  formHour: { points: 10, duration: hour },
  dataExport: { points: 3, duration: day },
  fileToken: { points: 300, duration: minute },
  restore: { points: 120, duration: 5 * minute },
} as const

export type LimitName = keyof typeof rules

/** One point of a limit, for a key. */
export type LimitClaim = readonly [name: LimitName, key: string]

export interface RateLimits {
  /** Counts each request of an address; the excess answers 429 with Retry-After. */
  perIp(...names: LimitName[]): RequestHandler
  /** The same for whoever is logged in. Mounted behind `requireUser`. */
  perPerson(...names: LimitName[]): RequestHandler
  /**
   * Does work that is counted for the address unless it is refused; the excess answers 429. Once the
   * work has called `keepCounted`, it is counted even then.
   */
  consumeUnlessRefused<Result>(
    req: Request,
    names: readonly LimitName[],
    work: (keepCounted: () => void) => Promise<Result>,
  ): Promise<Result>
  /** Does work that is counted for the address only when it is refused; the excess answers 429. */
  consumeIfRefused<Result>(
    req: Request,
    names: readonly LimitName[],
    work: () => Promise<Result>,
  ): Promise<Result>
  /** All calls of an address, counted in this process only: it costs no query. */
  everyCall: RequestHandler
  /** Adds one, without refusing. */
  penalize(name: LimitName, key: string): Promise<void>
  /** How many are counted now. */
  count(name: LimitName, key: string): Promise<number>
  /** Counts one of each before the work it is for, or throws 429. */
  consume(...claims: LimitClaim[]): Promise<void>
  /** Counts one for work that is left out, rather than refused, once there was too much of it. */
  allows(name: LimitName, key: string): Promise<boolean>
  /** For work that turned out not to count. */
  refund(...claims: LimitClaim[]): Promise<void>
  reset(name: LimitName, key: string): Promise<void>
  close(): Promise<void>
}

/**
 * Limits kept in Postgres, shared by all processes. While Postgres is slow or away, each process
 * counts for itself. `factor` multiplies every count.
 */
export function createRateLimits(deps: { store: LimitStore; factor: number }): RateLimits {
  const { store, factor } = deps

  const limiters = new Map(
    Object.entries(rules).map(([name, rule]) => {
      const options = { keyPrefix: name, duration: rule.duration, points: scaled(rule.points) }
      const shared = new RateLimiterPostgres({
        ...options,
        storeClient: store,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        insuranceLimiter: new RateLimiterMemory(options),
      })
      return [name, shared] as const
    }),
  )
  const calls = new RateLimiterMemory({ points: scaled(600), duration: minute })

  function scaled(points: number): number {
    return Math.max(1, Math.round(points * factor))
  }

  function limiter(name: LimitName): RateLimiterPostgres {
    const found = limiters.get(name)
    if (!found) throw new Error(`No such limit: ${name}`)
    return found
  }

  async function consumeOne([name, key]: LimitClaim): Promise<void> {
    try {
      await limiter(name).consume(stored(key))
    } catch (rejection) {
      throw refusal(rejection, name)
    }
  }

  async function consume(...claims: LimitClaim[]): Promise<void> {
    for (const [index, claim] of claims.entries()) {
      try {
        await consumeOne(claim)
      } catch (error) {
        await refund(...claims.slice(0, index))
        throw error
      }
    }
  }

  async function refund(...claims: LimitClaim[]): Promise<void> {
    for (const [name, key] of claims) {
      const counted = await limiter(name).get(stored(key))
      if (counted && counted.consumedPoints > 0) await limiter(name).reward(stored(key))
    }
  }

  return {
    perIp:
      (...names) =>
      async (req, _res, next) => {
        await consume(...names.map((name) => [name, getLimitKey(req)] as const))
        next()
      },
    perPerson:
      (...names) =>
      async (req, _res, next) => {
        await consume(...names.map((name) => [name, String(req.user?.id)] as const))
        next()
      },
    async consumeUnlessRefused(req, names, work) {
      const claims = names.map((name) => [name, getLimitKey(req)] as const)
      await consume(...claims)
      let isKept = false
      try {
        return await work(() => (isKept = true))
      } catch (error) {
        // After any other error, something may have been created.
        if (error instanceof HttpError && !isKept) await refund(...claims)
        throw error
      }
    },
    async consumeIfRefused(req, names, work) {
      const claims = names.map((name) => [name, getLimitKey(req)] as const)
      // Counted before the answer is known, so that many guesses at once cannot all slip past it.
      await consume(...claims)
      let isRefusal = false
      try {
        return await work()
      } catch (error) {
        // Another limit's 429 tells nothing, and has a count of its own.
        isRefusal = error instanceof HttpError && error.status < 500 && error.status !== 429
        throw error
      } finally {
        if (!isRefusal) await refund(...claims)
      }
    },
    everyCall: async (req, _res, next) => {
      await calls.consume(getLimitKey(req)).catch((rejection: unknown) => {
        throw refusal(rejection, 'everyCall')
      })
      next()
    },
    async penalize(name, key) {
      await limiter(name).penalty(stored(key))
    },
    async count(name, key) {
      const result = await limiter(name).get(stored(key))
      return Math.floor((result?.consumedPoints ?? 0) / factor)
    },
    consume,
    async allows(name, key) {
      try {
        await limiter(name).consume(stored(key))
        return true
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes) return false
        throw rejection
      }
    },
    refund,
    async reset(name, key) {
      await limiter(name).delete(stored(key))
    },
    close: store.close,
  }
}

/** Hashed to one length, so that the table contains no email addresses. */
const stored = (key: string) => hashToken(key)

function refusal(rejection: unknown, limit: string): unknown {
  if (!(rejection instanceof RateLimiterRes)) return rejection
  return tooManyRequests(Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)), limit)
}
