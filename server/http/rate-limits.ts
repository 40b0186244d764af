import { setTimeout as delay } from 'node:timers/promises'
import type { Request, RequestHandler } from 'express'
import type { Pool, QueryConfig } from 'pg'
import type { Logger } from 'pino'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError, tooManyRequests } from '../errors'
import { hashToken } from '../tokens'
import { getLimitKey } from './client-address'
import { scaleLimit } from './fair-queue'
import { reportOutage } from '../report-outage'

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
  photoHandoff: { points: 30, duration: hour },
  unclaimedDay: { points: 60, duration: day },
  loginPerAccountAndIp: { points: 10, duration: 15 * minute },
  loginPerIp: { points: 100, duration: 15 * minute },
  loginPerAccount: { points: 1_000_000, duration: 15 * minute },
  secondFactor: { points: 20, duration: 15 * minute },
  codeOfAnotherTime: { points: 2, duration: hour },
  resetPerIp: { points: 60, duration: hour },
  resetPerAccount: { points: 3, duration: hour },
  emailChange: { points: 5, duration: day },
  emailCorrection: { points: 5, duration: hour },
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
  meetingPerIp: { points: 120, duration: hour },
  meetingDigits: { points: 10, duration: day },
  matchAnswer: { points: 30, duration: hour },
  restore: { points: 120, duration: 5 * minute },
} as const

export type LimitName = keyof typeof rules

export type LimitClaim = readonly [name: LimitName, key: string]

export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * Limits kept in Postgres, shared by all processes; while Postgres is slow or away, each process counts anew in
 * memory. `factor` multiplies every count.
 */
export function createRateLimits(deps: {
  pool: Pick<Pool, 'query'>
  logger: Logger
  factor: number
}) {
  const { pool, logger, factor } = deps
  const storeClient = connectLimitStore(pool, logger)
  const limits = new Map(
    Object.entries(rules).map(([name, { points, duration }]) => {
      const rule = { keyPrefix: name, points: scaleLimit(points, factor), duration }
      const counter = new RateLimiterPostgres({
        ...rule,
        storeClient,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        insuranceLimiter: new RateLimiterMemory(rule),
      })
      return [name, counter] as const
    }),
  )
  const calls = new RateLimiterMemory({ points: scaleLimit(600, factor), duration: minute })

  function limit(name: LimitName) {
    const found = limits.get(name)
    if (!found) throw new Error(`No such limit: ${name}`)
    return found
  }

  /** Counts one of each before the work it is for, or throws 429. */
  async function consume(...claims: LimitClaim[]): Promise<void> {
    for (const [index, [name, key]] of claims.entries()) {
      try {
        await orRefuse(limit(name).consume(stored(key)), name)
      } catch (error) {
        await refund(...claims.slice(0, index))
        throw error
      }
    }
  }

  /** For work that turned out not to count. */
  async function refund(...claims: LimitClaim[]): Promise<void> {
    for (const [name, key] of claims) {
      const counted = await limit(name).get(stored(key))
      if (counted && counted.consumedPoints > 0) await limit(name).reward(stored(key))
    }
  }

  /** Does work that is counted by these claims unless it is refused. Once it has called `keepCounted`, even then. */
  async function consumeFor<Result>(
    claims: readonly LimitClaim[],
    work: (keepCounted: () => void) => Promise<Result>,
  ): Promise<Result> {
    await consume(...claims)
    let isKept = false
    try {
      return await work(() => (isKept = true))
    } catch (error) {
      // After any other error, something may have been created.
      if (error instanceof HttpError && !isKept) await refund(...claims)
      throw error
    }
  }

  const counting =
    (getKey: (req: Request) => string) =>
    (...names: LimitName[]): RequestHandler =>
    async (req, _res, next) => {
      await consume(...claimsOf(getKey(req), names))
      next()
    }
  const everyCall: RequestHandler = async (req, _res, next) => {
    await orRefuse(calls.consume(getLimitKey(req)), 'everyCall')
    next()
  }

  return {
    /** Counts each request of an address; the excess answers 429 with Retry-After. */
    perIp: counting(getLimitKey),
    /** Counts each request of the person who is logged in. Mounted behind `requireUser`. */
    perPerson: counting(({ user }) => String(user?.id)),
    consumeFor,
    /** Does work that is counted for the address unless it is refused. */
    consumeUnlessRefused: <Result>(
      req: Request,
      names: readonly LimitName[],
      work: (keepCounted: () => void) => Promise<Result>,
    ) => consumeFor(claimsOf(getLimitKey(req), names), work),
    /** Does work that is counted for the address only when it is refused; the excess answers 429. */
    async consumeIfRefused<Result>(
      req: Request,
      names: readonly LimitName[],
      work: () => Promise<Result>,
    ): Promise<Result> {
      const claims = claimsOf(getLimitKey(req), names)
      // Counted before the answer is known, so that many parallel guesses cannot all slip past it.
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
    /** All calls of an address, counted in this process only: it costs no query. */
    everyCall,
    /** For a call that turned out to be one that isn't limited. */
    async refundCall(req: Request): Promise<void> {
      await calls.reward(getLimitKey(req))
    },
    /** Adds one, without refusing. */
    async penalize(name: LimitName, key: string): Promise<void> {
      await limit(name).penalty(stored(key))
    },
    /** How many are counted now. */
    async count(name: LimitName, key: string): Promise<number> {
      const counted = await limit(name).get(stored(key))
      return Math.floor((counted?.consumedPoints ?? 0) / factor)
    },
    consume,
    /** Counts one for work that is left out, rather than refused, once there was too much of it. */
    async allows(name: LimitName, key: string): Promise<boolean> {
      const counter = limit(name)
      return (await counter.penalty(stored(key))).consumedPoints <= counter.points
    },
    refund,
    async reset(name: LimitName, key: string): Promise<void> {
      await limit(name).delete(stored(key))
    },
  }
}

const claimsOf = (key: string, names: readonly LimitName[]) =>
  names.map((name) => [name, key] as const)

/** Hashed to one length, so that the table contains no email addresses. */
const stored = (key: string) => hashToken(key)

const orRefuse = (counting: Promise<RateLimiterRes>, limit: string) =>
  counting.catch((rejection: unknown) => {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    throw tooManyRequests(Math.max(1, Math.ceil(rejection.msBeforeNext / 1_000)), limit)
  })

/** No call waits longer for its count. */
const patienceMs = 1_000

/** A statement that takes too long fails, so that the call is counted in memory. */
function connectLimitStore(pool: Pick<Pool, 'query'>, logger: Logger) {
  const outage = reportOutage(logger, {
    began: 'limits are counted in memory: the database does not answer',
    ended: 'limits are counted in the database again',
  })
  return {
    query: (statement: QueryConfig) =>
      outage.watch(Promise.race([pool.query(statement), giveUp()])),
  }
}

async function giveUp(): Promise<never> {
  await delay(patienceMs, undefined, { ref: false })
  throw new Error('no answer within a second')
}
