import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { downloadFile } from '@tests/support/portal/documents'
import { logIn } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { createBuckets, type Buckets } from '@tests/support/storage/s3-buckets'
import { serverKeys, startS3Server } from '@tests/support/storage/s3-server'
import { auditEvents } from '../../db/schema/audit-events'
import { openStorage, showDocuments } from '../../open-storage'
import { StorageAwayError } from '../../storage-away'
import { openPlace } from '../../storage/open-places'
import { removeContents } from './jobs'
import { copyContents, removeMovedContents, type MovePlace } from './move-contents'

const server = await startS3Server()
afterAll(() => server.close())

let app: TestApp
let buckets: Buckets
let disk: MovePlace
let bucket: MovePlace

beforeEach(async () => {
  app = await startTestApp()
  buckets = await createBuckets({ endpoint: server.endpoint, keys: serverKeys })
  const env = { ...app.env, s3Keys: serverKeys }
  disk = asPlace(await openPlace(env, { kind: 'disk' }, app.logger))
  bucket = asPlace(await openPlace(env, buckets.address, app.logger))
})
afterEach(async () => {
  server.fail(null)
  await app.close()
})

const asPlace = (stored: MovePlace['stored']): MovePlace => ({
  stored,
  shown: showDocuments(app.env, app.db, stored),
})

async function run(work: typeof copyContents, from: MovePlace, to: MovePlace) {
  const problems: string[] = []
  const report = (problem: string) => void problems.push(problem)
  return { ...(await work({ db: app.db, from, to, report })), problems }
}

const spoil = (folder: string, key: string) => writeFile(join(folder, key), 'spoiled')

it('documents move to an object store and back, and lie where they were until the operator says', async () => {
  const owner = await buildUser(app)
  const files = [await buildFile(app, { owner }), await buildFile(app, { owner })]
  const before = await app.storedPaths()
  const copied = { done: 2, before: 0, gone: 0, not: 0, problems: [] }
  expect(await run(copyContents, disk, bucket)).toEqual(copied)
  expect(await app.storedPaths()).toEqual(before)
  expect(await buckets.list()).toHaveLength(4)
  expect(await run(copyContents, disk, bucket)).toMatchObject({ done: 0, before: 2 })

  expect(await run(removeMovedContents, disk, bucket)).toMatchObject({ done: 2, not: 0 })
  expect(await app.storedPaths()).toEqual([])
  expect(await run(copyContents, bucket, disk)).toMatchObject({ done: 2, not: 0 })
  expect(await app.storedPaths()).toEqual(before)
  const agent = await logIn(app, owner)
  for (const file of files) expect((await downloadFile(agent, file)).length).toBe(file.fileSize)
  const events = await app.db.select().from(auditEvents)
  const moves = events.filter(({ action }) => action.startsWith('documents.'))
  expect(moves.map(({ details }) => details)).toEqual(
    Array.from({ length: 3 }, () => ({ contents: 2 })),
  )
})

it('a move that broke off goes on where it was', async () => {
  for (let count = 0; count < 12; count += 1) await buildFile(app)
  server.fail('failing', { after: 80 })
  await expect(run(copyContents, disk, bucket)).rejects.toThrow(StorageAwayError)
  server.fail(null)
  const { done, before, not } = await run(copyContents, disk, bucket)
  expect(before).toBeGreaterThan(0)
  expect([done + before, not]).toEqual([12, 0])
})

it('what is damaged moves from its second copy, and what has none is named and stays', async () => {
  const [mendable, lost] = [await buildFile(app), await buildFile(app)]
  await spoil(app.uploadsDir, mendable.storageKey)
  await spoil(app.uploadsDir, lost.storageKey)
  await spoil(app.env.backupDir, lost.storageKey)
  const { done, not, problems } = await run(copyContents, disk, bucket)
  expect([done, not]).toEqual([1, 1])
  expect(problems.join()).toMatch(new RegExp(`^File ${lost.id}, .*no copy of it is whole`))

  await buckets.remove(buckets.address.backups.bucket, `backups/${mendable.storageKey}`)
  const removal = await run(removeMovedContents, disk, bucket)
  expect([removal.done, removal.not]).toEqual([0, 2])
  expect(await app.storedPaths()).toHaveLength(4)
})

it('while they move, documents are found in either place, and deleted from both', async () => {
  const owner = await buildUser(app)
  const agent = await logIn(app, owner)
  const [copied, left] = [await buildFile(app, { owner }), await buildFile(app, { owner })]
  await run(copyContents, disk, bucket)
  await disk.stored.remove(copied.storageKey)
  await bucket.stored.remove(left.storageKey)
  const storageAlso = buckets.address
  const env = { ...app.env, s3Keys: serverKeys, storageAlso }
  const storage = await openStorage(env, app.db, app.logger)
  for (const file of [copied, left]) {
    const [content, copy] = [
      await storage.open(file.storageKey),
      await storage.openBackup(file.storageKey),
    ]
    expect([await content?.checksum(), await copy?.checksum()]).toEqual([file.sha256, file.sha256])
    await content?.close()
    await copy?.close()
    await removeContents(app.db, storage, [file.storageKey])
  }
  expect([await app.storedPaths(), await buckets.list()]).toEqual([[], []])
  await agent.get(`/uploads/${left.uploadKey}/${left.fileName}`).expect(404)
})
