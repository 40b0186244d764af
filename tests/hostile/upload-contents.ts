import { deflateSync } from 'node:zlib'
import { virus } from '@tests/support/portal/clamd'
import { writeOle } from '@tests/support/samples/ole-writer'
import { samples } from '@tests/support/samples/samples'

const { bytes: pdf } = samples.pdf()
const { bytes: jpeg } = samples.jpeg()

/** A whole PDF, with a few hundred bytes that unfold to so many through two filters. */
export function pdfBomb(unpackedBytes: number): Buffer {
  const data = deflateSync(deflateSync(Buffer.alloc(unpackedBytes), { level: 9 }), { level: 9 })
  const head = `9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Length ${data.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`
  const bomb = Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')])
  const tableAt = pdf.indexOf('xref\n')
  return Buffer.concat([pdf.subarray(0, tableAt), bomb, pdf.subarray(tableAt)])
}

export const openAction = pdf
  .toString('latin1')
  .replace('/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >>')

export const laughs = [
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">',
  ...Array.from({ length: 9 }, (_line, index) => {
    const [name, from] = [String.fromCharCode(98 + index), String.fromCharCode(97 + index)]
    return `<!ENTITY ${name} "${`&${from};`.repeat(10)}">`
  }),
  ']><x>&j;</x>',
].join('')

export const bombEntries = Array.from({ length: 16 }, (_entry, index) => ({
  name: `word/lib ${index}.zip`,
  data: 'x',
  declaredBytes: 0xfffffff0,
}))

/** A megabyte of sectors behind a header whose list of table sectors leads to itself. */
export const endlessList = Buffer.concat([
  writeOle([{ name: 'WordDocument' }], {
    bendHeader: (header) => {
      header.writeUInt32LE(1, 68)
      header.writeUInt32LE(0xffffffff, 72)
    },
  }),
  Buffer.alloc(9 * 1024 * 1024, 1),
])

/** The picture's size said to be 65,535 by 65,535. */
export function vastJpeg(): Buffer {
  const bytes = Buffer.from(jpeg)
  bytes.writeUInt32BE(0xffffffff, bytes.indexOf(Buffer.from('ffc0', 'hex')) + 5)
  return bytes
}

export const infected = writeOle([{ name: 'WordDocument', data: Buffer.from(`report ${virus}`) }])

/** Nothing that is stored may ever run it. */
export const script = '<script>alert(document.domain)</script>'
export const exif = Buffer.concat([Buffer.from('ffe10029', 'hex'), Buffer.from(script.padEnd(39))])
