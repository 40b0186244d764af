import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { visit } from '@tests/support/portal/agents'

const page = '<!doctype html><title>Portal</title>'

let folder: string
let app: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-test-client-'))
  await writeFile(join(folder, 'index.html'), page)
  const away = { url: 'postgresql://portal:x@127.0.0.1:1/portal', drop: () => Promise.resolve() }
  app = await startTestApp({ clientDir: folder, database: away })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

describe('pages, while the database is away', () => {
  it.each(['/', '/login', '/admin/users/', '/login?next=//evil.example'])(
    '%s shows the app, even to someone with a session',
    async (path) => {
      const { text, headers } = await visit(app).get(path).set('Cookie', 'sid=s%3Ax.y').expect(200)
      expect(text).toBe(page)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers).not.toHaveProperty('set-cookie')
    },
  )

  it('that the app does not have are a 404', async () => {
    await visit(app).get('/no/such-page').expect(404)
    await visit(app).get('/id/%ff').expect(400)
    await visit(app).post('/login').send({}).expect(404)
  })

  it('are never shown under /api and /uploads', async () => {
    const unknown = { message: 'There is no such call.', code: 'not_found' }
    await visit(app).get('/api/login').expect(404, unknown)
    await visit(app).get('/api').expect(404, unknown)
    await visit(app).get('/uploads/.gitkeep').expect(404, unknown)
  })
})
