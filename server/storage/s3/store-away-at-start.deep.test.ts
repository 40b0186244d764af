import { afterAll, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '@tests/support/portal/database'
import { spawnPortalProcess } from '@tests/support/portal/portal-process'
import { createBuckets } from '@tests/support/storage/s3-buckets'
import { serverKeys, startS3Server } from '@tests/support/storage/s3-server'

const server = await startS3Server()
afterAll(() => server.close())
const buckets = await createBuckets({ endpoint: server.endpoint, keys: serverKeys })

const patience = { timeout: 20_000 }

it('a portal that starts before its object store is ready once its id is there, and ends when it is another’s', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const settings = {
    DATABASE_URL: database.url,
    STORAGE: buckets.text,
    AWS_ACCESS_KEY_ID: serverKeys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
  }
  server.fail('failing')
  const portal = await spawnPortalProcess(settings)
  const statusOf = async () =>
    (await fetch(`${portal.origin}/readyz`).catch(() => null))?.status ?? 'not there'
  await expect.poll(statusOf, patience).toBe(503)
  server.fail(null)
  await expect.poll(statusOf, patience).toBe(200)
  const marks = () => [...server.objects.keys()].filter((name) => name.endsWith('/.portal'))
  expect(marks()).toHaveLength(2)
  await portal.end()

  const { bucket, prefix } = buckets.address.contents
  await buckets.remove(bucket, `${prefix}contents/.portal`)
  await buckets.put(bucket, `${prefix}contents/.portal`, 'another portal')
  server.fail('failing')
  const again = await spawnPortalProcess(settings, portal)
  onTestFinished(() => again.stop())
  await expect.poll(statusOf, patience).toBe(503)
  server.fail(null)
  await expect.poll(() => again.process.exitCode, patience).toBe(1)
  expect(again.output()).toContain('STORAGE belongs to another portal')
}, 90_000)
