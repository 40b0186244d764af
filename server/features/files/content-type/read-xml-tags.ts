import { unescapeXml } from '../../../unescape-xml'

export interface XmlTag {
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
export function* readXmlTags(bytes: Buffer): Generator<XmlTag> {
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
