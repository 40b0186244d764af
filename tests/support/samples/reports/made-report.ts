import { readFileSync } from 'node:fs'
import { mimeTypes } from '@shared/file-kinds'
import { bureaus, type Bureau } from '@shared/scores'
import { z } from '@shared/zod'
import { writePdf, type PlacedText } from '../pdf-writer'

/** A score that a report gives of the person whose report it is. */
interface TrueScore {
  score: number
  model: string | null
  bureau: Bureau | null
}

/** A report made here, and what someone who reads it would say. */
export interface MadeReport {
  name: string
  type: string
  bytes: Buffer
  truth: { scores: TrueScore[]; date: string | null; person: string | null }
  isHostile: boolean
}

export const whole = ({
  scores = [],
  date = null,
  person = null,
}: Partial<MadeReport['truth']>): MadeReport['truth'] => ({ scores, date, person })

/** What fills reports, drawn from a height on: accounts with their amounts, and the scale under most scores. */
const fragments: Record<string, string> = {
  accounts: `0 @14: 50 Accounts
20: 50 Creditor ¦ 220 Account number ¦ 350 Balance ¦ 450 Opened
36: 50 FIRST PLAINS BANK ¦ 220 4411 7420 XXXX ¦ 350 $742 ¦ 450 03/2014
52: 50 MESA AUTO LOAN ¦ 220 735 ¦ 350 735.00 ¦ 450 11/12/2019
68: 50 COUNTY UTILITIES ¦ 220 655-700-810 ¦ 350 $1,640 ¦ 450 07/2020`,
  bands: `0: 50 300-579 ¦ 150 580-669 ¦ 250 670-739 ¦ 350 740-799 ¦ 450 800-850
14: 50 Poor ¦ 150 Fair ¦ 250 Good ¦ 350 Very Good ¦ 450 Exceptional`,
}

/** `90 @16 45°: 50 Score ¦ 220 742` is 90 points from the top, of size 16, turned, and two texts from the left. */
function readLine(line: string, from = 0): PlacedText[] {
  const [, name = '', height] = /^(accounts|bands) (\d+)$/.exec(line) ?? []
  const fragment = fragments[name]?.split('\n')
  if (fragment) return fragment.flatMap((each) => readLine(each, Number(height)))
  const [, y, size = 10, angle = 0, cells] =
    /^(-?[\d.]+)(?: @([\d.]+))?(?: (\d+)°)?: (.*)$/.exec(line) ?? []
  if (cells === undefined) throw new Error(`Not a line of a drawing: ${line}`)
  const turn = { size: Number(size), angle: Number(angle) }
  return cells.split(' ¦ ').map((cell) => {
    const [x = '', ...words] = cell.split(' ')
    return { x: Number(x), y: from + Number(y), text: words.join(' '), ...turn }
  })
}

/** A PDF of its pages: lines of texts after `page`, or `page 90` where it is turned. */
export function drawPdf(drawing: string): Buffer {
  const [, ...pages] = `\n${drawing.trimEnd()}`.split(/\npage(?= \d|\n|$)/)
  return writePdf(
    pages.map((page) => {
      const [turn = '', ...lines] = page.split('\n')
      return { rotate: Number(turn), texts: lines.flatMap((line) => readLine(line)) }
    }),
  )
}

const bureau = z.enum(bureaus).nullable()
const unlessDash = (text = '') => (text === '-' ? null : text)

function readScore(line: string): TrueScore {
  const [score, model, from] = line.split(', ')
  return { score: Number(score), model: unlessDash(model), bureau: bureau.parse(unlessDash(from)) }
}

/** The reports that are drawn in a file: their name, the truth about each, and their pages. */
export function readDrawings(name: 'made' | 'held-out'): MadeReport[] {
  const text = readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8')
  return text
    .split(/^== /m)
    .slice(1)
    .map((drawing) => {
      const [title = ''] = drawing.split('\n', 1)
      const head = drawing.slice(0, drawing.indexOf('\npage')).split('\n')
      const told = (fact: string) =>
        head
          .filter((line) => line.startsWith(`${fact} `))
          .map((line) => line.slice(fact.length + 1))
      return {
        name: title,
        type: mimeTypes.pdf,
        bytes: drawPdf(drawing.slice(drawing.indexOf('\npage') + 1)),
        truth: whole({
          scores: told('score').map(readScore),
          date: told('date')[0] ?? null,
          person: told('person')[0] ?? null,
        }),
        isHostile: head.includes('hostile'),
      }
    })
}
