import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { articles } from './articles/all-articles'
import { faq } from './faq'
import * as landing from './landing'
import { communicationsCompliance } from './legal/communications-compliance'
import { disclosures } from './legal/disclosures'
import { disputeResolution } from './legal/dispute-resolution'
import { privacy } from './legal/privacy'
import { terms } from './legal/terms'
import { pageHeads } from './page-heads'
import * as referralProgram from './referral-program'

const contents = [
  [landing, faq, referralProgram, articles],
  [disclosures, terms, privacy, disputeResolution, communicationsCompliance],
  pageHeads.map(({ description }) => description),
]

const componentsIn = (folder: string) =>
  readdirSync(`client/src/pages/site/${folder}`)
    .filter((name) => !name.includes('.test.'))
    .map((name) => `pages/site/${folder}/${name}`)

/** Where the words of a page are written, by the name that the note gives it. */
const sources: Record<string, string[]> = {
  home: ['content/landing.ts', ...componentsIn('landing')],
  'referral page': ['content/referral-program.ts', ...componentsIn('referral')],
  FAQ: ['content/faq.ts'],
  'search engines': ['content/page-heads.ts'],
  disclosures: ['content/legal/disclosures.ts'],
  terms: ['content/legal/terms.ts'],
  privacy: ['content/legal/privacy.ts'],
  communications: ['content/legal/communications-compliance.ts'],
  'dispute resolution': ['content/legal/dispute-resolution.ts'],
}

const read = (page: string) =>
  (sources[page] ?? [])
    .map((file) => readFileSync(`client/src/${file}`, 'utf8'))
    .join(' ')
    .replaceAll(/\s+/g, ' ')

const [, tables = ''] = readFileSync('docs/referral-program.md', 'utf8').split('## Referring')
const rows = tables
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (page|nowhere|-+) /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, page = '', sentence = '']) => ({
    pages: page.split(', '),
    sentences: sentence.split(' / '),
  }))

it('the note on the referral program quotes the public pages word for word', () => {
  expect(rows.length).toBeGreaterThan(40)
  for (const { pages, sentences } of rows) {
    const texts = pages.map(read)
    const gone = sentences.filter((sentence) => !texts.some((text) => text.includes(sentence)))
    const silent = pages.filter((_page, at) => !sentences.some((one) => texts[at]?.includes(one)))
    expect({ sentences, gone, silent }).toEqual({ sentences, gone: [], silent: [] })
  }
})

const topic =
  /\brefer(?!ence)|payout|\btiers?\b|commission payment|payment settings|profile completion|complete profile|zelle|preferred payment/i

/** The text of a content module, without the names of sections and the questions. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'heading' || key === 'question' ? [] : textsIn(inner),
  )
}

it('the note on the referral program leaves out no sentence about it', () => {
  const quoted = rows.flatMap(({ sentences }) => sentences).join('\n')
  const said = textsIn(contents)
    .flatMap((text) => text.split(/(?<=[.!?])\s+/))
    .filter((sentence) => topic.test(sentence) && sentence.split(' ').length > 2)
    .map((sentence) => sentence.replace(/[.;]$/, ''))
  expect(said.length).toBeGreaterThan(60)
  expect(said.filter((sentence) => !quoted.includes(sentence))).toEqual([])
})
