/** What shows a document's structure, and is never compressed or encrypted. */
export type PdfLandmark =
  | 'end'
  | 'start'
  | 'table'
  | 'trailer'
  | 'root'
  | 'encrypted'
  | 'object'
  | 'XRef'
  | 'ObjStm'
  | 'Page'

interface Found {
  kind: PdfLandmark
  index: number
}

/** Three letters out of the middle of a landmark, with how to tell whether it is one. */
type Core = [letters: string, read: (piece: Piece, at: number) => Found | null]

const word = (text: string) => new RegExp(text.replaceAll(' ', String.raw`[\0\t\n\f\r ]`), 'y')
const end = word('%%EOF')
const start = word(String.raw`startxref {1,32}\d`)
const table = word(String.raw`xref {1,32}\d{1,10} {1,32}\d`)
const trailer = word('trailer {0,32}<<')
const root = word(String.raw`/Root {1,32}\d{1,10} {1,32}\d{1,5} {1,32}R`)
const encrypted = word(String.raw`/Encrypt {0,32}[\d<]`)
const object = word('(?<=\\d {1,4})obj(?![A-Za-z])')
const type = word('/Type {0,32}/(XRef|ObjStm|Page)(?![A-Za-z0-9])')
const types: Record<string, PdfLandmark> = { XRef: 'XRef', ObjStm: 'ObjStm', Page: 'Page' }

const cores: Core[] = [
  ['EOF', (piece, at) => piece.find('end', end, at - 2)],
  ['ref', (piece, at) => piece.find('start', start, at - 6) ?? piece.find('table', table, at - 1)],
  ['ail', (piece, at) => piece.find('trailer', trailer, at - 2)],
  ['oot', (piece, at) => piece.find('root', root, at - 2)],
  ['ncr', (piece, at) => piece.find('encrypted', encrypted, at - 2)],
  ['obj', (piece, at) => piece.find('object', object, at)],
  ['ype', (piece, at) => piece.findType(at - 2)],
]
const readers = new Map(cores.map(([letters, read]) => [threeBytes(Buffer.from(letters), 0), read]))
const isInCore = buildTable(cores.map(([letters]) => letters).join(''))
const isFirst = buildTable(cores.map(([letters]) => letters.charAt(0)).join(''))

/**
 * Every landmark in these bytes, in their order, with where it begins. Every third byte is enough to
 * find three in a row: one regular expression over all of them takes ten times as long.
 */
export function* findLandmarks(bytes: Buffer): Generator<Found> {
  const piece = new Piece(bytes)
  for (let probe = nextProbe(bytes, 2); probe < bytes.length; probe = nextProbe(bytes, probe + 3)) {
    for (let at = probe - 2; at <= probe; at += 1) {
      if (isFirst[bytes[at] ?? 0] === 0) continue
      const found = readers.get(threeBytes(bytes, at))?.(piece, at)
      if (found) yield found
    }
  }
}

/** The first probe from there on that may be part of a core, or the end. */
function nextProbe(bytes: Buffer, from: number): number {
  let probe = from
  while (probe < bytes.length && isInCore[bytes[probe] ?? 0] === 0) probe += 3
  return probe
}

/** Most pieces of a real document hold none, and never become text. */
class Piece {
  private text: string | undefined

  constructor(private readonly bytes: Buffer) {}

  find(kind: PdfLandmark, pattern: RegExp, index: number): Found | null {
    return this.match(pattern, index) ? { kind, index } : null
  }

  findType(index: number): Found | null {
    const kind = types[this.match(type, index)?.[1] ?? '']
    return kind ? { kind, index } : null
  }

  private match(pattern: RegExp, index: number): RegExpExecArray | null {
    if (index < 0) return null
    this.text ??= this.bytes.toString('latin1')
    pattern.lastIndex = index
    return pattern.exec(this.text)
  }
}

/** A 1 for each byte that is one of the letters. */
function buildTable(letters: string): Uint8Array {
  const marks = new Uint8Array(256)
  for (const byte of Buffer.from(letters)) marks[byte] = 1
  return marks
}

function threeBytes(bytes: Buffer, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
}
