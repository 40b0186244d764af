import { deflateSync } from 'node:zlib'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { maxFileBytes, type FileKind } from '@shared/file-kinds'
import { contentTypes, writeDocx } from '@tests/support/samples/docx-writer'
import { withLongDirectory } from '@tests/support/samples/ole-writer'
import { samples } from '@tests/support/samples/samples'
import { detectKind } from './content-type/detect-kind'

// The tests that `npm test` runs with a hundred inputs each, with many more.
describe('what is in memory', async () => {
  beforeAll(() => fc.configureGlobal({ numRuns: 20_000 }))
  await import('./choose-superfluous.test')
  await import('./file-name.test')
})

describe('files', async () => {
  beforeAll(() => fc.configureGlobal({ numRuns: 2_000 }))
  await import('./content-type/detect-kind.test')
  await import('./content-type/detect-whole-files.deep.test')
})

describe('10 MB of the worst', () => {
  it.each(worstCases(maxFileBytes))('$why are read in little time and memory', async (worst) => {
    const before = process.memoryUsage.rss()
    const cpuBefore = process.cpuUsage()
    expect((await detectKind(worst.bytes)).kind).toBe(worst.kind)
    const { user, system } = process.cpuUsage(cpuBefore)
    const memory = process.memoryUsage.rss() - before
    expect((user + system) / 1e6).toBeLessThan(2)
    expect(memory).toBeLessThan(150 * 2 ** 20)
  })
})

interface WorstCase {
  why: string
  /** The kind that it must still be recognized as. */
  kind: FileKind | null
  bytes: Buffer
}

/** Files of this size that make their readers work as hard as they can. */
function worstCases(size: number): WorstCase[] {
  return [...pdfs(size), ...pictures(size), ...documents(size)]
}

const stream = (data: Buffer) =>
  Buffer.concat([Buffer.from('/Type /ObjStm >>\nstream\n'), data, Buffer.from('\nendstream\n')])

function pdfs(size: number): WorstCase[] {
  const ending =
    '\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n'
  const of = (why: string, unit: string | Buffer): WorstCase => {
    const bytes = Buffer.alloc(size, unit)
    bytes.write('%PDF-1.5\n')
    bytes.write(ending, size - ending.length)
    return { why: `PDF of ${why}`, kind: null, bytes }
  }
  return [
    of('types of nothing', '/Type /Pagf '),
    of('types and spaces', `/Type${' '.repeat(32)}`),
    of('cross-references', `xref${' '.repeat(30)}1`),
    of('end markers', '%%EOF'),
    of('objects', '1 0 obj\n'),
    of('digits', '7'),
    of('the words that objects start with', '0 obj'),
    of('roots that lead nowhere', `/Root${' '.repeat(31)}1${' '.repeat(31)}`),
    of('object streams of 64 MB', stream(deflateSync(Buffer.alloc(64 * 1024 * 1024)))),
    of('object streams of 2 KB', stream(deflateSync(Buffer.alloc(2048)))),
    of('object streams of nothing', '/Type/ObjStm stream\n'),
  ]
}

function pictures(size: number): WorstCase[] {
  const png = samples.png().bytes
  const jpeg = samples.jpeg().bytes
  const headerEnd = 33
  const pictureAt = png.indexOf('IDAT') - 4
  const emptyChunk = Buffer.from('00000000744558740000', 'hex')
  const chunk = Buffer.concat([emptyChunk, Buffer.alloc(2)])
  const frameAt = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
  const scanAt = jpeg.indexOf(Buffer.from('ffda', 'hex'))
  const dataAt = scanAt + 2 + jpeg.readUInt16BE(scanAt + 2)
  const filled = (head: Buffer, unit: Buffer | number, tail: Buffer) =>
    Buffer.concat([head, Buffer.alloc(size - head.length - tail.length, unit), tail])
  const start = jpeg.subarray(0, 2)
  const rest = jpeg.subarray(2)
  const head = jpeg.subarray(0, dataAt)
  const end = jpeg.subarray(-2)
  return [
    { why: 'PNG of one chunk', kind: 'png', bytes: samples.png({ size }).bytes },
    {
      why: 'PNG of empty chunks',
      kind: null,
      bytes: filled(png.subarray(0, headerEnd), chunk, png.subarray(pictureAt)),
    },
    {
      why: 'JPEG of filling',
      kind: 'jpeg',
      bytes: filled(start, 0xff, rest),
    },
    {
      why: 'JPEG of stuffed bytes',
      kind: 'jpeg',
      bytes: filled(head, Buffer.from([0xff, 0]), end),
    },
    { why: 'JPEG of zeros', kind: 'jpeg', bytes: filled(head, 0, end) },
    {
      why: 'JPEG of empty comments',
      kind: null,
      bytes: filled(jpeg.subarray(0, frameAt), Buffer.from('fffe0002', 'hex'), end),
    },
  ]
}

function documents(size: number): WorstCase[] {
  const list = 4 * 1024 * 1024 - 1000
  const types = String(contentTypes().data)
  const bent = (why: string, unit: string): WorstCase => {
    const filling = unit.repeat(Math.floor(list / unit.length))
    const data = types.replace('</Types>', `${filling}</Types>`)
    const part = { name: 'word/media/a.bin', data: Buffer.alloc(1000) }
    const bytes = writeDocx('Report', [{ ...contentTypes(), data }, part])
    return { why: `DOCX with types of ${why}`, kind: 'docx', bytes }
  }
  return [
    { ...bent('tags', '<a/>'), kind: null },
    bent('attributes', `<a${' b="&#65;"'.repeat(1000)}/>`),
    bent('comments', '<!---->'),
    { ...bent('comments that never end', '<!--'), kind: null },
    { ...bent('spaces', `<a${' '.repeat(100_000)}!`), kind: null },
    {
      why: 'DOC with a megabyte of directory',
      kind: 'doc',
      bytes: Buffer.concat([withLongDirectory(samples.doc().bytes, 2048)], size),
    },
  ]
}
