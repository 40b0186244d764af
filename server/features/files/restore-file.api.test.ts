import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, asc } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { fileVersion } from '@shared/files'
import { logIn } from '@tests/support/portal/agents'
import { eventsOf } from '@tests/support/portal/audit-events'
import { downloadFile, reuploadFile } from '@tests/support/portal/documents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { flipBit } from '@tests/support/portal/stored-files'
import { samples, type Sample } from '@tests/support/samples/samples'
import { fileVersions, files } from '../../db/schema/files'
import { verifyContents } from './verify-contents'

const app = await startSharedApp()

const user = await buildUser(app, { firstName: 'Ada', lastName: 'Park' })

const owner = await logIn(app, user)

const account = await buildAdmin(app)

const admin = await logIn(app, account)

const named = (sample: Sample, name: string) => ({ ...sample, name })

const first = named(samples.pdf({ text: 'first' }), 'first.pdf')

const second = named(samples.png({ text: 'second' }), 'second.png')

const latest = named(samples.jpeg({ text: 'third' }), 'third.jpg')

/** A document with three contents, the third shown now. */
async function buildThree() {
  const file = await buildFile(app, { owner: user, sample: first })
  await reuploadFile(owner, file.id, second).expect(200)
  await reuploadFile(owner, file.id, latest).expect(200)
  return file
}

async function listVersions(id: number) {
  const { body } = await admin.get(`/api/admin/files/${id}/versions`).expect(200)
  return fileVersion.array().parse(body)
}

async function idOf(fileId: number, name: string): Promise<number> {
  const found = (await listVersions(fileId)).find(({ fileName }) => fileName === name)
  if (!found) throw new Error(`${name} is not kept.`)
  return found.id
}

const restore = (id: number, body: object) =>
  admin.post(`/api/admin/files/${id}/restore`).send(body)

async function pathOf(versionId: number, folder = ''): Promise<string> {
  const [row] = await app.db.select().from(fileVersions).where(eq(fileVersions.id, versionId))
  return join(app.uploadsDir, folder, row?.storageKey ?? '')
}

describe('the versions of a document', () => {
  it('come newest first, with size, checksum, time, actor and reason', async () => {
    const { id } = await buildThree()
    const approve = admin.patch(`/api/admin/files/${id}/status`)
    await approve.send({ status: 'approved' }).expect(200)
    const by = { id: user.id, name: 'Ada Park', isAdmin: false }
    const whole = { state: 'whole', hasCopy: true }
    expect(await listVersions(id)).toMatchObject([
      {
        fileName: 'third.jpg',
        fileSize: latest.bytes.length,
        fileType: 'image/jpeg',
        reason: 're-upload',
        by,
        isShown: true,
        approvedAt: expect.any(String),
        ...whole,
      },
      { fileName: 'second.png', reason: 're-upload', by, isShown: false, ...whole },
      { fileName: 'first.pdf', reason: 'upload', by: null, approvedAt: null, ...whole },
    ])
  })

  it('can each be gone back to, as a new version that is reviewed again', async () => {
    const { id } = await buildThree()
    const version = await idOf(id, 'first.pdf')
    const { body } = await restore(id, { version }).expect(200)
    expect(body).toMatchObject({ fileName: 'first.pdf', status: 'pending' })
    expect((await downloadFile(owner, body)).equals(first.bytes)).toBe(true)
    expect(await listVersions(id)).toMatchObject([
      {
        fileName: 'first.pdf',
        reason: 'restore',
        by: { id: account.id, isAdmin: true },
        isShown: true,
      },
      { fileName: 'third.jpg', isShown: false },
      { fileName: 'second.png' },
      { fileName: 'first.pdf' },
    ])
  })

  it('are not restored over a content that the administrator has not seen', async () => {
    const { id } = await buildThree()
    const version = await idOf(id, 'first.pdf')
    await restore(id, { version, basedOnVersion: 'another' }).expect(409)
    expect(await listVersions(id)).toHaveLength(3)
  })

  it('show which one is damaged or missing, and bring it back from its copy', async () => {
    const { id } = await buildThree()
    const shown = await idOf(id, 'third.jpg')
    const earlier = await idOf(id, 'second.png')
    await flipBit(await pathOf(shown))
    await rm(await pathOf(earlier))
    // What no one has read yet is not known to be damaged.
    const ofFile = eq(fileVersions.fileId, id)
    await app.db
      .update(fileVersions)
      .set({ checkedAt: new Date(0) })
      .where(ofFile)
    const { signal } = new AbortController()
    await verifyContents({ ...app, days: 1, signal })
    expect(await listVersions(id)).toMatchObject([
      { state: 'damaged', hasCopy: true },
      { state: 'missing', hasCopy: true },
      { state: 'whole' },
    ])
    const { body } = await restore(id, { version: shown }).expect(200)
    expect((await downloadFile(owner, body)).equals(latest.bytes)).toBe(true)
    const { body: older } = await restore(id, { version: earlier }).expect(200)
    expect((await downloadFile(owner, older)).equals(second.bytes)).toBe(true)
  })

  it('without an intact copy cannot be restored, and are not replaced by another', async () => {
    const { id } = await buildThree()
    const version = await idOf(id, 'second.png')
    await flipBit(await pathOf(version))
    await rm(await pathOf(version, '.backups'))
    const { body } = await restore(id, { version }).expect(404)
    expect(body.message).toBe('No copy of this version is intact. Please choose another one.')
    expect((await listVersions(id)).find((one) => one.id === version)).toMatchObject({
      hasCopy: false,
    })
    expect(await listVersions(id)).toHaveLength(3)
  })

  it('cannot be restored where they are shown already, are of another document, or are gone', async () => {
    const { id } = await buildThree()
    const other = await buildThree()
    const version = await idOf(id, 'third.jpg')
    const { body } = await restore(id, { version }).expect(409)
    expect(body.message).toBe('The document already shows this version.')
    await restore(id, { version: await idOf(other.id, 'first.pdf') }).expect(404)
    await restore(id, { version: 2_147_483_647 }).expect(404)
    for (const wrong of [0, -1, 1.5, 'newest', 2_147_483_648])
      await restore(id, { version: wrong }).expect(400)
  })
})

