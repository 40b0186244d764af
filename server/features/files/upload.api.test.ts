import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { downloadFile } from '@tests/support/portal/documents'
import { buildUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'
import { files, fileVersions } from '../../db/schema/files'

const app = await startSharedApp()
const user = await buildUser(app)
const userId = user.id
const owner = await logIn(app, user)

function upload(sample: { name: string; bytes: Buffer; type?: string }) {
  const { name: filename, bytes, type } = sample
  return visit(app)
    .post('/api/upload')
    .attach('file', bytes, { filename, ...(type !== undefined && { contentType: type }) })
}

/** What its owner gets back of an upload. */
async function download(uploaded: { uploadKey: string; fileName: string }): Promise<Buffer> {
  await app.db
    .update(files)
    .set({ userId, claimedAt: new Date() })
    .where(eq(files.uploadKey, uploaded.uploadKey))
  return downloadFile(owner, uploaded)
}

describe('uploading', () => {
  it('answers what was stored, under a key that no one can guess', async () => {
    const sample = samples.pdf()
    const { body } = await upload(sample).expect(201)
    expect(body).toEqual({
      uploadKey: expect.stringMatching(/^[\w-]{43}$/),
      fileName: sample.name,
      fileSize: sample.bytes.length,
      fileType: 'application/pdf',
    })
    const [file] = await app.db.select().from(files).where(eq(files.uploadKey, body.uploadKey))
    const sha256 = createHash('sha256').update(sample.bytes).digest('hex')
    expect(file).toMatchObject({ status: 'pending', userId: null, claimedAt: null, sha256 })
    const versions = await app.db
      .select()
      .from(fileVersions)
      .where(eq(fileVersions.fileId, file?.id ?? 0))
    expect(versions).toMatchObject([{ reason: 'upload', storageKey: file?.storageKey, sha256 }])
  })

  it('keeps a backup copy that is no link to the first', async () => {
    const { body } = await upload(samples.png()).expect(201)
    const paths = (await app.storedPaths()).filter((path) => path.includes(body.uploadKey))
    expect(paths).toHaveLength(2)
    expect(paths).toContainEqual(expect.stringMatching(/^\.backups\/[\w-]{43}\/[\w-]+\.png$/))
    expect(paths).toContainEqual(expect.stringMatching(/^[\w-]{43}\/[\w-]+\.png$/))
  })

  it('gives two uploads of the same file two keys', async () => {
    const first = await upload(samples.pdf()).expect(201)
    const second = await upload(samples.pdf()).expect(201)
    expect(second.body.uploadKey).not.toBe(first.body.uploadKey)
  })

  it.each(Object.entries(samples))('gives a %s back byte for byte', async (_kind, make) => {
    const sample = make()
    const { body } = await upload(sample).expect(201)
    expect(body).toMatchObject({ fileName: sample.name, fileType: sample.type })
    expect((await download(body)).equals(sample.bytes)).toBe(true)
  })

  it.each([
    ['screenshot.png', 'image/png', 'screenshot.jpg'],
    ['image:1641', 'image/*', 'image:1641.jpg'],
    ['photo.heic', 'text/html', 'photo.jpg'],
    ['photo.jpg', 'application/zip', 'photo.jpg'],
  ])('takes a JPEG named %s and declared as %s as what it is', async (name, type, fileName) => {
    const { bytes } = samples.jpeg()
    const { body } = await upload({ name, bytes, type }).expect(201)
    expect(body).toMatchObject({ fileName, fileType: 'image/jpeg' })
    expect((await download(body)).equals(bytes)).toBe(true)
  })

  it('works for someone who is logged in, and stays unclaimed until it is linked', async () => {
    const { name, bytes } = samples.pdf()
    const { body } = await owner.post('/api/upload').attach('file', bytes, name).expect(201)
    const [file] = await app.db.select().from(files).where(eq(files.uploadKey, body.uploadKey))
    expect(file).toMatchObject({ userId: null, claimedAt: null })
  })
})
