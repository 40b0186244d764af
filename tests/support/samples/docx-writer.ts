import { mimeTypes } from '@shared/file-kinds'
import { writeZip, type ZipEntry, type ZipOptions } from './zip-writer'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'
const documentType = `${mimeTypes.docx}.main+xml`

/**
 * A Word document of one paragraph; with more entries, or a lying directory, a hostile one. An entry
 * of the name of one that it has anyway takes its place.
 */
export function writeDocx(text: string, extra: ZipEntry[] = [], options?: ZipOptions): Buffer {
  const names = extra.map(({ name }) => name)
  const own = documentEntries(text).filter(({ name }) => !names.includes(name))
  return writeZip([...own, ...extra], options)
}

/** The list of types, with this one for the main part, and more of them. */
export function contentTypes(mainType = documentType, more = ''): ZipEntry {
  return {
    name: '[Content_Types].xml',
    data: `${xml}<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/>${more}</Types>`,
  }
}

const office = `${openXml}/officeDocument/2006/relationships`

/** A list of one relationship, of the part whose path this is; its type is Office's own, or an address. */
export function relationship(
  part: string,
  input: { type: string; target: string; external?: boolean },
): ZipEntry {
  const type = input.type.includes(':') ? input.type : `${office}/${input.type}`
  const mode = input.external ? ' TargetMode="External"' : ''
  const [, folder = '', file = ''] = /^(.*\/)?([^/]+)$/.exec(part) ?? []
  return {
    name: `${folder}_rels/${file}.rels`,
    data: `${xml}<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${type}" Target="${input.target}"${mode}/></Relationships>`,
  }
}

function documentEntries(text: string): ZipEntry[] {
  const escaped = text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`)
  return [
    contentTypes(),
    {
      name: '_rels/.rels',
      data: `${xml}<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      data: `${xml}<w:document xmlns:w="${openXml}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${escaped}</w:t></w:r></w:p></w:body></w:document>`,
    },
  ]
}
