import { expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'

const app = await startSharedApp()
const admin = await logInAdmin(app)

/** A file whose owner sent another document after the administrator loaded the list. */
async function replacedFile() {
  const owner = await buildUser(app)
  const file = await buildFile(app, { owner })
  const { body: seen } = await admin.get(`/api/admin/files?userId=${owner.id}`).expect(200)
  const { bytes } = samples.pdf({ text: 'Another report' })
  await (
    await logIn(app, owner)
  )
    .post(`/api/reupload/${file.id}`)
    .attach('file', bytes, 'new.pdf')
    .expect(200)
  return { id: file.id, ownerId: owner.id, version: String(seen[0].version) }
}

it('content that the administrator has not seen cannot be approved', async () => {
  const { id, ownerId, version } = await replacedFile()
  const decision = { status: 'approved', basedOn: 'pending', basedOnVersion: version }
  await admin.patch(`/api/admin/files/${id}/status`).send(decision).expect(409)
  const { body: now } = await admin.get(`/api/admin/files?userId=${ownerId}`).expect(200)
  expect(now[0]).toMatchObject({ status: 'pending', fileName: 'new.pdf' })
  const informed = { ...decision, basedOnVersion: now[0].version }
  await admin.patch(`/api/admin/files/${id}/status`).send(informed).expect(200)
})

it('a restore of what the administrator saw does not undo what came meanwhile', async () => {
  const { id, ownerId, version } = await replacedFile()
  await admin.post(`/api/admin/files/${id}/restore`).send({ basedOnVersion: version }).expect(409)
  const { body: now } = await admin.get(`/api/admin/files?userId=${ownerId}`).expect(200)
  expect(now[0].fileName).toBe('new.pdf')
})
