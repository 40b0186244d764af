import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { downloadFile, reuploadFile } from '@tests/support/portal/documents'
import { flipBit } from '@tests/support/portal/stored-files'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { eventsOf } from '@tests/support/portal/audit-events'
import { samples, type Sample } from '@tests/support/samples/samples'
import { files, fileVersions } from '../../db/schema/files'

const app = await startSharedApp()
const user = await buildUser(app)
const owner = await logIn(app, user)
const account = await buildAdmin(app)
const admin = await logIn(app, account)

const first = samples.pdf({ text: 'first' })
const second = { ...samples.png({ text: 'second' }), name: 'second.png' }
const noBackup = { message: 'There is no backup of this file to restore.', code: 'not_found' }
const build = (overrides: Parameters<typeof buildFile>[1] = {}) =>
  buildFile(app, { owner: user, sample: first, ...overrides })
const restore = (id: number) => admin.post(`/api/admin/files/${id}/restore`)
const reupload = (id: number, sample: Sample = second) => reuploadFile(owner, id, sample)

async function rowOf(id: number) {
  const [row] = await app.db.select().from(files).where(eq(files.id, id))
  if (!row) throw new Error('The file is gone.')
  return row
}

const versionsOf = (id: number) =>
  app.db
    .select()
    .from(fileVersions)
    .where(eq(fileVersions.fileId, id))
    .orderBy(asc(fileVersions.id))

const stored = (storageKey: string) => join(app.uploadsDir, storageKey)
const backup = (storageKey: string) => join(app.uploadsDir, '.backups', storageKey)

describe('after a re-upload', () => {
  it('brings the previous content, name, size and type back, to be reviewed again', async () => {
    const before = await build({ status: 'approved' })
    await reupload(before.id).expect(200)
    await admin
      .patch(`/api/admin/files/${before.id}/status`)
      .send({ status: 'rejected', reason: 'Blurred' })
      .expect(200)
    const { body } = await restore(before.id).expect(200)
    expect(body).toMatchObject({
      id: before.id,
      uploadKey: before.uploadKey,
      fileName: first.name,
      fileSize: first.bytes.length,
      fileType: 'application/pdf',
      status: 'pending',
      statusReason: null,
      owner: { email: user.email },
    })
    expect((await downloadFile(owner, body)).equals(first.bytes)).toBe(true)
  })

  it('is itself a new version, so that a second restore undoes it', async () => {
    const before = await build()
    await reupload(before.id).expect(200)
    await restore(before.id).expect(200)
    const { body } = await restore(before.id).expect(200)
    expect((await downloadFile(owner, body)).equals(second.bytes)).toBe(true)
    const versions = await versionsOf(before.id)
    expect(versions).toMatchObject([
      { reason: 'upload', createdBy: null },
      { reason: 're-upload', createdBy: user.id },
      { reason: 'restore', createdBy: account.id },
      { reason: 'restore', createdBy: account.id },
    ])
    expect(new Set(versions.map(({ storageKey }) => storageKey)).size).toBe(4)
    const paths = await app.storedPaths()
    for (const { storageKey } of versions) {
      expect(paths).toContain(storageKey)
      expect(paths).toContain(`.backups/${storageKey}`)
    }
    expect((await rowOf(before.id)).storageKey).toBe(versions.at(-1)?.storageKey)
  })

  it('passes over a version without an intact copy', async () => {
    const file = await build()
    await reupload(file.id).expect(200)
    const third = samples.jpeg({ text: 'third' })
    await reupload(file.id, third).expect(200)
    const [, damaged] = await versionsOf(file.id)
    await flipBit(stored(damaged?.storageKey ?? ''))
    await flipBit(backup(damaged?.storageKey ?? ''))
    const { body } = await restore(file.id).expect(200)
    expect((await downloadFile(owner, body)).equals(first.bytes)).toBe(true)
  })

  it('takes either copy of a version, whichever is intact', async () => {
    for (const damage of [stored, backup]) {
      const file = await build()
      await reupload(file.id).expect(200)
      await flipBit(damage(file.storageKey))
      const { body } = await restore(file.id).expect(200)
      expect((await downloadFile(owner, body)).equals(first.bytes)).toBe(true)
    }
  })
})

