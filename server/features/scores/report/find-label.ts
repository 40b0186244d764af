import { scoreRange } from '@shared/score-marks'
import type { Bureau } from '@shared/scores'
import { isPersonName } from './about-whom'
import { readBureau, isNeutral, isOthersHeading, isOwnSentence, isScoreLabel } from './read-words'
import {
  heightOf,
  listAbove,
  listBelow,
  listLeft,
  listRight,
  type ReportPage,
  type Segment,
} from './report-page'

/** A number that could be a score by itself: the words around it decide. */
export interface Figure {
  value: number
  segment: Segment
  before: string
  after: string
}

const outOf = / ?(?:\/|out of|of(?: a possible)?) ?850\b/gi
const threshold = '(?:score (?:of )?)?'
/** Scales, bands and thresholds, amounts, shares and counts: numbers that are no one's score. */
const noScores = [
  /\d{3} ?(?:[-–—−~/]|\.{2,3}|…|to|through|thru|and) ?\d{3}(?!\d)/gi,
  new RegExp(
    `(?:above|over|below|under|least|than|exceed(?:s|ing)?|up to|minimum|maximum|min|max|from|[≥≤<>]=?)(?: of)?(?: a)? ?${threshold}\\d{3}`,
    'gi',
  ),
  /\d{3} ?(?:\+|(?:and|or) (?:above|up|over|higher|below|lower|more|better|greater|less|under)|points?\b|pts?\b)/gi,
  /\d{3} ?(?:days|months|years|accounts|inquiries|dollars|usd|people|consumers)\b/gi,
]
const figurePattern = /(?<![\w$#€£.,/:*•%(+−–—-])[3-8]\d\d(?![\w%*•)]|[.,:/–—−-] ?\d)/g

const blank = (match: string) => ' '.repeat(match.length)

/** The figures of a segment, without those that are part of something else. */
export function findFigures(segment: Segment): Figure[] {
  const text = noScores.reduce(
    (rest, pattern) => rest.replace(pattern, blank),
    segment.text.replace(outOf, blank),
  )
  return [...text.matchAll(figurePattern)].flatMap((match) => {
    const value = Number(match[0])
    if (value < scoreRange.min || value > scoreRange.max) return []
    const before = text.slice(0, match.index).trim()
    const after = text.slice(match.index + match[0].length).trim()
    // A dash alone joins it to a number in the next cell.
    if (/^[-–—−]/.test(after) || /^[-–—−]$/.test(before)) return []
    return [{ value, segment, before, after }]
  })
}

/** The ends of every scale. */
const isScaleEnd = ({ value }: Figure) => value === scoreRange.min || value === scoreRange.max

export interface LabeledFigure {
  figure: Figure
  label: string
  /** Words that belong to the figure: bureau, model, date. */
  around: Segment[]
  bureau: Bureau | null
  /** Where the label is: above the figure, below it, or on its line. */
  way: 'over' | 'under' | 'beside'
}

/** How far a figure's label may be, in points. */
const columnReach = 40
const rowReach = 330
const cellReach = 250
const nextReach = 60
const headingReach = 60
const longestLabel = 90
const maxHeadingLength = 60

/** The words that say that a figure is the person's score; null without any, or where something denies it. */
export function findLabel(
  page: ReportPage,
  figure: Figure,
  figures: readonly Figure[],
): LabeledFigure | null {
  const { segment, before, after } = figure
  const siblings = figures.filter((other) => other !== figure && other.segment === segment)
  if (siblings.length > 0) return null
  if (isOwnSentence(before, after)) return asLabeled(figure, segment.text, [])
  if (segment.text.length > longestLabel) return null
  const isInline = isScoreLabel(before)
    ? isNeutral(after)
    : isNeutral(before) && isScoreLabel(after)
  const found = isInline
    ? asLabeled(figure, `${before} ${after}`, [])
    : isNeutral(before) && isNeutral(after) && !isScaleEnd(figure) && !/^[.,;]/.test(after)
      ? findAround(page, figure, figures)
      : null
  return found && !hasOthersHeading(page, found) ? found : null
}

function asLabeled(figure: Figure, label: string, around: Segment[]): LabeledFigure {
  return { figure, label, around, bureau: readBureau(figure.segment.text), way: 'beside' }
}

/** A figure alone: in a gauge, a card, or the cell of a table. */
function findAround(
  page: ReportPage,
  figure: Figure,
  figures: readonly Figure[],
): LabeledFigure | null {
  const { segment } = figure
  const left = listLeft(page, segment).filter((other) => segment.left - other.right < rowReach)
  const [nearest] = left
  // The row of an account, of an amount, of another person.
  if (nearest && segment.left - nearest.right < cellReach && !isAboutScore(nearest)) return null
  const isFigure = (other: Segment) => figures.some((one) => one.segment === other)
  const right = listRight(page, segment).filter((other) => other.left - segment.right < nextReach)
  if (right[0] && isPersonName(right[0].text)) return null
  const byRow = walk(segment, left, isBeside, isFigure)
  const heading = findHeading(page, segment)
  const bureau = heading && readBureau(heading.text)
  const rivals = [
    ...besides(page, segment),
    // Rows that each say what they are do not compete.
    ...(byRow.label ? [] : pile(page, segment)),
  ].filter(isFigure)
  const isOneOfMany = rivals.some((rival) => {
    const other = findHeading(page, rival)
    return !bureau || !other || readBureau(other.text) === bureau
  })
  if (isOneOfMany) return null
  const reach = Math.max(columnReach, 1.6 * heightOf(segment))
  const isOver = (one: Segment, next: Segment) => one.top - next.bottom < reach
  const isUnder = (one: Segment, next: Segment) => next.top - one.bottom < reach
  const ways = [
    { way: 'beside' as const, ...byRow },
    { way: 'over' as const, ...walk(segment, listAbove(page, segment), isOver, isFigure) },
    { way: 'under' as const, ...walk(segment, listBelow(page, segment), isUnder, isFigure) },
    { way: 'beside' as const, ...walk(segment, right, isBeside, isFigure) },
    ...(heading
      ? [{ way: 'over' as const, ...walk(heading, listAbove(page, heading), isOver, isFigure) }]
      : []),
  ]
  const found = ways.find(({ label }) => label !== null)
  if (!found?.label) return null
  const around = ways.flatMap(({ passed }) => passed.filter((one) => !isFigure(one)))
  const { label, way } = found
  return { figure, label: label.text, around: [label, ...around], bureau, way }
}

const isBeside = (one: Segment, next: Segment) =>
  Math.max(one.left - next.right, next.left - one.right) < rowReach

const isHeading = ({ text }: Segment) =>
  text.length <= maxHeadingLength && readBureau(text) !== null

const isAboutScore = ({ text }: Segment) =>
  isNeutral(text) || isScoreLabel(text) || /^\d{3}\b/.test(text)

/** From one text to the next while they say nothing else, up to a label. */
function walk(
  start: Segment,
  ahead: readonly Segment[],
  isNear: (one: Segment, next: Segment) => boolean,
  isFigure: (segment: Segment) => boolean,
): { label: Segment | null; passed: Segment[] } {
  const passed: Segment[] = []
  let at = start
  for (const next of ahead) {
    if (!isNear(at, next)) break
    if (isScoreLabel(next.text)) return { label: next, passed }
    if (!isNeutral(next.text) && !isFigure(next)) break
    passed.push(next)
    at = next
  }
  return { label: null, passed }
}

const besides = (page: ReportPage, segment: Segment) => [
  ...listLeft(page, segment),
  ...listRight(page, segment),
]

/** The words above and below it so close that they belong to one scale, or one history. */
function pile(page: ReportPage, segment: Segment): Segment[] {
  const reach = 2.5 * heightOf(segment)
  return [
    ...listAbove(page, segment).filter(({ bottom }) => segment.top - bottom < reach),
    ...listBelow(page, segment).filter(({ top }) => top - segment.bottom < reach),
  ]
}

/** The words that name a figure's bureau: itself, words alone beside it, or the head or foot of its column. */
function findHeading(page: ReportPage, segment: Segment): Segment | null {
  if (isHeading(segment)) return segment
  const isAlone = (heading: Segment) => !besides(page, heading).some(isHeading)
  const [left] = listLeft(page, segment).filter(isHeading)
  if (left && segment.left - left.right < rowReach && isAlone(left)) return left
  const [right] = listRight(page, segment).filter(isHeading)
  if (right && right.left - segment.right < nextReach && isAlone(right)) return right
  const [above] = listAbove(page, segment).filter(isHeading)
  const [below] = listBelow(page, segment).filter(isHeading)
  if (!above || !below) return above ?? below ?? null
  return segment.top - above.bottom <= below.top - segment.bottom ? above : below
}

/** 'National average' over a card makes its figure no one's. */
function hasOthersHeading(page: ReportPage, { figure, around }: LabeledFigure): boolean {
  return [figure.segment, ...around].some((one) =>
    listAbove(page, one).some(
      ({ bottom, text }) => one.top - bottom < headingReach && isOthersHeading(text),
    ),
  )
}
