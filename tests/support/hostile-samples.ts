import { writeDocx } from './docx-writer'
import { writeOle } from './ole-writer'
import { samples } from './samples'
import { writeZip, type ZipEntry, type ZipOptions } from './zip-writer'

export interface HostileSample {
  name: string
  bytes: Buffer
  why: string
}

/** Files that must be refused under every allowed name and type. */
export function hostileSamples(): HostileSample[] {
  return [...hostileTexts(), ...hostilePictures(), ...hostileZips(), ...hostileOles()]
}

function hostileTexts(): HostileSample[] {
  const html = '<!doctype html><script>alert(1)</script>'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const late = Buffer.concat([Buffer.from(html.padEnd(900, '\n')), samples.pdf().bytes])
  return [
    { name: 'empty.pdf', bytes: Buffer.alloc(0), why: 'no bytes' },
    { name: 'one-byte.pdf', bytes: Buffer.from('%'), why: 'one byte' },
    { name: 'page.html', bytes: Buffer.from(html), why: 'HTML with a script' },
    { name: 'picture.svg', bytes: Buffer.from(svg), why: 'SVG with a script' },
    { name: 'rich.rtf', bytes: Buffer.from('{\\rtf1\\ansi Report}'), why: 'RTF' },
    { name: 'page.ps', bytes: Buffer.from('%!PS-Adobe-3.0\nshowpage\n'), why: 'PostScript' },
    { name: 'shell.php.jpg', bytes: Buffer.from('<?php system($_GET[0]);'), why: 'PHP' },
    { name: 'late.pdf', bytes: late, why: 'HTML before the PDF header' },
    { name: 'space.pdf', bytes: Buffer.from(' %PDF-1.4\n'), why: 'a byte before the PDF header' },
    { name: 'no-version.pdf', bytes: Buffer.from('%PDF-<script>'), why: 'no PDF version' },
    { name: 'setup.exe', bytes: Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), why: 'a program' },
  ]
}

function hostilePictures(): HostileSample[] {
  const flat = Buffer.from(samples.png().bytes)
  flat.writeUInt32BE(0, 16)
  const damaged = Buffer.from(samples.png().bytes)
  damaged.writeUInt8(damaged.readUInt8(29) ^ 1, 29)
  const jpeg = samples.jpeg().bytes
  const frameAt = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
  return [
    { name: 'dot.gif', bytes: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), why: 'GIF' },
    { name: 'dot.webp', bytes: Buffer.from('RIFF\x1a\0\0\0WEBPVP8L', 'latin1'), why: 'WebP' },
    { name: 'flat.png', bytes: flat, why: 'PNG of no width' },
    { name: 'damaged.png', bytes: damaged, why: 'PNG whose IHDR checksum fails' },
    { name: 'signature.png', bytes: damaged.subarray(0, 8), why: 'PNG signature alone' },
    { name: 'start.jpg', bytes: Buffer.from('ffd8ffe0', 'hex'), why: 'start of a JPEG alone' },
    { name: 'no-frame.jpg', bytes: jpeg.subarray(0, frameAt), why: 'JPEG without a picture' },
    {
      name: 'script.jpg',
      bytes: Buffer.concat([
        Buffer.from('ffd8ff', 'hex'),
        Buffer.from('<script>alert(1)</script>'),
      ]),
      why: 'HTML behind a JPEG signature',
    },
  ]
}

/** A .docx with something more in it. */
function docxWith(extra: ZipEntry[], options?: ZipOptions): Buffer {
  return writeDocx('Credit report', extra, options)
}

