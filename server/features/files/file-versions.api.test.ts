import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { fileVersion } from '@shared/files'
import { downloadFile, reuploadFile } from '@tests/support/portal/documents'
import { flipBit } from '@tests/support/portal/stored-files'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { samples, type Sample } from '@tests/support/samples/samples'
import { fileVersions } from '../../db/schema/files'
import { verifyContents } from './verify-contents'

const app = await startSharedApp()
const user = await buildUser(app, { firstName: 'Ada', lastName: 'Park' })
const owner = await logIn(app, user)
const account = await buildAdmin(app)
const admin = await logIn(app, account)

const named = (sample: Sample, name: string) => ({ ...sample, name })
const first = named(samples.pdf({ text: 'first' }), 'first.pdf')
const second = named(samples.png({ text: 'second' }), 'second.png')
const third = named(samples.jpeg({ text: 'third' }), 'third.jpg')

/** A document with three contents, the third shown now. */
async function buildThree() {
  const file = await buildFile(app, { owner: user, sample: first })
  await reuploadFile(owner, file.id, second).expect(200)
  await reuploadFile(owner, file.id, third).expect(200)
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
        fileSize: third.bytes.length,
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
    expect((await downloadFile(owner, body)).equals(third.bytes)).toBe(true)
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
