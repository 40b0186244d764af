import { contentTypes, relationship, writeDocx } from './docx-writer'
import { writeOle, type OleEntry } from './ole-writer'
import type { HostileSample } from './samples'
import type { ZipEntry } from './zip-writer'

const microsoft = 'http://schemas.microsoft.com/office/2006/relationships'
const macroDocument = 'application/vnd.ms-word.document.macroEnabled.main+xml'
const macroTemplate = 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml'
const template = 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml'

const tied = (type: string, target: string, external = false) =>
  relationship('word/document.xml', { type, target, external })

const typed = (extension: string, type: string) =>
  contentTypes(undefined, `<Default Extension="${extension}" ContentType="${type}"/>`)

/** Word documents that run, unpack or fetch something, whatever their parts are called. */
export function hostileWordPackages(): HostileSample[] {
  const cases: [name: string, entries: ZipEntry[], why: string][] = [
    ['docm', [contentTypes(macroDocument)], 'the type of a macro document'],
    ['dotm', [contentTypes(macroTemplate)], 'the type of a macro template'],
    ['dotx', [contentTypes(template)], 'the type of a template'],
    ['typeless', [contentTypes('application/xml')], 'a main part of another type'],
    ['renamed', [tied(`${microsoft}/vbaProject`, 'story.bin')], 'macros under another name'],
    [
      'macro-type',
      [typed('bin', 'application/vnd.ms-office.vbaProject'), { name: 'word/story.bin' }],
      'a part of the type of macros',
    ],
    ['ole', [tied('oleObject', 'media/image1.png')], 'an embedded object'],
    ['package', [tied('package', 'embeddings/book.xlsx')], 'an embedded package'],
    ['ole-part', [{ name: 'word/embeddings/oleObject1.bin' }], 'a part for an embedded object'],
    ['program', [{ name: 'word/embeddings/setup.exe' }], 'an embedded program'],
    ['program-part', [{ name: 'word/media/setup.exe' }], 'a program among the pictures'],
    ['control', [tied('control', 'x.xml')], 'a control'],
    ['activex', [{ name: 'word/activeX/activeX1.xml' }], 'a part for a control'],
    ['altchunk', [tied('aFChunk', 'story.rtf')], 'a document of another format inside'],
    ...fetched(),
    ...bentLists(),
  ]
  return cases.map(([name, entries, why]) => ({
    name: `${name}.docx`,
    bytes: writeDocx('Credit report', entries),
    why,
  }))
}

const settings = (target: string) =>
  relationship('word/settings.xml', { type: 'attachedTemplate', target, external: true })

function fetched(): [string, ZipEntry[], string][] {
  return [
    ['remote', [settings('https://x.example/a.dotm')], 'a template from the web'],
    ['share', [settings('\\\\x.example\\share\\a.dotm')], 'a template from a share'],
    ['file-share', [settings('file://x.example/a.dotm')], 'a template by a file address'],
    ['file-slashes', [settings('file:////x.example/a.dotm')], 'a template behind four slashes'],
    ['letters', [settings('&#104;ttp://x.example/a.dotm')], 'a template with a letter escaped'],
    ['frame', [tied('frame', 'https://x.example/', true)], 'a frame from the web'],
    ['smb-picture', [tied('image', 'file://x.example/a.png', true)], 'a picture from a share'],
    ['ole-link', [tied('oleObject', 'https://x.example/', true)], 'a linked object'],
  ]
}

/** Lists that readers may take for something else than they look. */
function bentLists(): [string, ZipEntry[], string][] {
  const part = tied('oleObject', 'story.bin')
  const xml = String(part.data)
  const list = (data: string | Buffer): ZipEntry[] => [{ ...part, data }]
  const wide = Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le')
  return [
    ['wide', list(wide), 'an embedded object listed in UTF-16'],
    ['unmarked', list(wide.subarray(2)), 'a list in unmarked UTF-16'],
    ['utf7', list(xml.replace('UTF-8', 'UTF-7')), 'a list in UTF-7'],
    ['doctype', list(xml.replace('<Rel', '<!DOCTYPE x><Rel')), 'a list with a document type'],
    ['quotes', list(xml.replaceAll('"', "'")), 'an embedded object in single quotes'],
    ['prefix', list(xml.replace(/<(\/?)Rel/g, '<$1x:Rel')), 'an embedded object behind a prefix'],
    ['no-xml', list('relationships'), 'a list that is no XML'],
    ['huge', list(`${xml}${' '.repeat(5 * 1024 * 1024)}`), 'a list of 5 MB'],
    [
      'lying',
      [{ ...part, declaredBytes: 10 }, { name: 'word/story.bin' }],
      'a list longer than it says',
    ],
  ]
}

const pool = (children: OleEntry[]): OleEntry => ({
  name: 'ObjectPool',
  children: [{ name: '_1', children }],
})

/** The same in the older format, where macros and objects are folders of the file itself. */
export function hostileDocs(): HostileSample[] {
  const text: OleEntry = { name: 'WordDocument', data: Buffer.from('text') }
  const project = { name: 'VBA', children: [{ name: '_VBA_PROJECT' }] }
  const cases: [name: string, entries: OleEntry[], why: string][] = [
    ['macros', [{ name: 'Macros', children: [project] }], 'macros in a .doc'],
    ['small', [{ name: 'macros', children: [] }], 'macros in small letters'],
    ['vba', [pool([{ name: '_VBA_PROJECT_CUR', children: [project] }])], 'macros of a workbook'],
    ['native', [pool([{ name: '\u0001Ole10Native' }])], 'a packed file in a .doc'],
    ['package', [pool([{ name: 'Package' }])], 'a package in a .doc'],
    ['control', [pool([{ name: '\u0003OCXNAME' }])], 'a control in a .doc'],
  ]
  return cases.map(([name, entries, why]) => ({
    name: `${name}.doc`,
    bytes: writeOle([...entries, text]),
    why,
  }))
}
