import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { writePdf } from './pdf-writer'

/** A PDF from parts; each may ask where it or an earlier one begins. */
type Part = string | Buffer | ((startOf: (index: number) => number) => string | Buffer)

const header = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n'
const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>'

function assemble(parts: readonly Part[]): Buffer {
  const starts: number[] = []
  const done: Buffer[] = []
  let length = 0
  for (const part of parts) {
    starts.push(length)
    const bytes = typeof part === 'function' ? part((index) => starts[index] ?? 0) : part
    const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
    done.push(buffer)
    length += buffer.length
  }
  return Buffer.concat(done)
}

const object = (number: number, body: string) => `${number} 0 obj\n${body}\nendobj\n`

function stream(number: number, dictionary: string, data: Buffer): Buffer {
  const head = `${number} 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')])
}

const ending = (tableAt: number) => `startxref\n${tableAt}\n%%EOF\n`

const row = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`

/** One row of a cross-reference stream: kind, where, and which of that. */
function streamRow(kind: number, place: number, index: number): Buffer {
  const bytes = Buffer.alloc(7)
  bytes.writeUInt8(kind, 0)
  bytes.writeUInt32BE(place, 1)
  bytes.writeUInt16BE(index, 5)
  return bytes
}

interface ObjectStreamOptions {
  /** What the object stream holds. */
  objects?: readonly string[]
  /** In the dictionary of the cross-reference stream, as encryption is. */
  trailer?: string
  /** What is written instead of the deflated objects. */
  data?: Buffer
}

/** As newer programs write: catalog and pages in an object stream, cross-references in another. */
export function pdfOfObjectStreams(options: ObjectStreamOptions = {}): Buffer {
  const { objects = [catalog, pages, page], trailer = '' } = options
  const offsets = objects.map((_, index) => objects.slice(0, index).join(' ').length + +(index > 0))
  const index = offsets.map((offset, at) => `${at + 1} ${offset}`).join(' ')
  const text = Buffer.from(`${index} ${objects.join(' ')}`)
  const data = options.data ?? deflateSync(text)
  const first = index.length + 1
  const kind = `/Type /ObjStm /N ${objects.length} /First ${first} /Filter /FlateDecode`
  return assemble([
    header,
    stream(4, kind, data),
    (startOf) => {
      const inStream = objects.map((_, at) => streamRow(2, 4, at))
      const rows = [
        streamRow(0, 0, 0xffff),
        ...inStream,
        streamRow(1, startOf(1), 0),
        streamRow(1, startOf(2), 0),
      ]
      return stream(
        5,
        `/Type /XRef /Size ${rows.length} /Root 1 0 R /W [1 4 2] /Filter /FlateDecode ${trailer}`,
        deflateSync(Buffer.concat(rows)),
      )
    },
    (startOf) => ending(startOf(2)),
  ])
}

/** A page whose content is this stream, with this in its dictionary. */
export function pdfOfStream(dictionary: string, data: Buffer): Buffer {
  return assemble([
    header,
    object(1, catalog),
    object(2, pages),
    object(3, page.replace(' >>', ' /Contents 4 0 R >>')),
    stream(4, dictionary, data),
    (startOf) =>
      `xref\n0 5\n0000000000 65535 f \n${[1, 2, 3, 4].map((part) => row(startOf(part))).join('')}`,
    'trailer\n<< /Size 5 /Root 1 0 R >>\n',
    (startOf) => ending(startOf(5)),
  ])
}

/** A scan: one picture of 300 by 200 in JPEG 2000, made by OpenJPEG 2.5. */
export function jpeg2000Pdf(): Buffer {
  const picture = readFileSync(new URL('scan.jp2', import.meta.url))
  const pictureDictionary =
    '/Type /XObject /Subtype /Image /Width 300 /Height 200 /Filter /JPXDecode'
  return assemble([
    header,
    object(1, catalog),
    object(2, pages),
    object(3, page.replace(' >>', ' /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>')),
    stream(4, '', Buffer.from('600 0 0 400 0 200 cm /P Do')),
    stream(5, pictureDictionary, picture),
    (startOf) =>
      `xref\n0 6\n0000000000 65535 f \n${[1, 2, 3, 4, 5].map((part) => row(startOf(part))).join('')}`,
    'trailer\n<< /Size 6 /Root 1 0 R >>\n',
    (startOf) => ending(startOf(6)),
  ])
}

/** A second revision behind the first, with a table of its own. */
export function incrementalPdf(): Buffer {
  const first = writePdf(['The first version'])
  const firstTableAt = first.lastIndexOf('xref\n0')
  return assemble([
    first,
    object(1, '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>'),
    (startOf) => `xref\n1 1\n${row(startOf(1))}`,
    `trailer\n<< /Size 6 /Root 1 0 R /Prev ${firstTableAt} >>\n`,
    (startOf) => ending(startOf(2)),
  ])
}

/** The first page's objects and table in front, with an end marker of their own that points to 0. */
export function linearizedPdf(): Buffer {
  return assemble([
    '%PDF-1.4\n',
    object(4, '<< /Linearized 1 /L 000000600 /H [ 500 20 ] /O 3 /E 450 /N 1 /T 000000530 >>'),
    'xref\n3 2\n0000000130 00000 n \n0000000009 00000 n \n',
    'trailer\n<< /Size 5 /Root 1 0 R /Prev 000000530 >>\nstartxref\n0\n%%EOF\n',
    object(1, catalog),
    object(3, page),
    object(2, pages),
    (startOf) => `xref\n0 3\n0000000000 65535 f \n${row(startOf(4))}${row(startOf(6))}`,
    'trailer\n<< /Size 3 >>\n',
    (startOf) => ending(startOf(2)),
  ])
}

/** A table for old readers, and a cross-reference stream for new ones. */
export function hybridPdf(): Buffer {
  return assemble([
    header,
    object(1, catalog),
    object(2, pages),
    object(3, page),
    stream(4, '/Type /XRef /Size 5 /W [1 4 2]', streamRow(0, 0, 0)),
    (startOf) =>
      `xref\n0 5\n0000000000 65535 f \n${[1, 2, 3, 4].map((part) => row(startOf(part))).join('')}`,
    (startOf) => `trailer\n<< /Size 5 /Root 1 0 R /XRefStm ${startOf(4)} >>\n`,
    (startOf) => ending(startOf(5)),
  ])
}

const encryption =
  '/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <00> /U <00> >> /ID [<00> <00>]'

/** Its object stream is encrypted as well, so that its pages cannot be seen without a key. */
export function encryptedPdf(): Buffer {
  return pdfOfObjectStreams({ trailer: encryption, data: Buffer.alloc(200, 0x5a) })
}
