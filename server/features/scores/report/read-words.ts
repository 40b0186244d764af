import { bureaus, type Bureau } from '@shared/scores'
import { removeDates } from './read-dates'

const fico =
  /\bFICO\b ?(?:(Auto|Bankcard|Mortgage) )?(?:Scores?)?(?: ?(10 ?T|10|[2-5]|[89])(?![\d.]))?/i
const vantage = /\bVantage ?Score\b(?: (?:version |v\.? ?)?([1-4])(?:\.0)?(?![\d.]))?/i

export interface Model {
  name: string
  /** Its position in its text. */
  text: string
}

/** The model that a text names, in one spelling: 'FICO Score 8', 'VantageScore 3.0'. */
export function readModel(text: string): Model | null {
  const [whole = '', industry, version] = fico.exec(text) ?? []
  if (whole) {
    const name = ['FICO', industry && capitalize(industry), 'Score', version?.replace(' ', '')]
    return { name: name.filter(Boolean).join(' '), text: whole }
  }
  const [wholeVantage = '', number] = vantage.exec(text) ?? []
  if (!wholeVantage) return null
  return { name: number ? `VantageScore ${number}.0` : 'VantageScore', text: wholeVantage }
}

/** A family without its version is no model that two scores can be told apart by. */
export const hasVersion = (model: string) => /\d/.test(model)

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

const spellings: Record<Bureau, RegExp> = {
  Equifax: /\bEquifax\b/i,
  Experian: /\bExperian\b/i,
  TransUnion: /\bTrans ?Union\b/i,
}

export const readBureaus = (text: string): Bureau[] =>
  bureaus.filter((bureau) => spellings[bureau].test(text))

/** The one bureau that a text names; null when it names none or several. */
export function readBureau(text: string): Bureau | null {
  const found = readBureaus(text)
  return found.length === 1 ? (found[0] ?? null) : null
}

const removeBureaus = (text: string): string =>
  Object.values(spellings).reduce((rest, spelling) => rest.replace(spelling, ' '), text)

/** The only words a label may have: any other word could make it the label of something else. */
const plainWords =
  /\b(?:your|my|current|latest|today's|credit|scores?|bureau|based|on|data|from|provided|by|powered|using|calculated|with|as of|is|are|the|report|base|model|version|type|new|updated|3)\b/gi
const ratings = /\b(?:very poor|very good|poor|fair|good|excellent|exceptional)\b/i

const core = /\b(?:credit scores?|(?:your|bureau) scores?)\b|^scores?:?$/i
const maxLength = 80

/**
 * Whether a text says that the figure beside it is the score of the person whose report it is.
 * Strict: 'Your FICO Score 8', 'VantageScore 3.0 based on Equifax data', 'Credit Score'.
 */
export function isScoreLabel(text: string): boolean {
  if (text.length > maxLength || /[?!]/.test(text) || /\b(?:a|of)$/i.test(text)) return false
  if (/^(?:score|credit score)s? (?:type|model|version)/i.test(text)) return false
  const model = readModel(text)
  if (!model && !core.test(removeBureaus(text).trim())) return false
  // 'Good credit score' is a lesson.
  if (ratings.test(text)) return false
  return leftOver(model ? text.replace(model.text, ' ') : text) === ''
}

/** Whether a text may be between a figure and its label without being about anything else. */
export function isNeutral(text: string): boolean {
  if (/^(?:n\/?a|none|not available|--?|—|▲|▼)$/i.test(text)) return true
  if (/^[+−-]?\d{1,2} ?(?:points?|pts?)?$/i.test(text)) return true
  if (/^(?:\/|out of) ?850$|^(?:range:? ?)?300 ?[-–—] ?850$/i.test(text)) return true
  return text.length <= maxLength && leftOver(text) === ''
}

const leftOver = (text: string) =>
  removeDates(removeBureaus(text))
    .replace(new RegExp(ratings, 'gi'), ' ')
    .replace(plainWords, ' ')
    .replace(/[\s:=.,;()|*–—-]+/g, '')

/** Words below which a figure is no current score of the person's own. */
export const isOthersHeading = (text: string) =>
  text.length <= maxLength && (othersHeading.test(text) || someonesScore.test(text))
const othersHeading =
  /\b(?:average|median|typical|national|statewide|goals?|target|simulat\w*|estimat\w*|project(?:ed|ion)|predicted|potential|example|previous|prior|last (?:month|year|quarter)|history|minimum|required|ideal|insurance|peers|people like you|(?:his|her|their) scores?)\b/i

/** 'Daniel’s score', but not 'Today’s score'. */
const someonesScore =
  /(?<![\p{L}-])(?!(?:today|week|month|year|bureau|equifax|experian|transunion)['’]s)[\p{L}-]+['’]s (?:[\w.]+ ){0,2}(?:scores?|fico|vantagescore)\b/iu

const isAboutOthers = (text: string) => others.test(text)
const others =
  /\b(?:average|median|mean|typical(?:ly)?|national|nationwide|state(?:wide)?|city|people|consumers|americans|borrowers|lenders?|most|many|neighbors|peers|goals?|target|simulat\w*|estimat\w*|project\w*|predict\w*|potential|example|if|suppose|imagine|could|would|should|might|may|will|can|need\w*|must|required?|minimum|maximum|lowest|highest|ideal|previous(?:ly)?|prior|past|last|was|were|history|historical|trend|change[sd]?|ago|factors?|ranges?|scale|scores between|insurance|his|her|their)\b/i

const ownScore =
  /^(?:[^.!?\d]{0,30}, )?your\b(?: \w+){0,3} (?:score|fico|vantagescore)\b[^.!?\d]{0,40}(?: [1-9](?:\.0)?| 10T?)?[^.!?\d]{0,40}(?:\bis|:|=)$/i

/** 'Your FICO Score 8 from Experian is 742.': the sentence around a figure, in its two halves. */
export function isOwnSentence(before: string, after: string): boolean {
  const start = before.slice(before.search(/[^.!?]*(?:\d\.\d[^.!?]*)*$/)).trim()
  const end = /^[^.!?]*/.exec(after)?.[0] ?? ''
  return ownScore.test(start) && !isAboutOthers(`${start} ${end}`)
}
