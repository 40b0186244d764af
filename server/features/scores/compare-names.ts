import { foldName } from '@shared/text'

interface Person {
  firstName: string
  lastName: string
}

const titles = new Set(
  'jr sr jnr snr ii iii iv v 2nd 3rd md phd dds esq cpa mr mrs ms miss dr prof'.split(' '),
)

/** Words that surnames begin with, and thousands of them share. */
const particles = new Set(
  'de del della di da do dos das du des la las los le van von der den dem ter ten zu zur af av al el bin ben ibn abu bint y e i und'.split(
    ' ',
  ),
)

/** Spelling without such letters, other than leaving out the dots: 'Mueller'. */
const spelledOut: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const spellOut = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => spelledOut[letter] ?? letter)

/**
 * Whether a name on a report may well be this person's: a given name, or its initial, and one surname in
 * common. Case, accents, order, middle names, and suffixes make no difference.
 */
export function isSamePerson(nameOnReport: string, { firstName, lastName }: Person): boolean {
  const spellings: ((name: string) => string)[] = [(name) => name, spellOut]
  return spellings.some((own) =>
    spellings.some((other) =>
      isSame(readWords(other(nameOnReport)), {
        first: readWords(own(firstName)),
        last: readWords(own(lastName)),
      }),
    ),
  )
}

function isSame(onReport: string[], { first, last }: { first: string[]; last: string[] }): boolean {
  if (first.length === 0 || last.length === 0) return false
  const own = last.filter((word) => !particles.has(word))
  const surnames = own.length > 0 ? own : last
  const hasLast = surnames.some((word) => onReport.includes(word)) || hasJoined(onReport, last)
  const others = onReport.filter((word) => !last.includes(word))
  // 'Kim Kim' has nothing left over.
  const firsts = others.length > 0 ? others : onReport
  return hasLast && (isSameFirst(firsts, first) || hasJoined(firsts, first))
}

/** A word of both, or the initial that one of them begins with. */
function isSameFirst(onReport: string[], own: string[]): boolean {
  if (own.some((word) => onReport.includes(word))) return true
  const [one = '', other = ''] = [onReport[0], own[0]]
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length === 1 && long.startsWith(short)
}

/** 'De la Cruz' may be written in one word, 'McAdam' in two. */
const hasJoined = (words: string[], name: string[]): boolean =>
  words.some((_, start) =>
    words.some((__, end) => words.slice(start, end + 1).join('') === name.join('')),
  )

const readWords = (name: string): string[] =>
  foldName(name)
    .split(' ')
    .filter((word) => word !== '' && !titles.has(word))
