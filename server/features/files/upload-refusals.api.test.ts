import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxFileBytes } from '@shared/file-kinds'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { hostileSamples } from '@tests/support/samples/hostile-samples'
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

describe.each([
  ['upload', '/api/upload'],
  ['re-upload', reuploadPath],
])('a refused %s', (_what, path) => {
  const post = () => owner.post(path)

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
    ['report.docm', samples.docx().bytes, /Its name ends in \.docm, as documents with macros do\./],
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
