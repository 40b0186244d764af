import { afterAll, expect, it } from 'vitest'
import { startTestApp } from '@tests/support/portal/app'
import { backUp, backupKey, makeEmptyPlace, makeTestFolder } from '@tests/support/portal/backups'
import { downloadFile } from '@tests/support/portal/documents'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildFile } from '@tests/support/portal/factories'
import { buildRegistration } from '@tests/support/samples/forms'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { createBuckets } from '@tests/support/storage/s3-buckets'
import { serverKeys, startS3Server } from '@tests/support/storage/s3-server'
import { portalItself } from '../features/audit/record-event'
import { deleteFile } from '../features/files/delete-file'
import { removeContents } from '../features/files/jobs'
import { openPlaces } from '../storage/open-places'
import { secretIds } from './secret-ids'

const server = await startS3Server()
afterAll(() => server.close())
const store = { endpoint: server.endpoint, keys: serverKeys }
const [lost, empty] = [await createBuckets(store), await createBuckets(store)]
const on = ({ text }: typeof lost) => ({
  STORAGE: text,
  AWS_ACCESS_KEY_ID: serverKeys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
})
const app = await startSharedApp({ env: on(lost) })

it('documents in an object store are backed up once each, and restored into another one', async () => {
  const folder = await makeTestFolder()
  const stored = await openPlaces(app.env, app.logger)
  const add = () => backUp(app, folder, { stored, secrets: secretIds(app.env) })
  const [large, small] = [samples.pdf({ size: 1_000_000 }), samples.pdf({ text: 'new' })]
  const first = await buildFile(app, { sample: large })
  const registration = buildRegistration({ uploadKey: first.uploadKey })
  const { body: owner } = await visit(app).post('/api/register').send(registration).expect(201)
  const deleted = await buildFile(app, { owner })
  expect(await add()).toMatchObject({ contents: 2, added: 2, lost: [] })

  await deleteFile({ db: app.db, fileId: deleted.id, by: portalItself })
  await removeContents(app.db, app.storage, [deleted.storageKey])
  const added = await buildFile(app, { owner, sample: small })
  const { contents } = lost.address
  await lost.put(contents.bucket, `${contents.prefix}contents/${added.storageKey}`, 'damaged')
  const sentBefore = server.countSentBytes()
  expect(await add()).toMatchObject({ contents: 2, added: 1, lost: [] })
  expect(server.countSentBytes() - sentBefore).toBeLessThan(100_000)

  await lost.drop()
  const place = await makeEmptyPlace()
  const there = {
    ...settingsOf(app),
    ...on(empty),
    BACKUP_KEY: backupKey.toString('base64'),
    DATABASE_URL: place.databaseUrl,
    UPLOADS_DIR: place.uploadsDir,
  }
  const { output } = await runCommand('restore', { env: there }, '--from', folder)
  expect(output).toMatch(/2 documents, 0 of them damaged\.\nRestored\.[^]*\nSound\.$/m)

  const portal = await startTestApp({
    database: { url: place.databaseUrl, drop: async () => undefined },
    env: on(empty),
  })
  const agent = await logIn(portal, registration)
  expect((await downloadFile(agent, first)).equals(large.bytes)).toBe(true)
  expect((await downloadFile(agent, added)).equals(small.bytes)).toBe(true)
  await portal.close()
})
