import type { FileKind } from '@shared/file-kinds'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hybridPdf, pdfOfObjectStreams } from '@tests/support/samples/pdf-variants'
import { samples } from '@tests/support/samples/samples'
import { detectKind } from './detect-kind'

async function kindOf(bytes: Buffer): Promise<FileKind | null> {
  return (await detectKind(bytes)).kind
}

/** Where a part of this format begins: a file cut there looks whole up to its last byte. */
function boundaries(bytes: Buffer, pattern: RegExp): number[] {
  return [...bytes.toString('latin1').matchAll(pattern)].map((match) => match.index)
}

const whole: [name: string, kind: FileKind, bytes: Buffer, parts: RegExp, endBytes: number][] = [
  ['PDF', 'pdf', samples.pdf().bytes, /\d+ 0 obj|endobj|xref|trailer|startxref|%%EOF/g, 1],
  ['PDF of streams', 'pdf', pdfOfObjectStreams(), /\d 0 obj|stream|endobj|startxref|%%EOF/g, 1],
  ['hybrid PDF', 'pdf', hybridPdf(), /\d 0 obj|stream|endobj|xref|trailer|startxref|%%EOF/g, 1],
  ['PNG', 'png', samples.png().bytes, /....(?:IHDR|tEXt|IDAT|IEND)/gs, 0],
  ['JPEG', 'jpeg', samples.jpeg().bytes, /\xff[\xc0-\xfe]/g, 0],
  ['DOCX', 'docx', samples.docx().bytes, /PK[^A-Za-z]{2}/g, 0],
]

describe.each(whole)('a %s', (_name, kind, bytes, parts, endBytes) => {
  it('is refused when it is cut where one of its parts begins', async () => {
    expect(await kindOf(bytes)).toBe(kind)
    const cuts = boundaries(bytes, parts)
    expect(cuts.length).toBeGreaterThan(2)
    for (const cut of cuts) {
      if (cut > 0) expect([cut, await kindOf(bytes.subarray(0, cut))]).toEqual([cut, null])
    }
  })

  it('is refused when it is cut anywhere', async () => {
    const cut = fc.nat(bytes.length - 1 - endBytes)
    await fc.assert(
      fc.asyncProperty(cut, async (length) => {
        expect(await kindOf(bytes.subarray(0, length))).toBeNull()
      }),
    )
  })
})

// Behind the closing record of an archive, something may be of another archive.
describe.each(whole.filter(([, kind]) => kind !== 'docx'))('a %s', (_name, kind, bytes) => {
  it('is taken with whatever behind its end', async () => {
    const tail = fc.uint8Array({ minLength: 1, maxLength: 3000 })
    await fc.assert(
      fc.asyncProperty(tail, async (more) => {
        expect(await kindOf(Buffer.concat([bytes, more]))).toBe(kind)
      }),
    )
  })
})
