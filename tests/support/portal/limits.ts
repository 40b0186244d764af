import type { Test } from 'supertest'
import { beforeEach, expect, onTestFinished } from 'vitest'
import { Pool } from 'pg'
import { createRateLimits, type LimitName } from '@server/http/rate-limits'
import { tooMany } from './answers'
import type { TestApp } from './app'

const minute = 60

/** Expects a 429 that says to come back within so many seconds, and not much sooner. */
export async function expectRefusal(request: Test, seconds: number): Promise<void> {
  const { headers } = await request.expect(429, tooMany)
  expect(Number(headers['retry-after'])).toBeGreaterThan(seconds - minute)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(seconds)
}

/** Limits with connections of their own, which `countQueries` does not count; closed after the test. */
export function buildLimits(
  { databaseUrl, logger }: Pick<TestApp, 'databaseUrl' | 'logger'>,
  factor = 1,
) {
  const pool = new Pool({ connectionString: databaseUrl })
  pool.on('error', () => undefined)
  onTestFinished(() => pool.end())
  return createRateLimits({ pool, logger, factor })
}

/** What tests the limits of an app, which counts nothing before each test. */
export function setUpLimits(app: TestApp) {
  beforeEach(async () => {
    await app.pool.query('delete from rate_limits')
  })

  /** Counts `used` of a limit, as if that many requests had been made just now. */
  async function use(limit: LimitName, key: string, used: number): Promise<void> {
    await app.limits.penalize(limit, key)
    await app.pool.query("update rate_limits set points = $2 where key like $1 || ':%'", [
      limit,
      used,
    ])
  }

  async function counted(limit: LimitName): Promise<number> {
    const { rows } = await app.pool.query(
      "select coalesce(sum(points), 0)::int as points from rate_limits where key like $1 || ':%'",
      [limit],
    )
    return rows[0].points
  }

  return { use, counted }
}
