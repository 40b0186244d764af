import { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import { startTestApp } from '@tests/support/portal/app'
import { visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'

/** A query is handed over as its text, or as an object that holds it. */
const textOf = (query: unknown): unknown =>
  typeof query === 'object' && query && 'text' in query ? query.text : query

it('asking for a reset link is the same work for a known and an unknown address, so that time tells nothing', async () => {
  const app = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
  const ask = (email: string) => visit(app).post('/api/password-reset').send({ email }).expect(200)
  const { email } = await buildUser(app)
  await ask('first@partner.example')
  const hash = vi.spyOn(app.passwords, 'hash')
  const queries = vi.spyOn(Client.prototype, 'query')
  const workFor = async (address: string): Promise<unknown[]> => {
    queries.mockClear()
    await ask(address)
    return queries.mock.calls.map(([query]) => textOf(query))
  }
  const known = await workFor(email)
  const unknown = await workFor('nobody@partner.example')
  queries.mockRestore()
  expect(unknown).toEqual(known)
  expect(known).toContain('commit')
  expect(known.join('\n')).not.toMatch(/"?users"?/)
  expect(hash).not.toHaveBeenCalled()
  const { rows } = await app.pool.query(
    "select payload->>'email' as email from graphile_worker._private_jobs order by id",
  )
  expect(rows.map((row) => row.email)).toEqual([
    'first@partner.example',
    email,
    'nobody@partner.example',
  ])
  await app.close()
})
