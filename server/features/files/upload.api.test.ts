import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it, afterEach, beforeEach } from 'vitest'
import { maxFileBytes } from '@shared/file-kinds'
import { logIn, visit } from '@tests/support/portal/agents'
import { downloadFile } from '@tests/support/portal/documents'
import { buildUser, buildFile } from '@tests/support/portal/factories'
import { seeWaiting } from '@tests/support/portal/meet-at-lock'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildRegistration } from '@tests/support/samples/forms'
import { hostileSamples } from '@tests/support/samples/hostile-samples'
import { samples } from '@tests/support/samples/samples'
import { files, fileVersions } from '../../db/schema/files'
import { hashToken } from '../../tokens'

const app = await startSharedApp()

const account = await buildUser(app)

const partner = await logIn(app, account)

const ownFile = await buildFile(app, { owner: account })

const userId = account.id

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
  return downloadFile(partner, uploaded)
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

  it('keeps documents apart that come and go at the same time, some from memory and some from disk', async () => {
    const sent = Array.from({ length: 8 }, (_, at) =>
      samples.png({ text: `the document ${at}`, size: 100_000 + at * 50_000 }),
    )
    for (let round = 0; round < 2; round += 1) {
      const received = await Promise.all(sent.map(async (sample) => upload(sample).expect(201)))
      const read = await Promise.all(received.map(async ({ body }) => download(body)))
      expect(read.map((bytes, at) => sent[at]?.bytes.equals(bytes))).not.toContain(false)
    }
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
    const { body } = await partner.post('/api/upload').attach('file', bytes, name).expect(201)
    const [file] = await app.db.select().from(files).where(eq(files.uploadKey, body.uploadKey))
    expect(file).toMatchObject({ userId: null, claimedAt: null })
  })
})

let storedBefore: unknown

const reuploadPath = `/api/reupload/${ownFile.id}`

const everythingStored = async () => ({
  files: await app.db.$count(files),
  versions: await app.db.$count(fileVersions),
  paths: await app.storedPaths(),
})

const sentence = 'Invalid file type: Please upload a PDF, Word document, JPG, JPEG, or PNG file.'

const wrongType = (advice: RegExp) => ({
  message: expect.stringMatching(new RegExp(`^${sentence} ${advice.source}`)),
  code: 'unsupported_type',
})

const empty = { message: 'The file is empty. Please choose another one.', code: 'bad_request' }

const tooLarge = {
  message: 'File too large: Please upload a file smaller than 10MB.',
  code: 'too_large',
}

const oneFile = {
  message: 'Please send exactly one file, in the field "file".',
  code: 'bad_request',
}

const noFile = {
  message: 'File required: Please select a credit report file to upload.',
  code: 'bad_request',
}

const broken = { message: 'The upload could not be read.', code: 'bad_request' }

/** One of each kind. What else is no document, the tests of the detection say. */
const noDocuments = hostileSamples().filter(({ name }) =>
  /^(?:setup\.exe|late\.pdf|cut\.png|script\.jpg|entries\.docx|macros\.doc)$/.test(name),
)

