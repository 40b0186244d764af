import { isValueOf, type ReportPage } from './report-page'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthName = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?'
const datePattern = [
  `(?<name>${monthName}) (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>20\\d\\d)`,
  `(?<day2>\\d{1,2}) (?<name2>${monthName}),? (?<year2>20\\d\\d)`,
  '(?<month3>\\d{1,2})[/-](?<day3>\\d{1,2})[/-](?<year3>20\\d\\d)',
  '(?<year4>20\\d\\d)-(?<month4>\\d\\d)-(?<day4>\\d\\d)',
].join('|')
const anyDate = new RegExp(`(?<![\\w/-])(?:${datePattern})(?![\\w/-]|,? ?\\d)`, 'i')

const label =
  /\b(?:report (?:date|generated|created|as of)|date (?:of (?:report|score)|pulled|generated|ordered|created)|score date|order date|(?:generated|calculated|pulled|created|prepared|refreshed|updated|issued) (?:on|as of)|(?:last )?updated|as of)[:,]? ?(?:on )?$/i
const bareLabel = /^date:?$/i

/** '2026-11-20' of the first date in a text; null when there is none, or it is no day. */
function readDate(text: string): string | null {
  const found = anyDate.exec(text)
  const { groups } = found ?? {}
  if (!groups) return null
  const { name, day, year, name2, day2, year2, month3, day3, year3, month4, day4, year4 } = groups
  const typed = name ?? name2
  const month = typed ? months.indexOf(typed.slice(0, 3).toLowerCase()) + 1 : month3 || month4
  const parts = [
    year ?? year2 ?? year3 ?? year4 ?? '',
    String(month ?? '').padStart(2, '0'),
    (day ?? day2 ?? day3 ?? day4 ?? '').padStart(2, '0'),
  ]
  return asDay(parts.join('-'))
}

/** A day that there is, and that has come. */
function asDay(iso: string): string | null {
  const time = Date.parse(`${iso}T00:00:00Z`)
  if (Number.isNaN(time) || time > Date.now() + dayMs) return null
  return new Date(time).toISOString().startsWith(iso) ? iso : null
}
const dayMs = 24 * 60 * 60 * 1000

export const removeDates = (text: string): string => text.replace(anyDate, ' ')

/** The day of a score or report that a text tells: 'as of Nov 20, 2026', 'Report date: 11/20/2026'. */
export function readLabeledDate(text: string): string | null {
  const found = anyDate.exec(text)
  if (!found) return null
  return label.test(text.slice(0, found.index)) ? readDate(found[0]) : null
}

/** The labeled days of a page, where the date may also be to the right of its label, or under it. */
export function listLabeledDates({ segments }: ReportPage): string[] {
  return segments.flatMap((segment) => {
    const here = readLabeledDate(segment.text)
    if (here) return [here]
    if (!(label.test(segment.text) || bareLabel.test(segment.text))) return []
    const beside = segments.find(
      (other) => isValueOf(segment, other, 20) && startsWithDate(other.text),
    )
    return (beside && readDate(beside.text)) ?? []
  })
}

const startsWithDate = (text: string) => anyDate.exec(text)?.index === 0
