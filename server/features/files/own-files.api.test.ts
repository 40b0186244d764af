import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'
import { files, fileVersions } from '../../db/schema/files'

const app = await startSharedApp()
const admin = await logInAdmin(app)

it('says of each document when the content that it shows now was sent', async () => {
  const owner = await buildUser(app)
  const agent = await logIn(app, owner)
  const { id } = await buildFile(app, { owner })
  const longAgo = new Date('2026-11-20T09:41:00Z')
  await app.db.update(files).set({ createdAt: longAgo }).where(eq(files.id, id))
  await app.db.update(fileVersions).set({ createdAt: longAgo }).where(eq(fileVersions.fileId, id))
  const [before] = (await agent.get('/api/files').expect(200)).body
  expect(before).toMatchObject({
    createdAt: longAgo.toISOString(),
    uploadedAt: longAgo.toISOString(),
  })

  const better = samples.jpeg()
  const sent = await agent.post(`/api/reupload/${id}`).attach('file', better.bytes, better.name)
  const [after] = (await agent.get('/api/files').expect(200)).body
  expect(after).toEqual(sent.body)
  expect(after.createdAt).toBe(longAgo.toISOString())
  expect(Date.parse(after.uploadedAt)).toBeGreaterThan(longAgo.getTime())

  // The first content is back, without being uploaded again.
  await admin.post(`/api/admin/files/${id}/restore`).expect(200)
  const [restored] = (await agent.get('/api/files').expect(200)).body
  expect(restored.uploadedAt).toBe(longAgo.toISOString())
})

it('tells why a document was rejected, and no other note of the administrator’s', async () => {
  const owner = await buildUser(app)
  const agent = await logIn(app, owner)
  const { id } = await buildFile(app, { owner })
  const decide = async (status: string, reason: string) => {
    await admin.patch(`/api/admin/files/${id}/status`).send({ status, reason }).expect(200)
    const [file] = (await agent.get('/api/files').expect(200)).body
    return file
  }
  expect(await decide('rejected', 'The report is from 2024.')).toMatchObject({
    status: 'rejected',
    statusReason: 'The report is from 2024.',
  })
  expect(await decide('approved', 'Seen with Jo.')).toMatchObject({
    status: 'approved',
    statusReason: null,
  })
})
