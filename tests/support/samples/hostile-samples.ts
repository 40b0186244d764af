import { crc32, deflateSync } from 'node:zlib'
import { hostileOles, hostileZips } from './hostile-archives'
import { hostileDocs, hostileWordPackages } from './hostile-word'
import { samples, type HostileSample } from './samples'
import { encryptedPdf, incrementalPdf, linearizedPdf, pdfOfObjectStreams } from './pdf-variants'
import { writePdf } from './pdf-writer'

/** Files that must be refused under every allowed name and type. */
export function hostileSamples(): HostileSample[] {
  return [
    ...hostileTexts(),
    ...hostilePdfs(),
    ...hostilePictures(),
    ...hostileZips(),
    ...hostileWordPackages(),
    ...hostileOles(),
    ...hostileDocs(),
  ]
}

function hostileTexts(): HostileSample[] {
  const html = '<!doctype html><script>alert(1)</script>'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  return [
    { name: 'empty.pdf', bytes: Buffer.alloc(0), why: 'no bytes' },
    { name: 'one-byte.pdf', bytes: Buffer.from('%'), why: 'one byte' },
    { name: 'page.html', bytes: Buffer.from(html), why: 'HTML with a script' },
    { name: 'picture.svg', bytes: Buffer.from(svg), why: 'SVG with a script' },
    { name: 'rich.rtf', bytes: Buffer.from('{\\rtf1\\ansi Report}'), why: 'RTF' },
    { name: 'page.ps', bytes: Buffer.from('%!PS-Adobe-3.0\nshowpage\n'), why: 'PostScript' },
    { name: 'shell.php.jpg', bytes: Buffer.from('<?php system($_GET[0]);'), why: 'PHP' },
    { name: 'setup.exe', bytes: Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), why: 'a program' },
  ]
}

function hostilePictures(): HostileSample[] {
  const png = samples.png().bytes
  const damaged = Buffer.from(png)
  damaged.writeUInt8(damaged.readUInt8(29) ^ 1, 29)
  const jpeg = samples.jpeg().bytes
  const frameAt = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
  const frameEnd = frameAt + 2 + jpeg.readUInt16BE(frameAt + 2)
  const scanAt = jpeg.indexOf(Buffer.from('ffda', 'hex'))
  const frameless = Buffer.concat([jpeg.subarray(0, frameAt), jpeg.subarray(frameEnd)])
  const pictureAt = png.indexOf('IDAT') - 4
  const endAt = png.length - 12
  const badPicture = withByte(png, pictureAt + 8, png.readUInt8(pictureAt + 8) ^ 1)
  const pictureless = Buffer.concat([png.subarray(0, pictureAt), png.subarray(endAt)])
  const headless = Buffer.concat([png.subarray(0, 8), png.subarray(33)])
  const longChunk = withByte(png, pictureAt, 0x7f)
  const scanless = Buffer.concat([jpeg.subarray(0, scanAt), jpeg.subarray(-2)])
  const script = Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1')
  return [
    { name: 'dot.gif', bytes: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), why: 'GIF' },
    { name: 'dot.webp', bytes: Buffer.from('RIFF\x1a\0\0\0WEBPVP8L', 'latin1'), why: 'WebP' },
    { name: 'narrow.png', bytes: withoutExtent(png, 16), why: 'PNG of no width' },
    { name: 'flat.png', bytes: withoutExtent(png, 20), why: 'PNG of no height' },
    { name: 'damaged.png', bytes: damaged, why: 'PNG whose IHDR checksum fails' },
    { name: 'header.png', bytes: png.subarray(0, 33), why: 'PNG header alone' },
    { name: 'endless.png', bytes: png.subarray(0, endAt), why: 'PNG without its end' },
    { name: 'cut.png', bytes: png.subarray(0, -1), why: 'PNG short of a byte' },
    { name: 'pictureless.png', bytes: pictureless, why: 'PNG without a picture' },
    { name: 'picture.png', bytes: badPicture, why: 'PNG of a damaged picture' },
    { name: 'headless.png', bytes: headless, why: 'PNG without a header' },
    { name: 'long.png', bytes: longChunk, why: 'PNG chunk beyond the file' },
    { name: 'signature.png', bytes: png.subarray(0, 8), why: 'PNG signature alone' },
    { name: 'start.jpg', bytes: Buffer.from('ffd8ffe0', 'hex'), why: 'start of a JPEG alone' },
    { name: 'cut.jpg', bytes: jpeg.subarray(0, frameAt), why: 'JPEG cut before its picture' },
    { name: 'endless.jpg', bytes: jpeg.subarray(0, -2), why: 'JPEG without its end' },
    { name: 'half.jpg', bytes: jpeg.subarray(0, -20), why: 'JPEG cut within its picture' },
    { name: 'scanless.jpg', bytes: scanless, why: 'JPEG without a picture' },
    { name: 'frameless.jpg', bytes: frameless, why: 'JPEG scan without a frame' },
    { name: 'flat.jpg', bytes: withByte(jpeg, frameAt + 6, 0), why: 'JPEG of no height' },
    { name: 'frame.jpg', bytes: withByte(jpeg, frameAt + 9, 9), why: 'JPEG of nine colours' },
    { name: 'scan.jpg', bytes: withByte(jpeg, scanAt + 4, 9), why: 'JPEG scan of nine colours' },
    { name: 'script.jpg', bytes: script, why: 'HTML behind a JPEG signature' },
  ]
}

/** With zero for the width or height at this offset, and a checksum that agrees. */
function withoutExtent(png: Buffer, offset: number): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(0, offset)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

function withByte(original: Buffer, offset: number, value: number): Buffer {
  const bytes = Buffer.from(original)
  bytes.writeUInt8(value, offset)
  return bytes
}

function hostilePdfs(): HostileSample[] {
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