const older = samples.pdf({ text: 'first' })

const newer = { ...samples.png({ text: 'second' }), name: 'second.png' }

const noBackup = { message: 'There is no backup of this file to restore.', code: 'not_found' }

const build = (overrides: Parameters<typeof buildFile>[1] = {}) =>
  buildFile(app, { owner: user, sample: older, ...overrides })

const bringBack = (id: number) => admin.post(`/api/admin/files/${id}/restore`)

const reupload = (id: number, sample: Sample = newer) => reuploadFile(owner, id, sample)

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
    const { body } = await bringBack(before.id).expect(200)
    expect(body).toMatchObject({
      id: before.id,
      uploadKey: before.uploadKey,
      fileName: older.name,
      fileSize: older.bytes.length,
      fileType: 'application/pdf',
      status: 'pending',
      statusReason: null,
      owner: { email: user.email },
    })
    expect((await downloadFile(owner, body)).equals(older.bytes)).toBe(true)
  })

  it('is itself a new version, so that a newer restore undoes it', async () => {
    const before = await build()
    await reupload(before.id).expect(200)
    await bringBack(before.id).expect(200)
    const { body } = await bringBack(before.id).expect(200)
    expect((await downloadFile(owner, body)).equals(newer.bytes)).toBe(true)
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
    const { body } = await bringBack(file.id).expect(200)
    expect((await downloadFile(owner, body)).equals(older.bytes)).toBe(true)
  })

  it('takes either copy of a version, whichever is intact', async () => {
    for (const damage of [stored, backup]) {
      const file = await build()
      await reupload(file.id).expect(200)
      await flipBit(damage(file.storageKey))
      const { body } = await bringBack(file.id).expect(200)
      expect((await downloadFile(owner, body)).equals(older.bytes)).toBe(true)
    }
  })
})

describe('after a loss', () => {
  it.each([
    ['missing', (path: string) => rm(path)],
    ['damaged', flipBit],
    ['cut off', (path: string) => writeFile(path, older.bytes.subarray(0, 100))],
    ['empty', (path: string) => writeFile(path, '')],
  ])('of content that is %s brings the same back, its status kept', async (_how, harm) => {
    const statusAt = new Date()
    const file = await build({ status: 'approved', statusReason: 'Fine', statusAt })
    await harm(stored(file.storageKey))
    const { body } = await bringBack(file.id).expect(200)
    expect(body).toMatchObject({
      status: 'approved',
      statusReason: 'Fine',
      fileName: file.fileName,
    })
    expect((await rowOf(file.id)).statusAt).toEqual(statusAt)
    expect((await downloadFile(owner, body)).equals(older.bytes)).toBe(true)
  })

  it('of the newest content and its backup falls back to the one before', async () => {
    const file = await build({ status: 'approved' })
    const { body: replaced } = await reupload(file.id).expect(200)
    expect(replaced).toMatchObject({ status: 'pending' })
    const { storageKey } = await rowOf(file.id)
    await rm(stored(storageKey))
    await flipBit(backup(storageKey))
    const { body } = await bringBack(file.id).expect(200)
    expect(body).toMatchObject({ fileName: older.name, status: 'pending' })
    expect((await downloadFile(owner, body)).equals(older.bytes)).toBe(true)
  })

  it('finds the same content in an older version', async () => {
    const file = await build({ status: 'approved' })
    await reupload(file.id).expect(200)
    await bringBack(file.id).expect(200)
    await admin.patch(`/api/admin/files/${file.id}/status`).send({ status: 'approved' })
    const { storageKey } = await rowOf(file.id)
    for (const path of [stored(storageKey), backup(storageKey)]) await rm(path)
    const { body } = await bringBack(file.id).expect(200)
    expect(body).toMatchObject({ status: 'approved' })
    expect((await downloadFile(owner, body)).equals(older.bytes)).toBe(true)
  })

  it('of every copy is a 404 that changes nothing', async () => {
    const file = await build()
    for (const path of [stored(file.storageKey), backup(file.storageKey)]) await rm(path)
    const before = await app.storedPaths()
    await bringBack(file.id).expect(404, noBackup)
    expect(await rowOf(file.id)).toEqual(file)
    expect(await versionsOf(file.id)).toHaveLength(1)
    expect(await app.storedPaths()).toEqual(before)
  })
})

describe('restoring', () => {
  it('an intact file that was never replaced is a 404', async () => {
    const file = await build()
    await bringBack(file.id).expect(404, noBackup)
    const { body } = await reupload(file.id, older).expect(200)
    // The same bytes again are nothing to go back to.
    await bringBack(body.id).expect(404, noBackup)
  })

  it('works for a file without a user account', async () => {
    const file = await buildFile(app, { sample: older })
    await rm(stored(file.storageKey))
    const { body } = await bringBack(file.id).expect(200)
    expect(body).toMatchObject({ userId: null, owner: null })
  })

  it('is recorded with who did it and what came back', async () => {
    const file = await build()
    await reupload(file.id).expect(200)
    await bringBack(file.id).expect(200)
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
