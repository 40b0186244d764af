import { describe, expect, it, vi } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { eventually } from '@tests/support/portal/eventually'
import { sessionCookie, visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'

const app = await startSharedApp()

/** The same database as a leader is that was replaced, or a replica. */
const url = new URL(app.databaseUrl)
url.searchParams.set('options', '-c default_transaction_read_only=on')
const readOnly = await startSharedApp({
  database: { url: url.href, drop: async () => undefined },
})

const busy = {
  message: 'The portal is busy. Please try again in a moment.',
  code: 'unavailable',
}

const linesWith = (text: string) =>
  readOnly
    .logs()
    .split('\n')
    .filter((line) => line.includes(text))

describe('a database that takes no more changes', () => {
  it('has them tried again later, and goes on being read', async () => {
    const message = { email: 'ada@partner.example', subject: 'Review', message: 'When?' }
    await visit(readOnly).post('/api/messages').send(message).expect(503, busy)
    await visit(readOnly).get('/api/user').expect(401)
  })

  it('is no database that the portal is ready with, which is logged once', async () => {
    const look = vi.spyOn(readOnly.storage, 'check')
    await eventually(async () => {
      await visit(readOnly).get('/readyz').expect(503)
      expect(look.mock.calls.length).toBeGreaterThan(1)
    })
    const [said, ...more] = linesWith('"msg":"not ready"')
    expect(more).toEqual([])
    expect(said).toContain('takes no changes')
    for (const line of linesWith('"path":"/readyz"'))
      expect(JSON.parse(line)).toMatchObject({ level: 20 })
    await visit(app).get('/readyz').expect(200)
  })

  it('takes no upload, and of those that were refused nothing is left', async () => {
    const { bytes, name } = samples.pdf()
    await visit(readOnly).post('/api/upload').attach('file', bytes, name).expect(503, busy)
    await eventually(async () => expect(await readOnly.storedPaths()).toEqual([]))
  })

  it('keeps no one from reading whose session should be extended', async () => {
    const cookie = await sessionCookie(app, await buildUser(app))
    await app.pool.query("update sessions set expire = expire - interval '10 minutes'")
    const written = vi.spyOn(console, 'error')
    await visit(readOnly).get('/api/user').set('Cookie', cookie).expect(200)
    await eventually(async () => {
      expect(linesWith('session store did not answer')).toHaveLength(1)
    })
    expect(linesWith('response broke off')).toEqual([])
    expect(written).not.toHaveBeenCalled()
  })
})
