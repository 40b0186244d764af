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

/** The words above a box, the nearest first. */
export const listAbove = (page: ReportPage, box: Box): Segment[] =>
  page.segments
    .filter((other) => other.bottom <= box.top + 1 && shareColumn(box, other))
    .toSorted((one, other) => other.bottom - one.bottom)

/** The words below a box, the nearest first. */
export const listBelow = (page: ReportPage, box: Box): Segment[] =>
  page.segments
    .filter((other) => other.top >= box.bottom - 1 && shareColumn(box, other))
    .toSorted((one, other) => one.top - other.top)

/** The words left of a box, the nearest first. */
export const listLeft = (page: ReportPage, box: Box): Segment[] =>
  page.segments
    .filter((other) => other.right <= box.left + 1 && shareRow(box, other))
    .toSorted((one, other) => other.right - one.right)

/** The words right of a box, the nearest first. */
export const listRight = (page: ReportPage, box: Box): Segment[] =>
  page.segments
    .filter((other) => other.left >= box.right - 1 && shareRow(box, other))
    .toSorted((one, other) => one.left - other.left)

/** A label's value is right of it, or below it, at most `mostBelow` points away. */
export function isValueOf(label: Segment, other: Segment, mostBelow: number): boolean {
  const isRight = other.line === label.line && other.left > label.left
  const below = other.top - label.bottom
  return (
    (isRight && other.left - label.right < 200) ||
    (Math.abs(other.left - label.left) < 20 && below >= -1 && below < mostBelow)
  )
}
