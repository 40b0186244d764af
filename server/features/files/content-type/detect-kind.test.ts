import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileKinds, fileExtensions, mimeTypes, type FileKind } from '@shared/file-kinds'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeDocx } from '@tests/support/samples/docx-writer'
import { hostileSamples } from '@tests/support/samples/hostile-samples'
import { asVersion4, withFarDirectory, withLongDirectory } from '@tests/support/samples/ole-writer'
import { referenceSamples, samples } from '@tests/support/samples/samples'
import { toleratedSamples } from '@tests/support/samples/tolerated-samples'
import { checkUpload, detectKind } from './detect-kind'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'detect-kind-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function kindOf(bytes: Buffer): Promise<FileKind | null> {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return detectKind(path)
}

const extensions = fileKinds.flatMap((kind) => fileExtensions[kind])
const declaredTypes = [...fileKinds.map((kind) => mimeTypes[kind]), '', 'application/octet-stream']

/** Under how many pairs of an allowed extension and a type a browser may send the upload passes. */
async function countAccepted(bytes: Buffer): Promise<number> {
  const kind = await kindOf(bytes)
  const verdicts = extensions.flatMap((extension) =>
    declaredTypes.map((declaredType) =>
      checkUpload({ kind, fileName: `report.${extension}`, declaredType }),
    ),
  )
  return verdicts.filter((verdict) => verdict === 'ok').length
}

describe('accepts', () => {
  it.each(fileKinds)('a %s made here, under its name and type', async (expected) => {
    const { name, type, bytes } = samples[expected]()
    const kind = await kindOf(bytes)
    expect(kind).toBe(expected)
    expect(checkUpload({ kind, fileName: name, declaredType: type })).toBe('ok')
  })

  it.each(toleratedSamples())('a $kind $why', async ({ kind, bytes }) => {
    expect(await kindOf(bytes)).toBe(kind)
  })

  const references = referenceSamples('valid')
  it.skipIf(references.length === 0)('every valid reference sample, under its name', async () => {
    for (const { name, bytes } of references) {
      const kind = await kindOf(bytes)
      expect([name, checkUpload({ kind, fileName: name, declaredType: '' })]).toEqual([name, 'ok'])
    }
  })

  it('a PDF of exactly the size asked for', async () => {
    for (const size of [1000, 9999, 10_000, 10_001, 10_485_760]) {
      const { bytes } = samples.pdf({ size })
      expect(bytes).toHaveLength(size)
      expect(await kindOf(bytes)).toBe('pdf')
    }
  })

  it('a document with many parts, and a large one', async () => {
    const parts = Array.from({ length: 1997 }, (_part, index) => ({ name: `word/${index}.xml` }))
    expect(await kindOf(writeDocx('Report', parts))).toBe('docx')
    const picture = Buffer.alloc(300_000, 7)
    const large = { name: 'word/a.xml', data: picture, declaredBytes: 9_000_000 }
    expect(await kindOf(writeDocx('Report', [large]))).toBe('docx')
  })

  it('a .doc with sectors of 4,096 bytes', async () => {
    expect(await kindOf(asVersion4(samples.doc().bytes))).toBe('doc')
  })

  it('a .doc whose directory lies beyond what the header can address', async () => {
    expect(await kindOf(withFarDirectory(samples.doc().bytes))).toBe('doc')
  })
})

describe('refuses', () => {
  it('a JPEG of endless comments', async () => {
    const { bytes } = samples.jpeg()
    const comments = Buffer.from('fffe0002'.repeat(1100), 'hex')
    const long = Buffer.concat([bytes.subarray(0, 2), comments, bytes.subarray(2)])
    expect(await kindOf(long)).toBeNull()
  })

  it('a document that would unpack to more than 200 MB at any ratio', async () => {
    const part = { name: 'word/a.xml', data: randomBytes(2_000_000) }
    expect(await kindOf(writeDocx('Report', [{ ...part, declaredBytes: 190_000_000 }]))).toBe(
      'docx',
    )
    expect(await kindOf(writeDocx('Report', [{ ...part, declaredBytes: 220_000_000 }]))).toBeNull()
  })

  it('a .doc with more than a megabyte of directory', async () => {
    expect(await kindOf(withLongDirectory(samples.doc().bytes, 2048))).toBe('doc')
    expect(await kindOf(withLongDirectory(samples.doc().bytes, 2049))).toBeNull()
  })

  it.each(hostileSamples())('$name: $why', async ({ bytes }) => {
    expect(await kindOf(bytes)).toBeNull()
    expect(await countAccepted(bytes)).toBe(0)
  })

  const references = referenceSamples('hostile')
  it.skipIf(references.length === 0)('every hostile reference sample', async () => {
    for (const { name, bytes } of references) {
      expect([name, await countAccepted(bytes)]).toEqual([name, 0])
    }
  })

  it('one document part too many', async () => {
    const parts = Array.from({ length: 1998 }, (_part, index) => ({ name: `word/${index}.xml` }))
    expect(await kindOf(writeDocx('Report', parts))).toBeNull()
  })

  it('a chain of table sectors that loops', async () => {
    const bytes = withFarDirectory(samples.doc().bytes)
    bytes.fill(0xff, 512 * 201, 512 * 202)
    bytes.writeUInt32LE(200, 512 * 202 - 4)
    expect(await kindOf(bytes)).toBeNull()
  })

  it('declared sizes without making room for them', async () => {
    const bombs = hostileSamples().filter(({ name }) =>
      /^(?:bomb|ratio|counts|far|entries)\.docx?$/.test(name),
    )
    expect(bombs).toHaveLength(5)
    const before = process.memoryUsage()
    for (const { bytes } of bombs) await kindOf(bytes)
    const after = process.memoryUsage()
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(16 * 1024 * 1024)
    expect(after.rss - before.rss).toBeLessThan(64 * 1024 * 1024)
  })

  it('a file that is not there, as an error', async () => {
    await expect(detectKind(join(folder, 'missing'))).rejects.toThrow('ENOENT')
  })
})

