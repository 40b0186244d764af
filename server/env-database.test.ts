import { expect, it } from 'vitest'
import { EnvironmentError, parseEnv } from './env'

const complete = {
  SESSION_SECRET: 'session-secret-0123456789-abcdefghij',
  PASSWORD_PEPPER: 'password-pepper-0123456789-abcdefghi',
  DATA_KEY: Buffer.alloc(32, 'a key of thirty-two bytes').toString('base64'),
}
const urls = {
  DATABASE_URL: 'postgres://portal:x@127.0.0.1:5432/portal',
  DATABASE_READ_URL: 'postgres://portal:x@127.0.0.1:5433/portal',
}

function problemsOf(changes: Record<string, string>): readonly string[] {
  try {
    parseEnv({ ...complete, ...urls, ...changes })
    return []
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems
    throw error
  }
}

it('a read replica stands beside a database of its own, and is spoken to as that is', () => {
  expect(parseEnv({ ...complete, ...urls }).readDatabaseUrl).toBe(urls.DATABASE_READ_URL)
  expect(problemsOf({ DATABASE_URL: '' })).toEqual([
    'DATABASE_READ_URL needs DATABASE_URL: the embedded Postgres has no replica',
  ])
  expect(problemsOf({ DATABASE_READ_URL: 'postgres://portal:x@10.0.0.5/portal' })).toEqual([
    'DATABASE_READ_URL is on another machine, so it must end in ?sslmode=verify-full',
  ])
})
