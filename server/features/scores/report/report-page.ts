/** Measured in points, from the top left corner of the page as it is shown. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Words that belong together: a cell, a label, a line of a paragraph. */
export interface Segment extends Box {
  text: string
  page: number
  /** The first line of a page is 1. */
  line: number
}

export interface ReportPage {
  number: number
  width: number
  height: number
  segments: Segment[]
}

export const heightOf = (box: Box) => box.bottom - box.top

/** Whether they overlap vertically, by at least a third of the narrower. */
function shareColumn(one: Box, other: Box): boolean {
  const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  return shared > Math.min(one.right - one.left, other.right - other.left) / 3
}

/** Whether they are next to each other: the middle of the flatter one is within the other. */
function shareRow(one: Box, other: Box): boolean {
  const [flat, tall] = heightOf(one) < heightOf(other) ? [one, other] : [other, one]
  const middle = (flat.top + flat.bottom) / 2
  return middle > tall.top && middle < tall.bottom
}

/** Lists the words on one side of a box, the nearest first. */
const listSide =
  (gap: (box: Box, other: Box) => number, isInLine: (box: Box, other: Box) => boolean) =>
  (page: ReportPage, box: Box): Segment[] =>
    page.segments
      .filter((other) => gap(box, other) >= -1 && isInLine(box, other))
      .toSorted((one, other) => gap(box, one) - gap(box, other))

export const listAbove = listSide((box, other) => box.top - other.bottom, shareColumn)
export const listBelow = listSide((box, other) => other.top - box.bottom, shareColumn)
export const listLeft = listSide((box, other) => box.left - other.right, shareRow)
export const listRight = listSide((box, other) => other.left - box.right, shareRow)

/** A label's value is right of it, or below it, at most `mostBelow` points away. */
export function isValueOf(label: Segment, other: Segment, mostBelow: number): boolean {
  const isRight = other.line === label.line && other.left > label.left
  const below = other.top - label.bottom
  return (
    (isRight && other.left - label.right < 200) ||
    (Math.abs(other.left - label.left) < 20 && below >= -1 && below < mostBelow)
  )
}

export interface PlacedText {
  text: string
  /** Where it begins in the direction it is read in, how far it goes, and across that its line. */
  start: number
  length: number
  baseline: number
  size: number
  /** In degrees, clockwise: text of other directions is on no line with it. */
  angle: number
  box: Box
}

// A space between words is about a third of the letters' size, and in justified lines twice that.
const wordGap = 0.14
const columnGap = 1.2
const sameLine = 0.35

/** The segments of a page. Text that is drawn letter by letter, or in any order, is put together. */
export function joinWords(placed: readonly PlacedText[], page: number): Segment[] {
  const angles = new Set(placed.map(({ angle }) => angle))
  const lines = [...angles].flatMap((angle) =>
    groupLines(placed.filter((text) => text.angle === angle)),
  )
  return lines.flatMap((line, index) =>
    splitLine(line).map((parts) => ({
      text: joinParts(parts),
      page,
      line: index + 1,
      ...enclose(parts),
    })),
  )
}

function groupLines(placed: PlacedText[]): PlacedText[][] {
  const lines: PlacedText[][] = []
  for (const text of placed.toSorted((one, other) => one.baseline - other.baseline)) {
    const line = lines.at(-1)
    const [first] = line ?? []
    const isSame =
      first && text.baseline - first.baseline <= sameLine * Math.min(first.size, text.size)
    if (isSame) line?.push(text)
    else lines.push([text])
  }
  return lines
}

function splitLine(line: PlacedText[]): PlacedText[][] {
  const groups: PlacedText[][] = []
  for (const text of line.toSorted((one, other) => one.start - other.start)) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    // Drawn twice, to look bold.
    if (last?.text === text.text && text.start - last.start < 0.2 * text.size) continue
    if (last && gapBetween(last, text) < columnGap * Math.min(last.size, text.size))
      group?.push(text)
    else groups.push([text])
  }
  return groups
}

const gapBetween = (one: PlacedText, next: PlacedText) => next.start - (one.start + one.length)

function joinParts(parts: PlacedText[]): string {
  const text = parts.reduce((joined, part, index) => {
    const last = parts[index - 1]
    const isApart = last && gapBetween(last, part) > wordGap * Math.min(last.size, part.size)
    return joined + (isApart ? ' ' : '') + part.text
  }, '')
  return normalize(text)
}

/** In one spelling: plain spaces, no ligatures, no marks of registration. Spaced-out figures close up. */
function normalize(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff®™℠☉]|\((?:R|TM|SM)\)/giu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  return /^\d(?: \d){2}$/.test(plain) ? plain.replaceAll(' ', '') : plain
}

function enclose(parts: PlacedText[]): Box {
  return {
    left: Math.min(...parts.map(({ box }) => box.left)),
    top: Math.min(...parts.map(({ box }) => box.top)),
    right: Math.max(...parts.map(({ box }) => box.right)),
    bottom: Math.max(...parts.map(({ box }) => box.bottom)),
  }
}
