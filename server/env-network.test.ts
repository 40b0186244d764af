import { describe, expect, it } from 'vitest'
import { clamdUrl, postgresUrl } from './env-network'

const problemOf = (parsed: ReturnType<typeof postgresUrl.safeParse>) =>
  parsed.error?.issues[0]?.message

describe('the database', () => {
  it.each([
    'postgres://portal:secret@db.example/portal?sslmode=verify-full',
    'postgres://portal:secret@127.0.0.1:5432/portal',
    'postgres://localhost/portal?sslmode=disable',
    'postgres://portal@%2Fvar%2Frun%2Fpostgresql/portal',
    'postgres:///portal?host=/var/run/postgresql',
  ])('may be here, or one that proves which it is: %s', (address) => {
    expect(postgresUrl.parse(address)).toBe(address)
  })

  it.each([
    ['without TLS', 'postgres://portal:secret@db.example/portal'],
    ['without proof', 'postgres://portal:secret@db.example/portal?sslmode=require'],
    [
      'with what libpq calls proof',
      'postgres://db.example/p?sslmode=verify-full&uselibpqcompat=true',
    ],
    ['that only looks as if it were here', 'postgres://localhost/portal?host=db.example'],
  ])('is refused on another machine %s', (_what, address) => {
    expect(problemOf(postgresUrl.safeParse(address))).toMatch(/^is on another machine/)
  })
})

describe('the virus scanner', () => {
  it.each(['unix:/run/clamav/clamd.ctl', 'tcp://127.0.0.1:3310', 'tcp://[::1]:3310'])(
    'may be here: %s',
    (address) => {
      expect(clamdUrl.parse(address)).toBe(address)
    },
  )

  it.each([
    ['tcp://scanner.example:3310', /^must be on this machine/],
    ['scanner', /^must be tcp:/],
  ])('is refused elsewhere: %s', (address, problem) => {
    expect(problemOf(clamdUrl.safeParse(address))).toMatch(problem)
  })
})
