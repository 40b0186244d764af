import { inflateRawSync } from 'node:zlib'
import { fromBufferPromise, type Entry } from 'yauzl'
import { unescapeXml } from '../../../unescape-xml'
import { type ReportPage, joinWords, type PlacedText } from './report-page'

/** A document of a thousand pages has less. */
const maxXmlBytes = 30 * 1024 * 1024
const maxTexts = 100_000
const maxDepth = 20
const stored = 0

// Office downloads from the web sometimes number the main part.
const mainPart = /^word\/document\d*\.xml$/i

// Word has no fixed lines: each paragraph is one, and the cells of a row are side by side.
const size = 12
const lineHeight = 16
const letterWidth = 6
const columnWidth = 180
const tabWidth = 60

/** The text of a Word document, as one page. Throws for what is damaged or too large. */
export async function readDocx(bytes: Buffer): Promise<ReportPage[]> {
  const placed = placeTexts(await readMainPart(bytes))
  if (placed.length === 0) return []
  const right = Math.max(...placed.map(({ box }) => box.right))
  const bottom = Math.max(...placed.map(({ box }) => box.bottom))
  return [{ number: 1, width: right, height: bottom, segments: joinWords(placed, 1) }]
}

async function readMainPart(bytes: Buffer): Promise<string> {
  const zip = await fromBufferPromise(bytes)
  const entries: AsyncIterable<Entry> = zip.eachEntry()
  for await (const entry of entries) {
    if (!mainPart.test(entry.fileName)) continue
    if (entry.uncompressedSize > maxXmlBytes) throw new Error('The document is too long.')
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize)
    const xml =
      entry.compressionMethod === stored
        ? packed
        : inflateRawSync(packed, { maxOutputLength: maxXmlBytes })
    return new TextDecoder(xml.readUInt16BE(0) === 0xfffe ? 'utf-16le' : 'utf-8').decode(xml)
  }
  throw new Error('There is no main part.')
}

interface Row {
  top: number
  bottom: number
  left: number
  cell: number
}

const markup = /<(\/?)(?:\w+:)?([A-Za-z]+)\b[^<>]*?(\/?)>|[^<]+/g

function placeTexts(xml: string): PlacedText[] {
  const placed: PlacedText[] = []
  const rows: Row[] = []
  let top = 0
  let left = 0
  let isText = false
  let fallbacks = 0
  for (const [text, end = '', tag = '', isEmpty = ''] of xml.matchAll(markup)) {
    const isStart = end === ''
    const row = rows.at(-1)
    if (tag === '') {
      if (!isText || fallbacks > 0) continue
      const shown = unescapeXml(text)
      placed.push(placeText(shown, left, top))
      if (placed.length > maxTexts) throw new Error('The document is too long.')
      left += shown.length * letterWidth
    } else if (tag === 't') {
      isText = isStart && isEmpty === ''
    } else if (tag === 'Fallback' && isEmpty === '') {
      // A repetition for older programs.
      fallbacks += isStart ? 1 : -1
    } else if (tag === 'tab' && isStart) {
      left += tabWidth
    } else if ((tag === 'p' && !isStart) || (tag === 'br' && isStart)) {
      top += lineHeight
      left = row ? row.left + row.cell * columnWidth : 0
    } else if (tag === 'tr' && isStart && isEmpty === '') {
      if (rows.length === maxDepth) throw new Error('The tables are too deep.')
      rows.push({ top, bottom: top, left, cell: -1 })
    } else if (tag === 'tc' && row && isStart) {
      row.cell += 1
      top = row.top
      left = row.left + row.cell * columnWidth
    } else if (tag === 'tc' && row) {
      row.bottom = Math.max(row.bottom, top)
    } else if (tag === 'tr' && !isStart) {
      rows.pop()
      top = row?.bottom ?? top
      left = row?.left ?? 0
    }
  }
  return placed
}

function placeText(text: string, left: number, top: number): PlacedText {
  const length = text.length * letterWidth
  return {
    text,
    start: left,
    length,
    baseline: top + size,
    size,
    angle: 0,
    box: { left, top, right: left + length, bottom: top + size },
  }
}
