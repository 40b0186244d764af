import { contentTypes, relationship, writeDocx } from './docx-writer'
import { writeOle } from './ole-writer'
import {
  encryptedPdf,
  hybridPdf,
  incrementalPdf,
  linearizedPdf,
  pdfOfObjectStreams,
} from './pdf-variants'
import { samples } from './samples'
import type { FileKind } from '@shared/file-kinds'
import { crc32 } from 'node:zlib'

export interface ToleratedSample {
  kind: FileKind
  why: string
  bytes: Buffer
}

/** What real programs, phones and mail servers make of files, and viewers open all the same. */
export function toleratedSamples(): ToleratedSample[] {
  return [...pdfs(), ...jpegs(), ...pngs(), ...documents()]
}

function of(kind: FileKind, list: readonly (readonly [why: string, bytes: Buffer])[]) {
  return list.map(([why, bytes]) => ({ kind, why, bytes }))
}

const behind = (bytes: Buffer, tail: string | Buffer) => Buffer.concat([bytes, Buffer.from(tail)])
const before = (head: string, bytes: Buffer) => Buffer.concat([Buffer.from(head, 'latin1'), bytes])

function pdfs(): ToleratedSample[] {
  const { bytes } = samples.pdf()
  const text = bytes.toString('latin1')
  const changed = (from: string | RegExp, to: string) =>
    Buffer.from(text.replace(from, to), 'latin1')
  return of('pdf', [
    ['of object and cross-reference streams', pdfOfObjectStreams()],
    ['with a revision behind it', incrementalPdf()],
    ['linearized', linearizedPdf()],
    ['with both kinds of cross-references', hybridPdf()],
    ['encrypted, its pages out of sight', encryptedPdf()],
    ['behind a byte order mark', before('\xef\xbb\xbf', bytes)],
    ['behind the headers of an answer', before('Content-Type: application/pdf\r\n\r\n', bytes)],
    ['behind a printer’s commands', before('\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n', bytes)],
    ['behind a kilobyte of nothing', before('\0'.repeat(1024), bytes)],
    ['followed by a page of zeros', behind(bytes, Buffer.alloc(100_000))],
    ['followed by a page of HTML', behind(bytes, '<html>1 0 object</html>')],
    ['with a wrong offset', changed(/startxref\n\d+/, 'startxref\n99999999')],
    ['with an offset of 0', changed(/startxref\n\d+/, 'startxref\n0')],
    ['with line ends changed on the way', changed(/\n/g, '\r\n')],
    ['without a line end behind its end', bytes.subarray(0, bytes.lastIndexOf('EOF') + 3)],
    ['written without spaces', changed(/\/Type \//g, '/Type/')],
  ])
}

function jpegs(): ToleratedSample[] {
  const { bytes } = samples.jpeg()
  const start = bytes.subarray(0, 2)
  const rest = bytes.subarray(2)
  const exif = Buffer.concat([Buffer.from('ffe10000', 'hex'), Buffer.from('Exif\0\0'), bytes])
  exif.writeUInt16BE(exif.length - 2, 2)
  const scanAt = bytes.indexOf(Buffer.from('ffda', 'hex'))
  const dataAt = scanAt + 2 + bytes.readUInt16BE(scanAt + 2)
  const withData = (data: string) =>
    Buffer.concat([bytes.subarray(0, dataAt), Buffer.from(data, 'hex'), bytes.subarray(dataAt)])
  const scan = bytes.subarray(scanAt, -2)
  return of('jpeg', [
    ['with a preview in its metadata', Buffer.concat([start, exif, rest])],
    ['with a second picture behind it', behind(bytes, bytes)],
    ['with a film behind it', behind(bytes, Buffer.alloc(3_000_000, 0xff))],
    ['with restart markers', withData('12ffd034ffd156ffd7')],
    ['with stuffed bytes in its picture', withData('ff00ff00ffffff00')],
    ['with filling before a marker', Buffer.concat([start, Buffer.alloc(5000, 0xff), rest])],
    [
      'with filling before its end',
      Buffer.concat([bytes.subarray(0, -2), Buffer.from('ffffffd9', 'hex')]),
    ],
    ['of several scans', Buffer.concat([bytes.subarray(0, -2), scan, scan, bytes.subarray(-2)])],
    ['with a script in its comment', samples.jpeg({ text: '<script>alert(1)</script>' }).bytes],
  ])
}

function pngs(): ToleratedSample[] {
  const { bytes } = samples.png()
  const headerEnd = 33
  const animation = Buffer.from('000000086163544c000000010000000000000000', 'hex')
  animation.writeUInt32BE(crc32(animation.subarray(4, 16)), 16)
  const damagedText = Buffer.from(bytes)
  damagedText.writeUInt8(damagedText.readUInt8(headerEnd + 10) ^ 1, headerEnd + 10)
  return of('png', [
    ['with a page of HTML behind it', behind(bytes, '<html></html>')],
    [
      'of an animation',
      Buffer.concat([bytes.subarray(0, headerEnd), animation, bytes.subarray(headerEnd)]),
    ],
    ['with a damaged comment', damagedText],
  ])
}

const link = (type: string, target: string) =>
  writeDocx('Report', [relationship('word/document.xml', { type, target, external: true })])

function documents(): ToleratedSample[] {
  const chart = [
    relationship('word/charts/chart1.xml', {
      type: 'package',
      target: '../embeddings/Microsoft_Excel_Sheet1.xlsx',
    }),
    { name: 'word/embeddings/Microsoft_Excel_Sheet1.xlsx', data: 'numbers' },
  ]
  const template = relationship('word/settings.xml', {
    type: 'attachedTemplate',
    target: 'file:///C:\\Users\\me\\Templates\\Letter.dotx',
    external: true,
  })
  const unused = contentTypes(
    undefined,
    '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>',
  )
  const wide = contentTypes()
  const marked = Buffer.concat([
    Buffer.from('fffe', 'hex'),
    Buffer.from(String(wide.data).replace('UTF-8', 'UTF-16'), 'utf16le'),
  ])
  return [
    ...of('docx', [
      ['with a web address', link('hyperlink', 'https://bureau.example/report?a=1&amp;b=2')],
      ['with a linked picture', link('image', 'https://bureau.example/logo.png')],
      ['with a picture of the writer’s', link('image', 'file://localhost/Users/me/logo.png')],
      ['with a template of the writer’s', writeDocx('Report', [template])],
      ['with a chart and its numbers', writeDocx('Report', chart)],
      ['with a type that no part has', writeDocx('Report', [unused])],
      ['with a list in UTF-16', writeDocx('Report', [{ ...wide, data: marked }])],
      ['with backslashes in its entries', writeDocx('Report', [], { separator: '\\' })],
    ]),
    ...of('doc', [
      [
        'with an equation and a chart',
        writeOle([
          {
            name: 'ObjectPool',
            children: [{ name: '_1', children: [{ name: 'Workbook' }] }],
          },
          { name: 'WordDocument', data: Buffer.from('text') },
        ]),
      ],
    ]),
  ]
}
