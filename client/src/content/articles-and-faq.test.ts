import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pages } from '@shared/pages'
import { originPlaceholder } from '@shared/public-origin'
import { z } from '@shared/zod'
import { articles } from './articles/all-articles'
import { articleCategories } from './articles/article'
import { faq } from './faq'
import { pageHeads, type PageHead } from './page-heads'
import * as landing from './landing'
import { communicationsCompliance } from './legal/communications-compliance'
import { disclosures } from './legal/disclosures'
import { disputeResolution } from './legal/dispute-resolution'
import { privacy } from './legal/privacy'
import { terms } from './legal/terms'
import * as referralProgram from './referral-program'

const allowedTags = new Set(
  'h2 h3 p ul ol li strong em blockquote a table thead tbody tr th td'.split(' '),
)
const publicFolder = join(import.meta.dirname, '../../public')

function countWords(html: string) {
  const words = html
    .replace(/<[^>]+>/g, ' ')
    .trim()
    .split(/\s+/)
  return words.length
}

/** Each tag with its attributes, closing tags included. */
const listTags = (html: string) =>
  [...html.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>/gi)].map(([, slash, name, attributes]) => ({
    closing: slash === '/',
    name: name ?? '',
    attributes: (attributes ?? '').trim(),
  }))

describe('the articles', () => {
  it('are six, in order of id, each in its category', () => {
    expect(articles.map(({ id, category }) => [id, category])).toEqual([
      [1, 'Credit'],
      [2, 'Business'],
      [3, 'Funding'],
      [4, 'Partnerships'],
      [5, 'Credit'],
      [6, 'Funding'],
    ])
    expect(new Set(articles.map(({ category }) => category))).toEqual(new Set(articleCategories))
  })

  it('are dated from June to November 20, 2026, the first one last', () => {
    const times = articles.map(({ date }) => Date.parse(`${date} UTC`))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.UTC(2026, 5, 1))
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.UTC(2026, 10, 20))
    expect(Math.max(...times)).toBe(times[0])
  })

  it('name the typical partner fee and the recommended score as educational content', () => {
    for (const id of [3, 4, 6]) {
      const content = articles.find((article) => article.id === id)?.content
      expect(content).toContain('5-15%')
      expect(content).toContain('720+')
    }
    expect(articles.filter(({ content }) => content.includes('720+'))).toHaveLength(5)
  })
})

describe.each(articles.map((article) => [article.title, article] as const))('%s', (_, article) => {
  const { content } = article
  const tags = listTags(content)

  it('has 600 to 1,100 words and says how long they take to read', () => {
    const words = countWords(content)
    expect(words).toBeGreaterThanOrEqual(600)
    expect(words).toBeLessThanOrEqual(1100)
    const minutes = Number(/^(\d+) min read$/.exec(article.readTime)?.[1])
    expect(Math.abs(minutes - words / 130)).toBeLessThanOrEqual(1)
  })

  it('has a summary that fits the three lines of a card', () => {
    expect(article.summary.length).toBeGreaterThanOrEqual(105)
    expect(article.summary.length).toBeLessThanOrEqual(125)
  })

  it('uses allowed tags only, well nested, with the attributes each may have', () => {
    const open: string[] = []
    for (const { closing, name, attributes } of tags) {
      expect(allowedTags).toContain(name)
      if (closing) {
        expect(open.pop()).toBe(name)
        expect(attributes).toBe('')
        continue
      }
      open.push(name)
      if (name === 'h2') expect(attributes).toMatch(/^id="[a-z0-9-]+"$/)
      else if (name === 'th') expect(attributes).toMatch(/^scope="(col|row)"$/)
      else if (name === 'a') expect(attributes).toMatch(/^href="\/[a-z-]+"$/)
      else expect(attributes).toBe('')
    }
    expect(open).toEqual([])
    expect(content.replace(/<\/?[a-z][^<>]*>/g, '')).not.toMatch(/[<>]/)
  })

  it('gives every section an id of its own', () => {
    const ids = tags.filter(({ name, closing }) => name === 'h2' && !closing)
    expect(ids.length).toBeGreaterThan(3)
    expect(new Set(ids.map(({ attributes }) => attributes)).size).toBe(ids.length)
  })

  it('says that it is educational, that results are not guaranteed, and what to do next', () => {
    expect(content).toContain('educational content only')
    expect(content.toLowerCase()).toContain('results are not guaranteed')
    expect(content).toContain('<h2 id="next">What to do next</h2>')
    expect(content).toContain('href="/disclosures"')
  })

  it('has a cover of its own: small, 1200 by 675, without text or scripts', () => {
    expect(article.image).toBe(`/covers/article-${article.id}.svg`)
    const cover = readFileSync(join(publicFolder, article.image), 'utf8')
    expect(cover.length).toBeLessThan(20_000)
    expect(cover).toContain('viewBox="0 0 1200 675"')
    expect(cover).not.toMatch(/<(text|script|image|foreignObject)|style=|NaN|undefined/)
  })
})

