import { writeDocx } from './docx-writer'
import { writeOle } from './ole-writer'
import { samples, type HostileSample } from './samples'
import { writeZip, type ZipEntry, type ZipOptions } from './zip-writer'

const megabyte = 1024 * 1024
const zip64Bytes = 76

export function hostileZips(): HostileSample[] {
  const docx = samples.docx().bytes
  const workbook = [{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }]
  const styles = [{ name: '[Content_Types].xml' }, { name: 'word/styles.xml' }]
  const untyped = [{ name: 'word/document.xml' }]
  const many = Array.from({ length: 5000 }, (_entry, index) => ({ name: `word/${index}.xml` }))
  const endAt = docx.length - 22
  const gap = Buffer.concat([docx.subarray(0, endAt), Buffer.alloc(9), docx.subarray(endAt)])
  const hidden = docxWith([{ name: 'word/vbaProject.bin' }], { declaredEntries: 3 })
  return [
    ...hostileEntries(),
    { name: 'plain.zip', bytes: writeZip([{ name: 'a.txt', data: 'a' }]), why: 'a plain ZIP' },
    { name: 'no-entries.zip', bytes: writeZip([]), why: 'an empty ZIP' },
    { name: 'book.xlsx', bytes: writeZip(workbook), why: 'a workbook' },
    { name: 'styles.docx', bytes: writeZip(styles), why: 'no main part' },
    { name: 'untyped.docx', bytes: writeZip(untyped), why: 'no list of content types' },
    { name: 'entries.docx', bytes: docxWith(many), why: '5,000 entries' },
    { name: 'hidden.docx', bytes: hidden, why: 'an entry beyond the declared count' },
    { name: 'gap.docx', bytes: gap, why: 'bytes between directory and closing record' },
    { name: 'second.docx', bytes: withZip64(), why: 'a ZIP64 record inside the directory' },
    { name: 'far.docx', bytes: withZip64(0xffffffff), why: 'a ZIP64 record beyond any file' },
    { name: 'cut.docx', bytes: docx.subarray(0, endAt - 20), why: 'a truncated ZIP' },
    { name: 'tail.docx', bytes: Buffer.concat([docx, Buffer.from('<html>')]), why: 'bytes after' },
    { name: 'stub.docx', bytes: Buffer.concat([Buffer.from('MZ'), docx]), why: 'bytes before' },
  ]
}

/** Documents that are fine but for one entry. */
function hostileEntries(): HostileSample[] {
  const part = 'word/part.xml'
  const secondName = Buffer.from('75700500010000000078', 'hex')
  const entries: [string, ZipEntry, string][] = [
    ['book', { name: 'xl/workbook.xml' }, 'also a workbook'],
    ['app', { name: 'META-INF/MANIFEST.MF' }, 'also a JAR'],
    ['macros', { name: 'word/vbaProject.bin' }, 'macros'],
    ['caps', { name: 'x/VBAPROJECT.BIN' }, 'macros elsewhere'],
    ['slip', { name: '../../etc/cron.d/x' }, 'zip slip'],
    ['root', { name: '/etc/passwd' }, 'absolute name'],
    ['drive', { name: 'C:/x.exe' }, 'name with a drive'],
    ['back', { name: '..\\x.xml' }, 'zip slip by a backslash'],
    ['back-macros', { name: 'word\\vbaProject.bin' }, 'macros behind a backslash'],
    ['back-twice', { name: 'word\\document.xml' }, 'a name twice, once with a backslash'],
    ['nul', { name: 'word/a\0.xml' }, 'NUL in a name'],
    ['twice', { name: 'WORD/document.xml' }, 'a name twice'],
    ['two-names', { name: part, extra: secondName }, 'an entry with a second name'],
    ['locked', { name: part, isEncrypted: true }, 'an encrypted entry'],
    ['method', { name: part, declaredMethod: 14 }, 'an entry packed in no usual way'],
    ['overlap', { name: part, declaredPackedBytes: megabyte }, 'more packed bytes than the file'],
    ['bomb', { name: part, declaredBytes: 0xfffffff0 }, 'declares 4 GB'],
    ['ratio', { name: part, declaredBytes: 20 * megabyte }, 'declares 20 MB in 1 KB'],
  ]
  return entries.map(([name, entry, why]) => ({
    name: `${name}.docx`,
    bytes: docxWith([entry]),
    why,
  }))
}

function docxWith(extra: ZipEntry[], options?: ZipOptions): Buffer {
  return writeDocx('Credit report', extra, options)
}

/**
 * A document whose last directory entry ends in a second, 64-bit closing record, so that nothing but
 * its presence is wrong. `locatorHigh` is the upper half of where the locator says the record is.
 */
function withZip64(locatorHigh = 0): Buffer {
  const extra = Buffer.alloc(4 + zip64Bytes)
  extra.writeUInt16LE(0xcafe, 0)
  extra.writeUInt16LE(zip64Bytes, 2)
  const bytes = docxWith([{ name: 'word/part.xml', extra }])
  const endAt = bytes.length - 22
  const recordAt = endAt - zip64Bytes
  bytes.writeUInt32LE(0x06064b50, recordAt)
  bytes.writeUInt32LE(bytes.readUInt16LE(endAt + 10), recordAt + 32)
  bytes.writeUInt32LE(bytes.readUInt32LE(endAt + 16), recordAt + 48)
  bytes.writeUInt32LE(0x07064b50, recordAt + 56)
  bytes.writeUInt32LE(recordAt, recordAt + 64)
  bytes.writeUInt32LE(locatorHigh, recordAt + 68)
  return bytes
}

export function hostileOles(): HostileSample[] {
  const document = { name: 'WordDocument' }
  const doc = samples.doc().bytes
  const rootEntryAt = 1024
  const loopingTree = Buffer.from(doc)
  loopingTree.writeUInt32LE(1, rootEntryAt + 2 * 128 + 72)
  const farChild = Buffer.from(doc)
  farChild.writeUInt32LE(9999, rootEntryAt + 76)
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
    {
      name: 'shift.doc',
      bytes: writeOle([document], { bendHeader: (header) => header.writeUInt16LE(31, 30) }),
      why: 'sectors of two gigabytes',
    },
    { name: 'child.doc', bytes: farChild, why: 'a directory entry beyond the directory' },
    { name: 'tree.doc', bytes: loopingTree, why: 'a directory tree that loops' },
    { name: 'cut.doc', bytes: doc.subarray(0, 300), why: 'a truncated OLE header' },
    { name: 'header.doc', bytes: doc.subarray(0, 512), why: 'an OLE header alone' },
  ]
}
