import { mimeTypes } from '@shared/file-kinds'
import { programEndings } from '@shared/foreign-files'
import { unescapeXml } from '../../../unescape-xml'
import { refusals } from './refusals'

/** Parts that this module has to see whole. */
export const contentTypesPart = '[content_types].xml'
export const isRelationshipsPart = (name: string): boolean => name.endsWith('.rels')

const documentType = `${mimeTypes.docx}.main+xml`
const templateType = documentType.replace('document.main', 'template.main')
// Office downloads from the web sometimes number the main part.
const mainPart = /^word\/document\d*\.xml$/

/** Types of what runs or unpacks something, under whatever name its part goes. */
const activeType = /macroenabled|vbaproject|vbadata|activex|oleobject|x-msdownload/

/** Relationships to such parts; `aFChunk` is a whole document of another format inside this one. */
const activeRelationships = new Set([
  'vbaproject',
  'wordvbadata',
  'oleobject',
  'control',
  'activexcontrolbinary',
  'afchunk',
])
const chartRelationships = /^word\/charts\/_rels\/[^/]+\.rels$/

/** The names that macros, controls and packed objects go by, and programs by any. */
const activePart = new RegExp(
  String.raw`(?:^|/)vbaproject\.bin$|(?:^|/)activex/|\.(?:com|${programEndings})$`,
)
const embeddedPart = /(?:^|\/)embeddings\/(?!.*\.xlsx$)/

export interface WordParts {
  /** In small letters, as part names are compared. */
  names: ReadonlySet<string>
  contentTypes: Buffer
  relationships: readonly (readonly [name: string, content: Buffer])[]
}

/**
 * Null for a document's main part, and nothing that runs, unpacks, or is fetched when it is opened. Throws on
 * lists that are no XML.
 */
export function findPartsProblem(parts: WordParts): string | null {
  const { names, contentTypes, relationships } = parts
  if ([...names].some((name) => activePart.test(name) || embeddedPart.test(name))) {
    return refusals.active
  }
  const problem = findTypesProblem(contentTypes, names)
  if (problem) return problem
  for (const [name, content] of relationships) {
    for (const tag of within(content, 'Relationships', 'Relationship')) {
      const harm = findHarm(tag, name)
      if (harm) return harm
    }
  }
  return null
}

/** A default counts when some part has its extension: templates leave others behind. */
function findTypesProblem(contentTypes: Buffer, names: ReadonlySet<string>): string | null {
  const extensions = new Set([...names].map(getExtension))
  const defaults = new Map<string, string>()
  const overrides = new Map<string, string>()
  for (const tag of within(contentTypes, 'Types', 'Default', 'Override')) {
    const type = getAttribute(tag, 'ContentType').toLowerCase()
    const extension = getAttribute(tag, 'Extension').toLowerCase()
    const isUsed = tag.name === 'Override' || extensions.has(extension)
    if (isUsed && activeType.test(type)) return refusals.active
    if (tag.name === 'Default') defaults.set(extension, type)
    else overrides.set(getAttribute(tag, 'PartName').toLowerCase(), type)
  }
  const mainTypes = [...names]
    .filter((name) => mainPart.test(name))
    .map((name) => overrides.get(`/${name}`) ?? defaults.get(getExtension(name)))
  if (mainTypes.includes(documentType)) return null
  return mainTypes.includes(templateType) ? refusals.wordTemplate : refusals.damagedWord
}

function findHarm(relationship: XmlTag, listedIn: string): string | null {
  const type = getAttribute(relationship, 'Type').replace(/^.*\//s, '').toLowerCase()
  if (activeRelationships.has(type)) return refusals.active
  // A chart keeps its numbers in a workbook, which is opened only by someone who edits them.
  if (type === 'package') return chartRelationships.test(listedIn) ? null : refusals.active
  if (getAttribute(relationship, 'TargetMode').toLowerCase() !== 'external') return null
  if (type === 'hyperlink') return null
  const target = getAttribute(relationship, 'Target').trim().replaceAll('\\', '/')
  if (type === 'image' && /^https?:\/\//i.test(target)) return null
  if (!isElsewhere(target)) return null
  return type === 'attachedtemplate' ? refusals.template : refusals.linked
}

/** On another computer; a file of the writer's own is not there for anyone else. */
function isElsewhere(target: string): boolean {
  const path = /^file:(.*)$/is.exec(target)?.[1]?.replace(/^\/\/localhost(?=\/)/i, '//')
  if (path !== undefined) return !/^(?:\/|\/\/\/)?[^/]/.test(path)
  if (/^[a-z]:/i.test(target)) return false
  return target.startsWith('//') || /^[a-z][a-z\d+.-]*:/i.test(target)
}

function within(content: Buffer, root: string, ...names: string[]): XmlTag[] {
  const [first, ...tags] = readXmlTags(content)
  if (first?.name !== root) throw new Error(`This is no list of ${root}.`)
  return tags.filter(({ name }) => names.includes(name))
}

const getExtension = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

const getAttribute = (tag: XmlTag, name: string): string => tag.attributes.get(name) ?? ''

interface XmlTag {
  /** Without its namespace prefix. */
  name: string
  attributes: ReadonlyMap<string, string>
}

/** A document of a thousand pages, each with twenty links, has fewer. */
const maxTags = 50_000

const markup = /<!--[^]*?-->|<\?[^]*?\?>|<\/[^<>]*>|<(?<name>[^\s<>/!?="']+)|[^<]+/y
const attribute = /\s+(?<key>[^\s<>/="']+)\s*=\s*(?:"(?<double>[^"<]*)"|'(?<single>[^'<]*)')/y
const tagEnd = /\s*\/?>/y
const declaredEncoding = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/

/**
 * The tags of the plain XML that packages list their parts in, one after the other. Throws on what
 * is no such XML, and on what readers may take for something else: document types, marked sections,
 * encodings other than Unicode.
 */
function* readXmlTags(bytes: Buffer): Generator<XmlTag> {
  const text = decode(bytes)
  let position = 0
  let count = 0
  while (position < text.length) {
    const match = matchAt(markup, text, position)
    if (!match) throw new Error('This is not plain XML.')
    position += match[0].length
    const name = match.groups?.['name']
    if (name === undefined) continue
    count += 1
    if (count > maxTags) throw new Error('These are too many tags.')
    const attributes = new Map<string, string>()
    for (;;) {
      const found = matchAt(attribute, text, position)
      if (!found) break
      const { key = '', double, single = '' } = found.groups ?? {}
      attributes.set(key, unescapeXml(double ?? single))
      position += found[0].length
    }
    const end = matchAt(tagEnd, text, position)
    if (!end) throw new Error('This tag does not end.')
    position += end[0].length
    yield { name: name.slice(name.indexOf(':') + 1), attributes }
  }
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position
  return pattern.exec(text)
}

function decode(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2)
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  const declared = declaredEncoding.exec(text)?.[1]?.toLowerCase() ?? 'utf-8'
  if (declared !== 'utf-8' && declared !== 'utf-16') throw new Error('This is not Unicode.')
  return text
}
