import { foldName } from '@shared/text'
import { isValueOf, type ReportPage, type Segment } from './report-page'

/** On a page with these words, the figures may be somebody else's. */
const somebodyElse =
  /\bco-? ?(?:borr|app|sign|debtor|own)|\b(?:joint|2nd|second(?:ary)?|additional) (?:applicant|borrower|report|member|owner|consumer)|\b(?:applicant|borrower|member) (?:#? ?2|two|b)\b|\b(?:spouse|husband|wife|guarantor|partner's|child|children|dependent)\b|\bhousehold|\bfamily (?:member|plan)/i

/** Figures to learn from are no one's. */
const madeUp =
  /^sample\b|\bsample (?:credit|report|score|page|data|only)|\bspecimen\b|\billustrat(?:ion|ive)\b|\bexample (?:of|credit|report|score|page|only)|^example:?$|\bnot (?:a )?real\b|\bdemo(?:nstration)? (?:report|data|account)/i

const role =
  '(?:consumer|customer|member|applicant|(?:primary )?borrower|client|cardholder|(?:account )?(?:holder|owner)|subject)'
/** Words that say whose report it is, and nothing else. */
const forLabel = String.raw`(?:(?:this |your |credit |consumer )*(?:report|file|score)(?: is| was)? )?prepared (?:exclusively |especially )?for|(?:credit |consumer )?(?:report|file|score) for`
const sureLabel = new RegExp(
  String.raw`^(?:(?:${forLabel})\b ?:?|(?:for|requested by|(?:credit |consumer )?report of|${role}|(?:(?:full|your|${role})(?:['’]s)? )?(?:name|nombre)(?: on file| of ${role})?) ?:|(?<isBare>(?:(?:full|your|${role})(?:['’]s)? )?name)$) ?(?<rest>.*)$`,
  'i',
)
/** Words that may as well begin something else: 'Member since', 'Report of November'. */
const looseLabel = new RegExp(
  String.raw`^(?:(?:credit |consumer )?report of|${role}|(?:(?:full|your|${role})(?:['’]s)? )?name|requested by|hello|hi|welcome(?: back)?),? (?<rest>.+)$`,
  'i',
)
const partLabel = /^(?<part>first|given|middle|last|family|sur) ?name ?:? ?(?<rest>.*)$/i

const letter = String.raw`[\p{L}\p{M}'’ʼ.\p{Pd}]`
const capital = String.raw`[\p{Lu}\p{Lt}\p{Lo}]`
const particle =
  '(?:de|del|della|di|da|dos|das|du|la|las|los|le|van|von|der|den|ter|ten|al|el|bin|ibn|y|e)'
const namePart = `(?:${capital}${letter}*|${particle})`
const personName = new RegExp(
  `^${capital}${letter}*(?: ${namePart}){0,4} ${capital}${letter}*$|^${capital}${letter}*(?: ${namePart}){0,2},(?: ${namePart}){1,3}$`,
  'u',
)
/** Behind a label everything that letters are made of is a name: one word or eight, large or small. */
const labeledName = new RegExp(
  String.raw`^(?=.*\p{L})${letter}+(?:(?:,? |[,/])${letter}+){0,8}$`,
  'u',
)
const maxNameLength = 100
const several = /[ /](?:and|or|&|\/) /i
/** The rest of a name's line. */
const behindName =
  /(?:\s*[(|•;#]|\s[-–—]\s|,?\s+(?:d\.?o\.?b|ssn|date of birth|born|address|id|member since|customer since|account|on|as of)\b|,?\s\d).*$/iu
/** Other words that are written with capitals. */
const noName =
  /\b(?:credit|score|report|date|address|number|bank|street|avenue|your|the|employer|account|personal|information|very|poor|fair|good|excellent|exceptional|fico|vantagescore|equifax|experian|transunion|monitoring|summary|page|birth|status|bureau|agency|services?|protection|rights|disclosures?)\b/i

/** 'Hello, Rosa': too little to be a name, enough to see that it is another. */
const greeting =
  /^(?:hello|hi|dear|welcome(?: back)?),? (?!(?:back|there|again)\b)([\p{L}\p{M}'’-]+)[!.,]?$/iu
const forTwo =
  /\b(?:for|name|names|of):? \p{Lu}[\p{L}\p{M}]+(?: \p{Lu}[\p{L}\p{M}]*)* (?:and|&) \p{Lu}[\p{L}\p{M}]+ /u

/**
 * The person whose report a page is: a name, null when none is given, or in words that were not understood;
 * not clear when nothing there counts.
 */
export type PageOwner =
  { isClear: true; name: string | null; isUnread: boolean } | { isClear: false }

/**
 * Follows the names through a report. A page without one belongs to the person of the page before;
 * after somebody else's page nothing counts until a page says whose it is.
 */
export function findOwners(pages: readonly ReportPage[]): Map<number, PageOwner> {
  const owners = new Map<number, PageOwner>()
  let last: PageOwner = { isClear: true, name: null, isUnread: false }
  for (const page of pages) {
    const texts = page.segments.map(({ text }) => text)
    const labeled = [...page.segments.map((one) => readName(page, one)), composeName(page)]
    const names = distinct(labeled.flatMap((read) => read?.names ?? []))
    const isUnread = labeled.some((read) => read?.names.length === 0)
    const greeted = texts.flatMap((text) => greeting.exec(text)?.[1] ?? [])
    const isForOthers = texts.some((text) => somebodyElse.test(text) || forTwo.test(text))
    const isGreeted = greeted.every((name) => isPartOf(name, names[0] ?? nameOf(last)))
    if (isForOthers || names.length > 1 || !isGreeted) last = { isClear: false }
    else if (names.length === 1) last = { isClear: true, name: names[0] ?? null, isUnread: false }
    else if (isUnread) last = { isClear: true, name: null, isUnread: true }
    owners.set(page.number, texts.some((text) => madeUp.test(text)) ? { isClear: false } : last)
  }
  return owners
}

const nameOf = (owner: PageOwner) => (owner.isClear ? owner.name : null)

/** The person who is greeted is the owner, as far as there is a name to compare with. */
const isPartOf = (firstName: string, name: string | null) =>
  name === null || wordsOf(firstName).every((word) => wordsOf(name).includes(word))

const wordsOf = (name: string) => foldName(name).split(' ')

/** The names that a label leads to: empty where it was not understood, null where there is no label. */
function readName(page: ReportPage, segment: Segment): { names: string[] } | null {
  const { isBare, rest } = sureLabel.exec(segment.text)?.groups ?? {}
  if (rest === undefined) {
    const { rest: loose = '' } = looseLabel.exec(segment.text)?.groups ?? {}
    const names = readValues([loose], isPersonName)
    return names.length > 0 ? { names } : null
  }
  const values = listValues(page, segment, rest)
  const plain = readValues(values, isPersonName)
  if (plain.length > 0) return { names: plain }
  if (!isBare) return { names: readValues(values, isLabeledName).slice(0, 1) }
  // Next to a 'Name' without a colon are the heads of other columns, and under it those of banks.
  return values.every((text) => noName.test(text)) ? null : { names: [] }
}

const listValues = (page: ReportPage, label: Segment, rest = ''): string[] =>
  rest === ''
    ? page.segments.filter((other) => isValueOf(label, other, 16)).map(({ text }) => text)
    : [rest]

/** 'First name' and 'Last name', each with a value of its own. */
function composeName(page: ReportPage): { names: string[] } | null {
  const parts = page.segments.flatMap((segment) => {
    const { part = '', rest } = partLabel.exec(segment.text)?.groups ?? {}
    if (part === '') return []
    const values = listValues(page, segment, rest).filter((text) => !partLabel.test(text))
    const [value = ''] = readValues(values, isLabeledName)
    return [{ isLast: /last|family|sur/i.test(part), value }]
  })
  const last = parts.find(({ isLast }) => isLast)
  if (parts.length === 0) return null
  const words = [...parts.filter((part) => part !== last), last].map((part) => part?.value)
  return { names: last?.value ? [words.filter(Boolean).join(' ')] : [] }
}

function readValues(texts: readonly string[], isName: (text: string) => boolean): string[] {
  const values = texts.map((text) =>
    text
      .replace(behindName, '')
      .replace(/[!.,:]+$/, '')
      .trim(),
  )
  return values.filter((text) => isName(text) && !several.test(text))
}

export const isPersonName = (text: string): boolean =>
  text.length <= 60 && personName.test(text) && !noName.test(text)

const isLabeledName = (text: string): boolean =>
  text.length <= maxNameLength && labeledName.test(text) && !noName.test(text)

const distinct = (names: string[]): string[] => [
  ...new Map(names.map((name) => [foldName(name), name])).values(),
]
