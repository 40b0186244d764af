import { randomBytes } from 'node:crypto'
import { fileKinds } from '@shared/file-kinds'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeDocx } from '@tests/support/samples/docx-writer'
import { hostileSamples } from '@tests/support/samples/hostile-samples'
import {
  asVersion4,
  withFarDirectory,
  withLongDirectory,
  writeOle,
} from '@tests/support/samples/ole-writer'
import { referenceSamples, samples } from '@tests/support/samples/samples'
import { toleratedSamples } from '@tests/support/samples/tolerated-samples'
import { detectKind } from './detect-kind'

const kindOf = async (bytes: Buffer) => (await detectKind(bytes)).kind

describe('accepts', () => {
  it.each(fileKinds)('a %s made here', async (kind) => {
    expect(await detectKind(samples[kind]().bytes)).toEqual({ kind, problem: null })
  })

  it.each(toleratedSamples())('a $kind $why', async ({ kind, bytes }) => {
    expect(await kindOf(bytes)).toBe(kind)
  })

  const references = referenceSamples('valid')
  it.skipIf(references.length === 0)('every valid reference sample', async () => {
    for (const { name, bytes } of references) {
      expect([name, (await detectKind(bytes)).problem]).toEqual([name, null])
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

  it('a .doc whose directory is beyond what the header can address', async () => {
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
  })

  const references = referenceSamples('hostile')
  it.skipIf(references.length === 0)('every hostile reference sample', async () => {
    for (const { name, bytes } of references) {
      expect([name, await kindOf(bytes)]).toEqual([name, null])
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
})

const heic = Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1heic', 'latin1')
const locked = writeOle([{ name: 'EncryptionInfo' }, { name: 'EncryptedPackage' }])
const named = (name: string) =>
  hostileSamples().find((sample) => sample.name === name)?.bytes ?? Buffer.alloc(0)

describe('says what it is and what to do', () => {
  it.each([
    [heic, 'This is a HEIC photo. Take a screenshot of it, or choose Most Compatible under'],
    [samples.pdf().bytes.subarray(0, -20), 'This PDF is cut off. Save or download it again.'],
    [samples.pdf().bytes.subarray(0, 400), 'This PDF is cut off.'],
    [Buffer.from('%PDF'), 'This PDF is cut off.'],
    [Buffer.from(`<html>${samples.pdf().bytes.toString('latin1')}`), 'Something else is in front'],
    [named('half.jpg'), 'This picture is cut off or damaged.'],
    [named('cut.docx'), 'This Word document is cut off.'],
    [named('nul.docx'), 'We can’t read this Word document.'],
    [locked, 'This document has a password.'],
    [named('locked.docx'), 'This archive has a password.'],
    [named('plain.zip'), 'This is an archive.'],
    [named('no-entries.zip'), 'This is an archive.'],
    [Buffer.from('Rar!\x1a\x07'), 'This is an archive.'],
    [named('remote.docx'), 'This Word document uses a template on another server.'],
    [named('share.docx'), 'This Word document uses a template on another server.'],
    [named('frame.docx'), 'This Word document loads something from another server.'],
    [named('docm.docx'), 'This Word document holds a macro'],
    [named('program.docx'), 'This Word document holds a macro'],
    [named('macros.doc'), 'This Word document holds a macro'],
    [named('dotx.docx'), 'This is a Word template'],
    [named('book.xlsx'), 'This is a spreadsheet.'],
    [named('book.xls'), 'This is a spreadsheet.'],
    [named('app.docx'), 'This is a program'],
    [named('cut.doc'), 'We can’t read this Word document.'],
    [named('setup.exe'), 'This is a program'],
    [named('page.html'), 'This is a web page.'],
    [named('picture.svg'), 'This is a web page.'],
    [named('rich.rtf'), 'This is a rich text document.'],
    [named('dot.gif'), 'This is a GIF picture.'],
    [named('dot.webp'), 'This is a WebP picture.'],
    [Buffer.from('\0\0\0\x14ftypqt  ', 'latin1'), 'This is a video.'],
    [Buffer.from('\0\0\0\x20ftypisom', 'latin1'), 'This is a video.'],
    [Buffer.from('ID3\x04'), 'This is a sound recording.'],
    [Buffer.from('Subject: your report\n'), 'This is an email.'],
    [Buffer.from('My score is 742.'), 'This is plain text.'],
    [Buffer.alloc(5000), 'There is nothing in this file.'],
  ])('case %#: %j', async (bytes, words) => {
    expect((await detectKind(bytes)).problem).toContain(words)
  })

  it('of none that no one knows', async () => {
    expect(await detectKind(Buffer.from('a1\0\x02\x03'))).toEqual({ kind: null, problem: null })
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

function someBytes(maxLength: number) {
  return fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes))
}