describe('refused uploads', () => {
  beforeEach(async () => {
    storedBefore = await everythingStored()
  })

  // Every refusal here leaves nothing behind.
  afterEach(async () => {
    expect(await everythingStored()).toEqual(storedBefore)
  })

  describe.each([
    ['upload', '/api/upload'],
    ['re-upload', reuploadPath],
  ])('a refused %s', (_what, path) => {
    const post = () => partner.post(path)

    it.each(noDocuments)('of $name leaves nothing', async ({ name, bytes }) => {
      const { body } = await post().attach('file', bytes, name).expect(415)
      expect(body).toEqual(wrongType(/(?:This|Something|We) .+\.$/))
    })

    it.each([
      [
        'photo.jpg',
        '\0\0\0\x24ftypheic',
        /This is a HEIC photo\. Take a screenshot of it, or choose Most/,
      ],
      ['report.pdf', 'a1\0\x02', /We can’t tell what this file is\./],
      ['setup.exe (1)', samples.pdf().bytes, /Its name ends in \.exe, as programs do\./],
      [
        'report.docm',
        samples.docx().bytes,
        /Its name ends in \.docm, as documents with macros do\./,
      ],
      ['report.html', samples.pdf().bytes, /Its name ends in \.html, as web pages do\./],
    ])('named %s says what it is', async (name, content, advice) => {
      const { body } = await post().attach('file', Buffer.from(content), name).expect(415)
      expect(body).toEqual(wrongType(advice))
    })

    it('of no bytes says so', async () => {
      await post().attach('file', Buffer.alloc(0), 'empty.pdf').expect(400, empty)
    })

    it('of one byte too many leaves nothing', async () => {
      const { name, bytes } = samples.pdf({ size: maxFileBytes + 1 })
      await post().attach('file', bytes, name).expect(413, tooLarge)
    })

    it('in another field, with a second file or with a text field leaves nothing', async () => {
      const { name, bytes } = samples.pdf()
      await post().attach('report', bytes, name).expect(400, oneFile)
      await post().attach('file', bytes, name).attach('file', bytes, name).expect(400, oneFile)
      await post().field('note', 'x').attach('file', bytes, name).expect(400, oneFile)
    })

    it('without any file says what is missing', async () => {
      await post().expect(400, noFile)
      await post().send({ file: 'x' }).expect(400, noFile)
      await post()
        .type('application/pdf')
        .send(samples.pdf().bytes.toString('latin1'))
        .expect(400, noFile)
    })

    it('that is broken multipart is a 400', async () => {
      const nonsense = '--b\r\nContent-Disposition: nonsense\r\n\r\nx\r\n--b--\r\n'
      const type = 'multipart/form-data'
      await post().set('Content-Type', type).send('x').expect(400, broken)
      await post().set('Content-Type', `${type}; boundary=b`).send(nonsense).expect(400)
    })
  })

  describe('an upload without room', () => {
    it('is a 507 when unclaimed contents fill their 10 GB', async () => {
      await app.db.insert(files).values(
        Array.from({ length: 5 }, (_row, at) => ({
          uploadKey: String(at).padStart(43, 'x'),
          fileName: 'filler.pdf',
          fileSize: 2_147_483_647,
          fileType: 'application/pdf',
          sha256: '',
          storageKey: '',
        })),
      )
      const { name, bytes } = samples.pdf()
      await visit(app).post('/api/upload').attach('file', bytes, name).expect(507, {
        message: 'We can’t take uploads right now. Please try again later.',
        code: 'storage_full',
      })
      await app.db.delete(files).where(eq(files.fileName, 'filler.pdf'))
    })
  })
})

const path = '/api/photo-handoffs'

const photo = samples.jpeg()

const start = async () => (await visit(app).post(path).expect(201)).body

const hand = (token: string, sample = photo) =>
  visit(app)
    .post(`${path}/upload`)
    .set('Authorization', `Bearer ${token}`)
    .attach('file', sample.bytes, sample.name)

const ask = (token: string) =>
  visit(app).get(`${path}/open`).set('Authorization', `Bearer ${token}`)

const pickUp = (pickup: string) => visit(app).get(path).set('Authorization', `Bearer ${pickup}`)

const expire = () =>
  app.pool.query("update photo_handoffs set expires_at = now() - interval '6 minutes'")

