import { scoreRange } from '@shared/score-marks'
import type { Segment } from './report-page'

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
const figure = /(?<![\w$#€£.,/:*•%(+−–—-])[3-8]\d\d(?![\w%*•)]|[.,:/–—−-] ?\d)/g

const blank = (match: string) => ' '.repeat(match.length)

/** The figures of a segment, without those that are part of something else. */
export function findFigures(segment: Segment): Figure[] {
  const text = noScores.reduce(
    (rest, pattern) => rest.replace(pattern, blank),
    segment.text.replace(outOf, blank),
  )
  return [...text.matchAll(figure)].flatMap((match) => {
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
export const isScaleEnd = ({ value }: Figure) =>
  value === scoreRange.min || value === scoreRange.max
