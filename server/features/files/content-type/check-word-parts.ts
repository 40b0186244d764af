import { mimeTypes } from '@shared/file-kinds'
import { readXmlTags, type XmlTag } from './read-xml-tags'

/** Parts that this module has to see whole. */
export const contentTypesPart = '[content_types].xml'
export const isRelationshipsPart = (name: string): boolean => name.endsWith('.rels')

const documentType = `${mimeTypes.docx}.main+xml`
// Office downloads from the web sometimes number the main part.
const mainPart = /^word\/document\d*\.xml$/

/** What runs or unpacks something, under whatever name its part goes. */
const activeType = /macroenabled|vbaproject|vbadata|activex|oleobject|x-msdownload/

/** The same by how it is tied in; `aFChunk` is a whole document of another format inside this one. */
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
const activePart =
  /(?:^|\/)vbaproject\.bin$|(?:^|\/)activex\/|\.(?:exe|dll|scr|com|pif|cpl|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|jar|lnk|url|reg)$/
const embeddedPart = /(?:^|\/)embeddings\/(?!.*\.xlsx$)/

export interface WordParts {
  /** In small letters, as part names are compared. */
  names: ReadonlySet<string>
  contentTypes: Buffer
  relationships: readonly (readonly [name: string, content: Buffer])[]
}

/**
 * A document's main part, and nothing that runs, unpacks, or is fetched when it is opened. Throws on
 * lists that are no XML.
 */
export function areWordParts({ names, contentTypes, relationships }: WordParts): boolean {
  if ([...names].some((name) => activePart.test(name) || embeddedPart.test(name))) return false
  if (!areWordTypes(contentTypes, names)) return false
  return relationships.every(([name, content]) =>
    within(content, 'Relationships', 'Relationship').every((tag) => isHarmless(tag, name)),
  )
}

/** A default counts when some part has its extension: templates leave others behind. */
function areWordTypes(contentTypes: Buffer, names: ReadonlySet<string>): boolean {
  const extensions = new Set([...names].map(getExtension))
  const defaults = new Map<string, string>()
  const overrides = new Map<string, string>()
  for (const tag of within(contentTypes, 'Types', 'Default', 'Override')) {
    const type = getAttribute(tag, 'ContentType').toLowerCase()
    const extension = getAttribute(tag, 'Extension').toLowerCase()
    const isUsed = tag.name === 'Override' || extensions.has(extension)
    if (isUsed && activeType.test(type)) return false
    if (tag.name === 'Default') defaults.set(extension, type)
    else overrides.set(getAttribute(tag, 'PartName').toLowerCase(), type)
  }
  const mainParts = [...names].filter((name) => mainPart.test(name))
  return mainParts.some(
    (name) => (overrides.get(`/${name}`) ?? defaults.get(getExtension(name))) === documentType,
  )
}

function isHarmless(relationship: XmlTag, listedIn: string): boolean {
  const type = getAttribute(relationship, 'Type').replace(/^.*\//s, '').toLowerCase()
  if (activeRelationships.has(type)) return false
  // A chart keeps its numbers in a workbook, which is opened only by someone who edits them.
  if (type === 'package') return chartRelationships.test(listedIn)
  if (getAttribute(relationship, 'TargetMode').toLowerCase() !== 'external') return true
  if (type === 'hyperlink') return true
  const target = getAttribute(relationship, 'Target').trim().replaceAll('\\', '/')
  if (type === 'image' && /^https?:\/\//i.test(target)) return true
  return !isElsewhere(target)
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

function getExtension(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function getAttribute(tag: XmlTag, name: string): string {
  return tag.attributes.get(name) ?? ''
}
