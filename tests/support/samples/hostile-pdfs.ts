import { deflateSync } from 'node:zlib'
import { encryptedPdf, incrementalPdf, linearizedPdf, pdfOfObjectStreams } from './pdf-variants'
import { writePdf } from './pdf-writer'
import { samples, type HostileSample } from './samples'

export function hostilePdfs(): HostileSample[] {
  const { bytes } = samples.pdf()
  const text = bytes.toString('latin1')
  const upTo = (keyword: string) => bytes.subarray(0, text.lastIndexOf(keyword))
  const without = (part: string | RegExp) => Buffer.from(text.replace(part, ''), 'latin1')
  const behind = (...head: string[]) =>
    Buffer.concat([...head.map((one) => Buffer.from(one)), bytes])
  const html = '<!doctype html><script>alert(1)</script>'
  const first = writePdf(['The first version'])
  const update = incrementalPdf()
  const pages = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']
  const hidden = pdfOfObjectStreams().toString('latin1')
  return [
    { name: 'nine.pdf', bytes: Buffer.from('%PDF-1.4\n'), why: 'a PDF of nine bytes' },
    { name: 'late.pdf', bytes: behind(html.padEnd(900, '\n')), why: 'HTML before the PDF header' },
    { name: 'gif.pdf', bytes: behind('GIF89a'), why: 'the start of a GIF before a PDF' },
    {
      name: 'deep.pdf',
      bytes: behind('\0'.repeat(1025)),
      why: 'more than a kilobyte before a PDF',
    },
    { name: 'no-version.pdf', bytes: Buffer.from('%PDF-<script>'), why: 'no PDF version' },
    { name: 'version.pdf', bytes: without(/(?<=%PDF-)1\.4/), why: 'a PDF without its version' },
    { name: 'half.pdf', bytes: bytes.subarray(0, bytes.length / 2), why: 'half a PDF' },
    { name: 'endless.pdf', bytes: upTo('%%EOF'), why: 'a PDF without its end marker' },
    {
      name: 'tableless.pdf',
      bytes: without(/xref\n0[^]*?(?=trailer)/),
      why: 'a PDF without a table',
    },
    { name: 'rootless.pdf', bytes: without('/Root 1 0 R'), why: 'a PDF without a root' },
    { name: 'startless.pdf', bytes: without(/startxref\n\d+/), why: 'a PDF without startxref' },
    { name: 'empty-pages.pdf', bytes: writePdf([]), why: 'a PDF without a page' },
    { name: 'update.pdf', bytes: update.subarray(0, first.length + 60), why: 'half of an update' },
    {
      name: 'linear.pdf',
      bytes: linearizedPdf().subarray(0, -60),
      why: 'a linearized PDF without its rest',
    },
    {
      name: 'no-pages.pdf',
      bytes: pdfOfObjectStreams({ objects: pages }),
      why: 'an object stream without a page',
    },
    {
      name: 'damaged-pages.pdf',
      bytes: pdfOfObjectStreams({ data: Buffer.alloc(200, 0x5a) }),
      why: 'an object stream that does not unpack',
    },
    {
      name: 'bomb.pdf',
      bytes: pdfOfObjectStreams({ data: deflateSync(Buffer.alloc(8 * 1024 * 1024)) }),
      why: 'an object stream of 8 MB',
    },
    {
      name: 'locked.pdf',
      bytes: Buffer.from(encryptedPdf().toString('latin1').replace('/ObjStm', '/Other')),
      why: 'an encrypted PDF without any page to hide',
    },
    {
      name: 'hidden-cut.pdf',
      bytes: Buffer.from(hidden.slice(0, hidden.indexOf('5 0 obj')), 'latin1'),
      why: 'object streams without their table',
    },
  ]
}
