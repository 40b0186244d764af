import { afterAll, expect, it } from 'vitest'
import { buildFile } from '@tests/support/portal/factories'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { createBuckets } from '@tests/support/storage/s3-buckets'
import { serverKeys, startS3Server } from '@tests/support/storage/s3-server'

const server = await startS3Server()
afterAll(() => server.close())
const buckets = await createBuckets({ endpoint: server.endpoint, keys: serverKeys })
const app = await startSharedApp()
const env = {
  ...settingsOf(app),
  AWS_ACCESS_KEY_ID: serverKeys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
}
const there = { ...env, STORAGE: buckets.text, STORAGE_ALSO: 'disk' }

it('npm run storage:move copies what is elsewhere, and removes the old when it is told to', async () => {
  await buildFile(app)
  const move = ['--to', buckets.text]
  expect(await runCommand('move-storage', { env }, ...move)).toEqual({
    exitCode: 0,
    output: '1 contents copied and read back, 0 were there before, 0 could not be copied.',
  })
  expect(await app.storedPaths()).toHaveLength(2)
  expect(await runCommand('move-storage', { env: there }, ...move, '--remove-old')).toEqual({
    exitCode: 0,
    output: '1 contents removed from the old storage, 0 were gone before, 0 stay there.',
  })
  expect(await app.storedPaths()).toEqual([])
}, 90_000)
