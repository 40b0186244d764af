import { expect, it } from 'vitest'
import { outcomeOf } from './outcome'
import { embeddedPostgresKilled, limitsWithoutPostgres, postgresStopped } from './postgres-stopped'

it('the portal survives that Postgres is killed, frozen, or drops a connection', async () => {
  expect(await outcomeOf(postgresStopped, 1)).toBe('held')
})

it('limits hold while Postgres is away', async () => {
  expect(await outcomeOf(limitsWithoutPostgres)).toBe('held')
})

it('a portal whose own Postgres was killed ends, and is well when it is started again', async () => {
  expect(await outcomeOf(embeddedPostgresKilled, 1)).toBe('held')
})
