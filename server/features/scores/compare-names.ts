interface Person {
  firstName: string
  lastName: string
}

const suffixes = new Set([
  'jr',
  'sr',
  'ii',
  'iii',
  'iv',
  'v',
  'md',
  'phd',
  'esq',
  'mr',
  'mrs',
  'ms',
])

/**
 * Whether a name on a report may well be this person's. Case, accents, order, middle names, initials
 * and suffixes make no difference; both names must be there, or an initial of the first.
 */
export function isSamePerson(nameOnReport: string, person: Person): boolean {
  const onReport = readWords(nameOnReport)
  const first = readWords(person.firstName)
  const last = readWords(person.lastName)
  if (onReport.length === 0 || first.length === 0 || last.length === 0) return false
  const hasLast = last.every((word) => onReport.includes(word)) || hasJoined(onReport, last)
  const others = onReport.filter((word) => !last.includes(word))
  // 'Kim Kim' has nothing left over.
  const firsts = others.length > 0 ? others : onReport
  const hasFirst = first.some((word) => firsts.some((other) => isSameFirst(word, other)))
  return hasLast && (hasFirst || hasJoined(firsts, first))
}

/** 'De la Cruz' may be written in one word, 'McAdam' in two. */
const hasJoined = (words: string[], name: string[]): boolean =>
  words.join('').includes(name.join('')) && name.join('').length > 3

function isSameFirst(word: string, other: string): boolean {
  if (word === other) return true
  const [short, long] = word.length < other.length ? [word, other] : [other, word]
  return short.length === 1 && long.startsWith(short)
}

const readWords = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !suffixes.has(word))
