import { afterAll, expect, it } from 'vitest'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { downloadFile, reuploadFile } from '@tests/support/portal/documents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { createBuckets } from '@tests/support/storage/s3-buckets'
import { serverKeys, startS3Server } from '@tests/support/storage/s3-server'
import { fsckContents } from '../../features/files/fsck'

const server = await startS3Server()
afterAll(() => server.close())
const buckets = await createBuckets({ endpoint: server.endpoint, keys: serverKeys })
const app = await startSharedApp({
  env: {
    STORAGE: buckets.text,
    AWS_ACCESS_KEY_ID: serverKeys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
  },
})
const user = await buildUser(app)
const owner = await logIn(app, user)
const admin = await logInAdmin(app)
const [first, second] = [samples.pdf({ text: 'first' }), samples.pdf({ text: 'second' })]
const report = (problem: string) => expect.fail(problem)

it('a portal on an object store takes a document, hands it out whole and in parts, and brings back what was there before', async () => {
  const file = await buildFile(app, { owner: user, sample: first })
  const path = `/uploads/${file.uploadKey}/${file.fileName}`
  expect((await downloadFile(owner, file)).equals(first.bytes)).toBe(true)
  const part = await owner.get(path).set('Range', 'bytes=1-4').responseType('blob').expect(206)
  expect(Buffer.from(part.body).equals(first.bytes.subarray(1, 5))).toBe(true)

  await reuploadFile(owner, file.id, second).expect(200)
  expect((await downloadFile(owner, file)).equals(second.bytes)).toBe(true)
  await admin.post(`/api/admin/files/${file.id}/restore`).expect(200)
  expect((await downloadFile(owner, file)).equals(first.bytes)).toBe(true)
  await fsckContents({ ...app, checksums: true, report })
})
