import { mimeTypeOf } from '@shared/files'
import { writeZip, type ZipEntry, type ZipOptions } from './zip-writer'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'

/** A Word document of one paragraph; with more entries, or a lying directory, a hostile one. */
export function writeDocx(text: string, extra: ZipEntry[] = [], options?: ZipOptions): Buffer {
  return writeZip([...documentEntries(text), ...extra], options)
}

function documentEntries(text: string): ZipEntry[] {
  const escaped = text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`)
  return [
    {
      name: '[Content_Types].xml',
      data: `${xml}<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${mimeTypeOf.docx}.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: `${xml}<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${openXml}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      data: `${xml}<w:document xmlns:w="${openXml}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${escaped}</w:t></w:r></w:p></w:body></w:document>`,
    },
  ]
}