function hostileZips(): HostileSample[] {
  const docx = samples.docx().bytes
  const megabyte = 1024 * 1024
  const workbook = [{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }]
  const many = Array.from({ length: 5000 }, (_entry, index) => ({ name: `word/${index}.xml` }))
  const endAt = docx.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const secondName = Buffer.from('75700500010000000078', 'hex')
  return [
    { name: 'plain.zip', bytes: writeZip([{ name: 'a.txt', data: 'a' }]), why: 'a plain ZIP' },
    { name: 'no-entries.zip', bytes: writeZip([]), why: 'an empty ZIP' },
    { name: 'book.xlsx', bytes: writeZip(workbook), why: 'a workbook' },
    {
      name: 'book.docx',
      bytes: docxWith([{ name: 'xl/workbook.xml' }]),
      why: 'also a workbook',
    },
    {
      name: 'app.docx',
      bytes: docxWith([{ name: 'META-INF/MANIFEST.MF' }]),
      why: 'also a JAR',
    },
    {
      name: 'macros.docx',
      bytes: docxWith([{ name: 'word/vbaProject.bin' }]),
      why: 'macros',
    },
    {
      name: 'caps.docx',
      bytes: docxWith([{ name: 'x/VBAPROJECT.BIN' }]),
      why: 'macros elsewhere',
    },
    {
      name: 'slip.docx',
      bytes: docxWith([{ name: '../../etc/cron.d/x' }]),
      why: 'zip slip',
    },
    {
      name: 'root.docx',
      bytes: docxWith([{ name: '/etc/passwd' }]),
      why: 'absolute name',
    },
    {
      name: 'drive.docx',
      bytes: docxWith([{ name: 'C:/x.exe' }]),
      why: 'name with a drive',
    },
    { name: 'back.docx', bytes: docxWith([{ name: '..\\x.exe' }]), why: 'backslash' },
    {
      name: 'twice.docx',
      bytes: docxWith([{ name: 'WORD/document.xml' }]),
      why: 'a name twice',
    },
    { name: 'entries.docx', bytes: docxWith(many), why: '5,000 entries' },
    {
      name: 'bomb.docx',
      bytes: docxWith([{ name: 'word/big.xml', declaredBytes: 0xfffffff0 }]),
      why: 'declares 4 GB',
    },
    {
      name: 'ratio.docx',
      bytes: docxWith([{ name: 'word/big.xml', declaredBytes: 20 * megabyte }]),
      why: 'declares 20 MB in 1 KB',
    },
    {
      name: 'hidden.docx',
      bytes: docxWith([{ name: 'word/vbaProject.bin' }], { declaredEntries: 3 }),
      why: 'an entry beyond the declared count',
    },
    {
      name: 'locked.docx',
      bytes: docxWith([{ name: 'word/x.xml', isEncrypted: true }]),
      why: 'an encrypted entry',
    },
    {
      name: 'two-names.docx',
      bytes: docxWith([{ name: 'word/x.xml', extra: secondName }]),
      why: 'an entry with a second name',
    },
    { name: 'far.docx', bytes: withZip64(docx, endAt), why: 'a ZIP64 offset beyond any file' },
    { name: 'cut.docx', bytes: docx.subarray(0, endAt - 20), why: 'a truncated ZIP' },
    { name: 'tail.docx', bytes: Buffer.concat([docx, Buffer.from('<html>')]), why: 'bytes after' },
    { name: 'stub.docx', bytes: Buffer.concat([Buffer.from('MZ'), docx]), why: 'bytes before' },
  ]
}

/** A closing record of 64-bit numbers, which put the directory at 2^64 - 1. */
function withZip64(zip: Buffer, endAt: number): Buffer {
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeUInt8(3, 32)
  record.fill(0xff, 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeUInt32LE(endAt, 8)
  return Buffer.concat([zip.subarray(0, endAt), record, locator, zip.subarray(endAt)])
}

function hostileOles(): HostileSample[] {
  const document = { name: 'WordDocument' }
  const doc = samples.doc().bytes
  const rootEntryAt = 1024
  const loopingTree = Buffer.from(doc)
  loopingTree.writeUInt32LE(1, rootEntryAt + 2 * 128 + 72)
  return [
    { name: 'book.xls', bytes: writeOle([{ name: 'Workbook' }]), why: 'a workbook' },
    { name: 'book.doc', bytes: writeOle([{ name: 'Workbook' }, document]), why: 'also a workbook' },
    {
      name: 'embedded.doc',
      bytes: writeOle([{ name: 'MBD0001', children: [document] }, { name: 'Workbook' }]),
      why: 'a Word document only inside a workbook',
    },
    {
      name: 'folder.doc',
      bytes: writeOle([{ name: 'WordDocument', children: [] }]),
      why: 'WordDocument is a storage',
    },
    {
      name: 'chain.doc',
      bytes: writeOle([document], { bendFat: (fat) => fat.writeUInt32LE(1, 4) }),
      why: 'a directory chain that loops',
    },
    {
      name: 'table.doc',
      bytes: writeOle([document], { bendHeader: (header) => header.writeUInt32LE(1, 76) }),
      why: 'an allocation table inside the directory',
    },
    {
      name: 'counts.doc',
      bytes: writeOle([document], { bendHeader: (header) => header.fill(0xfe, 40, 76) }),
      why: 'sector numbers and counts beyond the file',
    },
    { name: 'tree.doc', bytes: loopingTree, why: 'a directory tree that loops' },
    { name: 'cut.doc', bytes: doc.subarray(0, 300), why: 'a truncated OLE header' },
    { name: 'header.doc', bytes: doc.subarray(0, 512), why: 'an OLE header alone' },
  ]
}