describe('whatever the bytes', () => {
  it('answers for random ones behind every signature', async () => {
    const signatures = fileKinds.map((kind) => samples[kind]().bytes.subarray(0, 8))
    const bytes = fc.tuple(fc.constantFrom(Buffer.alloc(0), ...signatures), someBytes(2048))
    await fc.assert(
      fc.asyncProperty(bytes, async (parts) => {
        expect([null, ...fileKinds]).toContain(await kindOf(Buffer.concat(parts)))
      }),
    )
  })

  it('answers for samples with bytes changed, cut or inserted', async () => {
    const originals = fileKinds.map((kind) => ({ kind, bytes: samples[kind]().bytes }))
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat(8),
      inserted: someBytes(8),
    })
    const changes = fc.array(change, { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...originals), changes, async (original, list) => {
        const bytes = list.reduce((result, { at, removed, inserted }) => {
          const start = Math.floor(at * result.length)
          return Buffer.concat([
            result.subarray(0, start),
            inserted,
            result.subarray(start + removed),
          ])
        }, original.bytes)
        expect([null, original.kind]).toContain(await kindOf(bytes))
      }),
    )
  })
})

describe('checkUpload', () => {
  it.each([
    ['pdf', 'REPORT.PDF', 'application/pdf', 'ok'],
    ['jpeg', 'photo.jpg', 'image/jpeg', 'ok'],
    ['jpeg', 'photo.JPEG', 'image/jpg', 'ok'],
    ['jpeg', 'photo.jpg', 'IMAGE/JPEG; charset=binary', 'ok'],
    ['docx', 'a.docx', 'application/zip', 'ok'],
    ['docx', 'a.docx', 'application/octet-stream', 'ok'],
    ['docx', 'a.docx', '', 'ok'],
    ['docx', 'a.docx', 'application/x-zip-compressed', 'ok'],
    ['doc', 'a.doc', 'application/vnd.ms-word', 'ok'],
    ['jpeg', 'photo.jpg', 'image/pjpeg', 'ok'],
    ['png', 'photo.png', 'image/x-png', 'ok'],
    ['pdf', 'a.pdf', 'application/force-download', 'ok'],
    ['pdf', 'a.pdf', 'text/plain', 'ok'],
    ['png', 'photo.png', 'binary/octet-stream', 'ok'],
    ['pdf', 'a.pdf', 'text/html', 'wrong-type'],
    ['pdf', 'a.pdf', 'text/html; charset=utf-8', 'wrong-type'],
    ['png', 'photo.png', 'image/svg+xml', 'wrong-type'],
    ['jpeg', 'photo.jpg', 'image/*', 'wrong-type'],
    ['pdf', 'a.pdf', 'application/zip', 'wrong-type'],
    ['docx', 'a.docx', 'application/vnd.ms-word.document.macroEnabled.12', 'wrong-type'],
    ['pdf', 'a.pdf', 'application/x-pdf', 'ok'],
    ['pdf', 'a.html.pdf', '', 'ok'],
    ['png', 'photo.jpeg', 'image/jpeg', 'wrong-type'],
    ['png', 'photo.jpeg', 'image/png', 'wrong-type'],
    ['png', 'photo.png', 'image/jpg', 'wrong-type'],
    ['pdf', 'a.pdf', 'image/png;q=1', 'wrong-type'],
    ['doc', 'a.pdf', 'application/msword', 'wrong-type'],
    ['doc', 'a.docx', '', 'wrong-type'],
    ['docx', 'a.doc', '', 'wrong-type'],
    ['pdf', 'pdf', 'application/pdf', 'wrong-type'],
    ['pdf', 'a.pdf.exe', 'application/pdf', 'wrong-type'],
    ['pdf', '', 'application/pdf', 'wrong-type'],
    [null, 'a.pdf', 'application/pdf', 'wrong-type'],
  ] as const)('%s named %j declared as %j: %s', (kind, fileName, declaredType, expected) => {
    expect(checkUpload({ kind, fileName, declaredType })).toBe(expected)
  })
})

function someBytes(maxLength: number) {
  return fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes))
}
