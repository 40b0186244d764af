import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { sessionCookie, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildFile } from '@tests/support/portal/factories'
import { files } from '../db/schema/files'

const app = await startSharedApp()

it('JSON that began before its session ended changes nothing: who sends it is looked up when it is there', async () => {
  const own = await sessionCookie(app, await buildAdmin(app))
  const file = await buildFile(app)
  const body = JSON.stringify({ status: 'rejected' })
  const sent = request(`${app.url}/api/admin/files/${file.id}/status`, {
    method: 'PATCH',
    headers: {
      Origin: app.origin,
      Cookie: own,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    },
  })
  const answered = once(sent, 'response')
  sent.write(body.slice(0, 5))
  await visit(app).post('/api/logout').set('Cookie', own).expect(200)
  sent.end(body.slice(5))
  const [answer]: IncomingMessage[] = await answered
  expect(answer?.statusCode).toBe(401)
  const [row] = await app.db.select().from(files).where(eq(files.id, file.id))
  expect(row?.status).toBe('pending')
})