describe('after a loss', () => {
  it.each([
    ['missing', (path: string) => rm(path)],
    ['damaged', flipBit],
    ['cut off', (path: string) => writeFile(path, first.bytes.subarray(0, 100))],
    ['empty', (path: string) => writeFile(path, '')],
  ])('of content that is %s brings the same back, its status kept', async (_how, harm) => {
    const statusAt = new Date()
    const file = await build({ status: 'approved', statusReason: 'Fine', statusAt })
    await harm(stored(file.storageKey))
    const { body } = await restore(file.id).expect(200)
    expect(body).toMatchObject({
      status: 'approved',
      statusReason: 'Fine',
      fileName: file.fileName,
    })
    expect((await rowOf(file.id)).statusAt).toEqual(statusAt)
    expect((await downloadFile(owner, body)).equals(first.bytes)).toBe(true)
  })

  it('of the newest content and its backup falls back to the one before', async () => {
    const file = await build({ status: 'approved' })
    const { body: replaced } = await reupload(file.id).expect(200)
    expect(replaced).toMatchObject({ status: 'pending' })
    const { storageKey } = await rowOf(file.id)
    await rm(stored(storageKey))
    await flipBit(backup(storageKey))
    const { body } = await restore(file.id).expect(200)
    expect(body).toMatchObject({ fileName: first.name, status: 'pending' })
    expect((await downloadFile(owner, body)).equals(first.bytes)).toBe(true)
  })

  it('finds the same content in an older version', async () => {
    const file = await build({ status: 'approved' })
    await reupload(file.id).expect(200)
    await restore(file.id).expect(200)
    await admin.patch(`/api/admin/files/${file.id}/status`).send({ status: 'approved' })
    const { storageKey } = await rowOf(file.id)
    for (const path of [stored(storageKey), backup(storageKey)]) await rm(path)
    const { body } = await restore(file.id).expect(200)
    expect(body).toMatchObject({ status: 'approved' })
    expect((await downloadFile(owner, body)).equals(first.bytes)).toBe(true)
  })

  it('of every copy is a 404 that changes nothing', async () => {
    const file = await build()
    for (const path of [stored(file.storageKey), backup(file.storageKey)]) await rm(path)
    const before = await app.storedPaths()
    await restore(file.id).expect(404, noBackup)
    expect(await rowOf(file.id)).toEqual(file)
    expect(await versionsOf(file.id)).toHaveLength(1)
    expect(await app.storedPaths()).toEqual(before)
  })
})

describe('restoring', () => {
  it('an intact file that was never replaced is a 404', async () => {
    const file = await build()
    await restore(file.id).expect(404, noBackup)
    const { body } = await reupload(file.id, first).expect(200)
    // The same bytes again are nothing to go back to.
    await restore(body.id).expect(404, noBackup)
  })

  it('works for a file without a user account', async () => {
    const file = await buildFile(app, { sample: first })
    await rm(stored(file.storageKey))
    const { body } = await restore(file.id).expect(200)
    expect(body).toMatchObject({ userId: null, owner: null })
  })

  it('is recorded with who did it and what came back', async () => {
    const file = await build()
    await reupload(file.id).expect(200)
    await restore(file.id).expect(200)
    const [original] = await versionsOf(file.id)
    const events = await eventsOf(app, `file:${file.id}`)
    expect(events).toContainEqual(
      expect.objectContaining({
        action: 'file.restored',
        actorId: account.id,
        ip: '127.0.0.1',
        details: { version: original?.id, contentChanged: true },
      }),
    )
  })
})