describe('the FAQ', () => {
  const answers = faq.map(({ answer }) => answer).join('\n')

  it('has exactly eight different questions, all answered', () => {
    expect(faq).toHaveLength(8)
    expect(new Set(faq.map(({ question }) => question)).size).toBe(8)
    for (const { question, answer } of faq) {
      expect(question).toMatch(/\?$/)
      expect(answer).toMatch(/\.$/)
    }
  })

  it.each([
    'a personal credit score of 680+',
    'The Entrepreneur personally guarantees the debt.',
    'Commission payments are processed on the 15th of each month for the prior month’s qualified referrals',
    'Bronze pays $250 per client for 1-5 referrals',
    'Silver $500 per client for 6-10',
    'Gold $750 per client for 11+',
    'A typical review takes 2-3 business days.',
    'reapply after 90 days',
    'up to 3 files of 10 MB each',
    'Both sides must accept',
    'Usually one match is enough; sometimes one more entrepreneur is offered',
  ])('says: %s', (text) => {
    expect(answers).toContain(text)
  })

  it('puts the warning next to its earnings figures', () => {
    const naming = faq.filter(({ answer }) =>
      /\$(250|500|750|2,000|2,500|6,000|30,000)\b/.test(answer),
    )
    expect(naming).toHaveLength(1)
    for (const { answer } of naming) expect(answer).toMatch(/results are not guaranteed/i)
  })
})

const indexed = pageHeads.filter((head) => head.isIndexed)
const isAlias = (head: PageHead) => head.file === 'ftc-disclosures/index.html'
const originals = pageHeads.filter((head) => !isAlias(head))
const findHead = (file: string) => pageHeads.find((head) => head.file === file)
const isPrivate = (path: string) =>
  path.startsWith(pages.admin) || path === pages.dashboard || path === pages.account
const toFile = (path: string) => `${path}/index.html`.replace(/^\/+/, '')

describe('page heads', () => {
  it.each(['title', 'description', 'canonical', 'file'] as const)(
    'give each page its own %s',
    (key) => {
      expect(new Set(originals.map((head) => head[key])).size).toBe(originals.length)
    },
  )

  it.each(pageHeads)('describe $file in 120 to 160 characters', ({ description }) => {
    expect(description.length).toBeGreaterThanOrEqual(120)
    expect(description.length).toBeLessThanOrEqual(160)
  })

  it.each(pageHeads)('name a module that exists for $file', ({ module }) => {
    if (module) expect(existsSync(`client/src/pages/${module}.tsx`), module).toBe(true)
  })

  it('cover every public page, and none of the private ones', () => {
    for (const path of Object.values(pages)) {
      expect(Boolean(findHead(toFile(path))), path).toBe(!isPrivate(path))
    }
  })

  it('keep the login, the confirmation, the private area and the 404 page out of search engines', () => {
    const hidden = pageHeads.filter((head) => !head.isIndexed).map((head) => head.file)
    expect(hidden.toSorted()).toEqual([
      '404.html',
      'confirm-email/index.html',
      'confirmation/index.html',
      'email-choices/index.html',
      'login/index.html',
      'meet/index.html',
      'photo/index.html',
      'private.html',
      'reset-password/index.html',
      'stop-email-change/index.html',
      'verify-email/index.html',
    ])
  })

  it('let the second address of the disclosures replace the first', () => {
    expect(findHead('ftc-disclosures/index.html')?.canonical).toBe(pages.disclosures)
  })

  it('say that results are not guaranteed wherever they name a sum', () => {
    const withSums = indexed.filter((head) => head.description.includes('$'))
    expect(withSums.map((head) => head.canonical)).toEqual(['/', '/referral-program'])
    for (const { description } of withSums) expect(description).toContain('not guaranteed')
  })
})

describe('structured data', () => {
  const question = z.object({ name: z.string(), acceptedAnswer: z.object({ text: z.string() }) })
  const posting = z.object({
    '@type': z.literal('BlogPosting'),
    headline: z.string(),
    url: z.string(),
    datePublished: z.iso.date(),
    author: z.object({ name: z.string() }),
  })

  it('repeats the questions and answers of the support page', () => {
    const data = z
      .object({ '@type': z.literal('FAQPage'), mainEntity: z.array(question) })
      .parse(findHead('support/index.html')?.structuredData)
    const told = data.mainEntity.map((item) => ({
      question: item.name,
      answer: item.acceptedAnswer.text,
    }))
    expect(told).toEqual(faq)
  })

  it.each(articles)('describes article $id', (article) => {
    const head = findHead(`blog/article-${article.id}/index.html`)
    const data = posting.parse(head?.structuredData)
    expect(data.headline).toBe(article.title)
    expect(data.author.name).toBe(article.author)
    expect(data.url).toBe(`${originPlaceholder}/blog?article=${article.id}`)
    expect(new Date(data.datePublished).getTime()).toBe(Date.parse(`${article.date} UTC`))
  })

  it('lists all articles on the blog', () => {
    const data = z
      .object({ '@type': z.literal('Blog'), blogPost: z.array(posting) })
      .parse(findHead('blog/index.html')?.structuredData)
    expect(data.blogPost.map((item) => item.headline)).toEqual(articles.map((item) => item.title))
  })

  it('names the organization on the home page', () => {
    expect(findHead('index.html')?.structuredData).toMatchObject({ '@type': 'Organization' })
  })
})

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
  home: ['content/landing.ts', 'pages/site/landing-page.tsx', ...componentsIn('landing')],
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
    places: page.split(', '),
    sentences: sentence.split(' / '),
  }))

it('the note on the referral program quotes the public pages word for word', () => {
  expect(rows.length).toBeGreaterThan(40)
  for (const { places, sentences } of rows) {
    const texts = places.map(read)
    const gone = sentences.filter((sentence) => !texts.some((text) => text.includes(sentence)))
    const silent = places.filter((_page, at) => !sentences.some((one) => texts[at]?.includes(one)))
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
