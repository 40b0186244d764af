import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxFileBytes } from '@shared/file-kinds'
import { notFound, pleaseLogIn } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { eventually } from '@tests/support/portal/eventually'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { hostileSamples } from '@tests/support/samples/hostile-samples'
import { sendRaw } from '@tests/support/network/raw-http'
import { samples } from '@tests/support/samples/samples'
import { files, fileVersions } from '../../db/schema/files'

let before: unknown

const app = await startSharedApp()
const user = await buildUser(app)
const owner = await logIn(app, user)
const stored = await buildFile(app, { owner: user })
const reuploadPath = `/api/reupload/${stored.id}`

const everythingStored = async () => ({
  files: await app.db.$count(files),
  versions: await app.db.$count(fileVersions),
  paths: await app.storedPaths(),
})

beforeEach(async () => {
  before = await everythingStored()
})
// Every refusal here leaves nothing behind.
afterEach(async () => {
  expect(await everythingStored()).toEqual(before)
})

const wrongType = {
  message: 'Invalid file type: Please upload a PDF, Word document, JPG, JPEG, or PNG file.',
  code: 'unsupported_type',
}
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

const part = (headers: string, content = 'x') => `--b\r\n${headers}\r\n\r\n${content}\r\n`

/** One of each kind. What else is no document, the tests of the detection say. */
const noDocuments = hostileSamples().filter(({ name }) =>
  /^(?:setup\.exe|late\.pdf|cut\.png|script\.jpg|entries\.docx|macros\.doc)$/.test(name),
)

describe.each([
  ['upload', '/api/upload'],
  ['re-upload', reuploadPath],
])('a refused %s', (_what, path) => {
  const post = () => owner.post(path)
  const sendMultipart = (body: string, boundary = 'b') =>
    post().set('Content-Type', `multipart/form-data; boundary=${boundary}`).send(body)

  it.each(noDocuments)('of $name leaves nothing', async ({ name, bytes }) => {
    await post().attach('file', bytes, name).expect(415, wrongType)
  })

  it('of no bytes says so', async () => {
    await post().attach('file', Buffer.alloc(0), 'empty.pdf').expect(400, empty)
  })

  it('with content, extension or declared type of different kinds leaves nothing', async () => {
    const pdf = samples.pdf().bytes
    const mixed = [
      { bytes: samples.png().bytes, filename: 'score.jpeg' },
      { bytes: pdf, filename: 'report' },
      { bytes: pdf, filename: 'report.pdf.exe' },
      { bytes: pdf, filename: 'a.pdf%00.html' },
      { bytes: pdf, filename: 'report.pdf', contentType: 'text/html' },
    ]
    for (const { bytes, ...options } of mixed) {
      await post().attach('file', bytes, options).expect(415, wrongType)
    }
  })

  it.each([maxFileBytes + 1, 2 * maxFileBytes])('of %i bytes leaves nothing', async (size) => {
    const { name, bytes } = samples.pdf({ size })
    await post().attach('file', bytes, name).expect(413, tooLarge)
  })

  it('in another field, with a second file or with a text field leaves nothing', async () => {
    const { name, bytes } = samples.pdf()
    await post().attach('report', bytes, name).expect(400, oneFile)
    await post().attach('', bytes, name).expect(400)
    await post().attach('file', bytes, name).attach('file', bytes, name).expect(400, oneFile)
    await post().attach('file', bytes, name).attach('other', bytes, name).expect(400, oneFile)
    await post().field('note', 'x').attach('file', bytes, name).expect(400, oneFile)
    await post().attach('file', bytes, name).field('__proto__[isAdmin]', '1').expect(400, oneFile)
    await post()
      .field('file', 'x'.repeat(2 * 1024 * 1024))
      .expect(400, oneFile)
    expect(Object.prototype).not.toHaveProperty('isAdmin')
  })

  it('without any file says what is missing', async () => {
    await post().expect(400, noFile)
    await post().send({ file: 'x' }).expect(400, noFile)
    await post()
      .type('application/pdf')
      .send(samples.pdf().bytes.toString('latin1'))
      .expect(400, noFile)
    await sendMultipart('--b--\r\n').expect(400)
    await sendMultipart(`${part('Content-Disposition: form-data; name="file"')}--b--\r\n`).expect(
      400,
      oneFile,
    )
  })

  it('that is broken multipart is a 400', async () => {
    const file = 'Content-Disposition: form-data; name="file"; filename="a.pdf"'
    await post().set('Content-Type', 'multipart/form-data').send('x').expect(400, broken)
    await sendMultipart(part(file)).expect(400, broken)
    await sendMultipart(part(file, '%PDF-1.4'), 'other').expect(400, broken)
    await sendMultipart('').expect(400)
    await sendMultipart('--b\r\n').expect(400, broken)
    await sendMultipart(part(file), 'b'.repeat(2048)).expect(400, broken)
    await sendMultipart(`${part(`${file}\r\nX: ${'x'.repeat(80_000)}`)}--b--\r\n`).expect(400)
    await sendMultipart(`${part('Content-Disposition: nonsense')}--b--\r\n`).expect(400)
  })

  it('that is compressed is a 400', async () => {
    const { status, body } = await sendMultipart(part('x')).set('Content-Encoding', 'gzip')
    expect([status, body.code]).toEqual([400, 'bad_request'])
  })
})

describe('an upload that ends too early', () => {
  it('leaves nothing', async () => {
    const { port } = new URL(app.url)
    const socket = connect(Number(port), '127.0.0.1')
    const head =
      'POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n' +
      'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 '
    socket.write(head + 'x'.repeat(100_000))
    const expectTemporaries = (count: number) =>
      eventually(async () => {
        const paths = await app.storedPaths()
        expect(paths.filter((path) => path.startsWith('.tmp/'))).toHaveLength(count)
      })
    await expectTemporaries(1)
    socket.destroy()
    await expectTemporaries(0)
  })
})

describe('a re-upload', () => {
  const { name, bytes } = samples.pdf()

  it('without a session is refused before anything is read', async () => {
    await visit(app).post(reuploadPath).attach('file', bytes, name).expect(401, pleaseLogIn)
  })

  it('of a file that does not exist is a 404 that leaves nothing', async () => {
    await owner.post('/api/reupload/987654').attach('file', bytes, name).expect(404, notFound)
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

describe('a name that breaks out of its header', () => {
  it('splits no header and leaves nothing', async () => {
    const body =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a\r\nSet-Cookie: x=1.pdf"\r\n\r\n' +
      `${samples.pdf().bytes.toString('latin1')}\r\n--b--\r\n`
    const { status, headers } = await sendRaw(app, {
      method: 'POST',
      path: '/api/upload',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body: Buffer.from(body, 'latin1'),
    })
    expect(status).toBe(400)
    expect(headers).not.toHaveProperty('set-cookie')
  })
})
