import { bureaus, type Bureau } from '@shared/scores'

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

export const removeBureaus = (text: string): string =>
  Object.values(spellings).reduce((rest, spelling) => rest.replace(spelling, ' '), text)
