import { concernWords, type Concern } from './concerns'
import { dateFormat } from './lazily'
import { lowScoreBelow } from './score-marks'
import type { Finding } from './review'

interface VerdictPart {
  text: string
  /** It speaks against an approval, which asks about it once. */
  isWarning: boolean
}

const proofWords: Record<Finding['proof'], string> = {
  report: 'Report, no score found',
  word: 'Word file, no score found',
  photo: 'Photo, no score found',
  login: 'Login, no score yet',
  none: 'Nothing sent yet',
}

/** Whether someone opened what was sent is no part of it: a panel opens it. */
const isOfOpening = ({ kind }: Concern): boolean =>
  kind === 'unopened-document' || kind === 'unopened-login'

const nameConcern = (concern: Concern) => concernWords[concern.kind].full(concern)

const month = dateFormat({ timeZone: 'UTC', month: 'short', day: 'numeric' })
const year = dateFormat({ timeZone: 'UTC', dateStyle: 'medium' })

const nameDay = (day: string, now: Date): string =>
  (day.startsWith(String(now.getUTCFullYear())) ? month : year)(new Date(day))

interface Facts {
  finding: Finding | null
  concerns: readonly Concern[]
}

/** The facts before an approval, in the words of the strip, the list, and the spoken row. */
export function verdict({ finding, concerns }: Facts, now = new Date()): VerdictPart[] {
  const about = concerns.filter((concern) => !isOfOpening(concern))
  if (!finding) return about.map(nameConcern).map(warn)
  const { score, model, reportDate, proof, isNameRead, canCall } = finding
  const [low, others] = [isKind('low-score'), isKind('name-differs')].map((is) => about.some(is))
  const figure = [score, model?.replace(/ Score\b/, '')].filter(Boolean).join(' ')
  return [
    low
      ? warn(`${figure}, under ${lowScoreBelow}`)
      : quiet(score === null ? proofWords[proof] : figure),
    ...(reportDate ? [quiet(nameDay(reportDate, now))] : []),
    ...(isNameRead && !others ? [quiet('name matches')] : []),
    ...about
      .filter((concern) => !isKind('low-score')(concern))
      .map(nameConcern)
      .map(warn),
    ...(canCall ? [] : [quiet('no calls')]),
  ]
}

const isKind =
  (wanted: Concern['kind']) =>
  ({ kind }: Concern) =>
    kind === wanted
const quiet = (text: string): VerdictPart => ({ text, isWarning: false })
const warn = (text: string): VerdictPart => ({ text, isWarning: true })

/** The reasons that an approval asks about once: the warnings of its verdict, and documents that no one has opened yet. */
export const listAgainst = (facts: Facts): string[] => [
  ...verdict(facts).flatMap(({ text, isWarning }) => (isWarning ? [text] : [])),
  ...facts.concerns.filter(isOfOpening).map(nameConcern),
]

export const isClean = ({ finding, concerns }: Facts): boolean =>
  typeof finding?.score === 'number' && concerns.every(isOfOpening)
