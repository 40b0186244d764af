import type { ReportPage, Segment } from './report-page'

/** Whoever these words are on a page with, the figures there may be somebody else's. */
const somebodyElse =
  /\bco-? ?(?:borr|app|sign|debtor|own)|\b(?:joint|2nd|second(?:ary)?|additional) (?:applicant|borrower|report|member|owner|consumer)|\b(?:applicant|borrower|member) (?:#? ?2|two|b)\b|\b(?:spouse|husband|wife|guarantor|partner's|child|children|dependent)\b|\bhousehold|\bfamily (?:member|plan)/i

/** Figures to learn from are no one's. */
const madeUp =
  /^sample\b|\bsample (?:credit|report|score|page|data|only)|\bspecimen\b|\billustrat(?:ion|ive)\b|\bexample (?:of|credit|report|score|page|only)|^example:?$|\bnot (?:a )?real\b|\bdemo(?:nstration)? (?:report|data|account)/i

const nameLabel =
  /^(?:(?:prepared|report|credit report|consumer report) (?:for|of)|(?:consumer|customer|member|full|your|applicant|borrower)?(?:'s)? ?name|consumer|customer|applicant|(?:primary )?borrower|member|requested by|hello|hi|welcome(?: back)?)[:,]? ?(?<rest>.*)$/i

const namePart = "[A-Z][A-Za-z'’.-]*"
const personName = new RegExp(
  `^(?:${namePart} ){1,4}${namePart}$|^${namePart},(?: ${namePart}){1,3}$`,
  'u',
)
/** What else is written with capitals. */
const noName =
  /\b(?:credit|score|report|date|address|number|bank|street|avenue|your|the|employer|account|personal|information|very|poor|fair|good|excellent|exceptional|fico|vantagescore|equifax|experian|transunion|monitoring|summary|page|birth|status)\b/i

/** 'Hello, Rosa': too little to be a name, enough to see that it is another. */
const greeting = /^(?:hello|hi|dear|welcome(?: back)?),? ([A-Z][a-z]+)[!.,]?$/i
const forTwo = /\b(?:for|name|names|of):? [A-Z]\w+(?: [A-Z]\w*)* (?:and|&) [A-Z]\w+ /

/** Of each page whose report it is: a name, null when none is given, `unclear` when nothing there counts. */
export type PageOwner = { isClear: true; name: string | null } | { isClear: false }

/**
 * Follows the names through a report. A page without one belongs to whom the page before belongs to;
 * after somebody else's page nothing counts until a page says whose it is.
 */
export function findOwners(pages: readonly ReportPage[]): Map<number, PageOwner> {
  const owners = new Map<number, PageOwner>()
  let last: PageOwner = { isClear: true, name: null }
  for (const page of pages) {
    const texts = page.segments.map(({ text }) => text)
    const names = distinct(page.segments.flatMap((segment) => readName(page, segment)))
    const greeted = texts.flatMap((text) => greeting.exec(text)?.[1] ?? [])
    const isForOthers = texts.some((text) => somebodyElse.test(text) || forTwo.test(text))
    const isGreeted = greeted.every((name) => isPartOf(name, names[0] ?? nameOf(last)))
    if (isForOthers || names.length > 1 || !isGreeted) last = { isClear: false }
    else if (names.length === 1) last = { isClear: true, name: names[0] ?? null }
    owners.set(page.number, texts.some((text) => madeUp.test(text)) ? { isClear: false } : last)
  }
  return owners
}

const nameOf = (owner: PageOwner) => (owner.isClear ? owner.name : null)

/** Whoever is greeted is the owner, as far as there is a name to compare with. */
const isPartOf = (firstName: string, name: string | null) =>
  name === null ||
  name
    .toLowerCase()
    .split(/[^a-z]+/)
    .includes(firstName.toLowerCase())

function readName(page: ReportPage, segment: Segment): string[] {
  const { rest = null } = nameLabel.exec(segment.text)?.groups ?? {}
  if (rest === null) return []
  if (rest !== '') return asName(rest)
  return page.segments.filter((other) => isNext(segment, other)).flatMap(({ text }) => asName(text))
}

/** A label's value stands right of it, or under it. */
function isNext(label: Segment, other: Segment): boolean {
  const isRight = other.line === label.line && other.left > label.left
  const gap = other.top - label.bottom
  return (
    (isRight && other.left - label.right < 200) ||
    (Math.abs(other.left - label.left) < 20 && gap >= -1 && gap < 16)
  )
}

function asName(text: string): string[] {
  const name = text.replace(/[!.,:]+$/, '').trim()
  return isPersonName(name) ? [name] : []
}

export const isPersonName = (text: string): boolean =>
  text.length <= 60 && personName.test(text) && !noName.test(text)

function distinct(names: string[]): string[] {
  const seen = new Map(names.map((name) => [name.toLowerCase().replace(/[^a-z]+/g, ' '), name]))
  return [...seen.values()]
}