describe('a photo from a phone', () => {
  it('reaches the form on the computer, and becomes the applicant’s document', async () => {
    const { token, pickup } = await start()
    expect((await pickUp(pickup).expect(200)).body).toEqual({ file: null })
    const handed = await hand(token).expect(201)
    const { file } = (await pickUp(pickup).expect(200)).body
    expect(file).toMatchObject({ fileType: 'image/jpeg', uploadKey: expect.any(String) })
    expect(JSON.stringify(handed.body)).not.toContain(file.uploadKey)
    const registration = buildRegistration({ uploadKey: file.uploadKey })
    const agent = visit(app)
    await agent.post('/api/register').send(registration).expect(201)
    expect((await agent.get('/api/files').expect(200)).body).toHaveLength(1)
  })

  it('is taken once, of two that arrive together too, and only that one is stored', async () => {
    const { token } = await start()
    const before = await app.db.$count(files)
    const answers = await Promise.all([hand(token), hand(token)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '404'])
    expect(await app.db.$count(files)).toBe(before + 1)
    await hand(token).expect(404)
  })

  it('uses its code only once it is stored, so that a killed process leaves the code open', async () => {
    const { token, pickup } = await start()
    const holder = await app.pool.connect()
    await holder.query('begin; lock table file_versions in exclusive mode')
    const handed = hand(token).then(({ status }) => status)
    await seeWaiting(app, 1)
    // What another connection sees is what would be left.
    const { rows } = await app.pool.query(
      'select used_at from photo_handoffs where file_id is null and expires_at > now() and token_hash = $1',
      [hashToken(token)],
    )
    await holder.query('commit')
    holder.release()
    expect(rows).toEqual([{ used_at: null }])
    expect(await handed).toBe(201)
    expect((await pickUp(pickup).expect(200)).body.file).not.toBeNull()
  })

  it('can be asked for before it is taken: for how long, and why not', async () => {
    const { token } = await start()
    const { secondsLeft } = (await ask(token).expect(200)).body
    expect(secondsLeft).toBeGreaterThan(590)
    expect(secondsLeft).toBeLessThanOrEqual(600)
    await hand(token).expect(201)
    expect((await ask(token).expect(404)).body.message).toMatch(/^Photos were already sent/)
    const other = await start()
    await expire()
    expect((await ask(other.token).expect(404)).body.message).toMatch(/^This code has expired\./)
  })

  it('that was begun in time arrives a little later, too', async () => {
    const { token, pickup } = await start()
    const holder = await app.pool.connect()
    await holder.query('begin; lock table file_versions in exclusive mode')
    const handed = hand(token).then(({ status }) => status)
    await seeWaiting(app, 1)
    await app.pool.query("update photo_handoffs set expires_at = now() - interval '1 minute'")
    await holder.query('commit')
    holder.release()
    expect(await handed).toBe(201)
    expect((await pickUp(pickup).expect(200)).body.file).not.toBeNull()
  })

  it('that is refused leaves the code as it was', async () => {
    const { token, pickup } = await start()
    await hand(token, { ...photo, bytes: Buffer.from('no picture') }).expect(415)
    await hand(token).expect(201)
    expect((await pickUp(pickup).expect(200)).body.file).not.toBeNull()
  })

  it('comes too late after ten minutes, and is picked up by no one then', async () => {
    const { token, pickup } = await start()
    await expire()
    await hand(token).expect(404)
    await pickUp(pickup).expect(404)
  })

  it('is reached by neither secret in place of the other, nor by a guess', async () => {
    const { token, pickup } = await start()
    await hand(pickup).expect(404)
    await ask(pickup).expect(404)
    await pickUp(token).expect(404)
    await pickUp('k'.repeat(43)).expect(404)
    await visit(app).get(path).expect(404)
    const { rows } = await app.pool.query('select * from photo_handoffs')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(pickup)
  })
})

describe('a document from a phone in place of a stored one', () => {
  it('becomes its content, once; the upload itself is gone', async () => {
    const user = await buildUser(app)
    const owner = await logIn(app, user)
    const stored = await buildFile(app, { owner: user, status: 'rejected' })
    const { token, pickup } = await start()
    await hand(token).expect(201)
    const { uploadKey } = (await pickUp(pickup)).body.file
    const before = await app.db.$count(files)
    const replace = () => owner.post(`/api/reupload/${stored.id}/${uploadKey}`)
    const { body } = await replace().expect(200)
    expect(body).toMatchObject({
      id: stored.id,
      uploadKey: stored.uploadKey,
      fileName: photo.name,
      status: 'pending',
    })
    expect(await downloadFile(owner, body)).toEqual(photo.bytes)
    expect(await app.db.$count(files)).toBe(before - 1)
    await replace().expect(404)
  })

  it('is refused to others, with a key that was used or is unknown, and changes nothing then', async () => {
    const user = await buildUser(app)
    const owner = await logIn(app, user)
    const stored = await buildFile(app, { owner: user })
    const { token, pickup } = await start()
    await hand(token).expect(201)
    const { uploadKey } = (await pickUp(pickup)).body.file
    const other = await logIn(app, await buildUser(app))
    await other.post(`/api/reupload/${stored.id}/${uploadKey}`).expect(404)
    await owner.post(`/api/reupload/${stored.id}/${'k'.repeat(43)}`).expect(404)
    await owner.post(`/api/reupload/${stored.id}/${stored.uploadKey}`).expect(409)
    await owner.post(`/api/link-file/${uploadKey}`).expect(200)
    await owner.post(`/api/reupload/${stored.id}/${uploadKey}`).expect(409)
    const [unchanged] = (await owner.get('/api/files')).body.filter(
      ({ id }: { id: number }) => id === stored.id,
    )
    expect(unchanged.fileName).toBe(stored.fileName)
  })
})
