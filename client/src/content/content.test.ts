import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { termsVersion } from '@shared/accounts'
import { pages } from '@shared/pages'
import { originPlaceholder } from '@shared/public-origin'
import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import { z } from '@shared/zod'
import { brand } from '@/lib/brand'
import { articles } from './articles/all-articles'
import { articleCategories } from './articles/article'
import { faq } from './faq'
import * as landing from './landing'
import { communicationsCompliance } from './legal/communications-compliance'
import { disclosures } from './legal/disclosures'
import { disputeResolution } from './legal/dispute-resolution'
import type { LegalBlock, LegalDocument } from './legal/legal-document'
import { privacy } from './legal/privacy'
import { terms } from './legal/terms'
import { pageHeads, type PageHead } from './page-heads'
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

const linesOf = (block: LegalBlock): readonly string[] =>
  typeof block === 'string' ? [block] : block.list

function textOf(document: LegalDocument): string {
  return [
    ...document.intro,
    ...document.sections.flatMap(({ heading, blocks }) => [heading, ...blocks.flatMap(linesOf)]),
  ].join('\n')
}

describe('legal texts', () => {
  /** With how many words each may have. */
  const lengths: readonly (readonly [LegalDocument, least: number, most: number])[] = [
    [disclosures, 1_500, 2_500],
    [terms, 1_500, 2_500],
    [privacy, 900, 2_000],
    [disputeResolution, 900, 1_600],
    [communicationsCompliance, 900, 1_600],
  ]
  const documents = lengths.map(([document]) => document)

  /** Facts of the program that must be found word for word in every document listed with them. */
  const facts: readonly { in: readonly LegalDocument[]; say: readonly string[] }[] = [
    {
      in: [disclosures, terms, disputeResolution],
      say: [
        'Payments come from entrepreneurs, not from us',
        'll sales are final',
        'partial payment is a non-refundable deposit',
        'at most 30 days',
        'store credit',
        'valid for 6 months',
        'capped at the amount you paid us or $100, whichever is greater',
        'ost disputes are resolved in 14 days',
        'binding arbitration',
        'held online',
        'Colorado law',
        'o class actions',
      ],
    },
    {
      in: [disclosures, terms, privacy],
      say: [
        loginIsSealed,
        loginIsDeleted,
        'removed after 30 days',
        'at most 3 files',
        '10 MB',
        'PDF, Word (DOC or DOCX), JPG, JPEG, or PNG',
        'hard inquir',
      ],
    },
    {
      in: [disclosures, terms],
      say: [
        'Results are not guaranteed',
        '$2,500+ a month',
        '$30,000+ a year',
        '$2,500 in advances',
        '$500 on contract signing',
        '$2,000 on first funding approval',
        '$2,500 to $6,000+ a month',
        '$500 per approved referral',
        'with no cap',
        '$500 per qualified match',
        'paid by Zelle, ACH, or PayPal, with weekly payouts available',
        '$250 per client for 1-5 referrals a month',
        '$500 per client for 6-10',
        '$750 per client for 11 or more',
        'Tiers reset monthly',
        'processed on the 15th of each month for the prior month’s qualified referrals',
        'Payment Settings',
        'The Entrepreneur personally guarantees the debt',
        'redit scores under 680',
        '“fixer-uppers',
        '700 or higher on the home page',
        'over 680 on the application page and in the',
        '680+ in the FAQ',
        '650+ in the welcome email',
        '5-15% of the loan',
        'recommended score of 720+',
        'educational only',
        'Both sides must accept',
        'sually one match is enough',
        'ometimes one more entrepreneur is offered',
        'can affect your score and your finances',
        'professional of your own',
        'under 1 minute',
        'within 24-48 hours',
        '1-2 business days',
        '2-3 business days',
        'within 1 week',
        'within 2 business days after approval',
        'reapply after 90 days',
      ],
    },
    {
      in: [terms, communicationsCompliance],
      say: ['Consent to contact is not required to apply', 'call us instead', 'recording of calls'],
    },
    {
      in: [disclosures, disputeResolution, communicationsCompliance],
      say: ['results are not guaranteed', '4-6 hours during business hours', 'within 24 hours'],
    },
    { in: documents, say: ['Monday to Friday, 9am-5pm ET'] },
    { in: documents, say: [brand.supportPhone, brand.supportEmail, brand.streetAddress] },
    {
      in: [disclosures],
      say: [
        'uncapped',
        'you, the applicant, can choose to share the login details of your credit-monitoring service',
      ],
    },
    {
      in: [terms],
      say: [
        'you, the applicant, may share the login details of your own credit-monitoring service',
        'profile completion must reach 100% to unlock all features',
        'at least 8 characters',
      ],
    },
    {
      in: [privacy],
      say: [
        'Only applicants who choose to do so share the login',
        'We set two cookies, and scripts can read neither',
        'set only when you open someone’s referral link',
        'kept for 90 days',
        'how often each link was opened, counted by day',
        'Until you send a form, log out, or close the tab, it keeps what you have typed, but never passwords, codes,',
        'no advertising or analytics trackers',
        'We do not sell your personal data',
        'under 18',
        '7 days to change your mind',
        'documents with every earlier version and backup copy',
        'We keep a record, without your name, that it was closed',
        'a scrambled code of your email and phone',
        '30 days after the decision on your application',
        'download your data',
      ],
    },
    {
      in: [communicationsCompliance],
      say: [
        'since you can call us instead',
        'Reply STOP',
        'Reply HELP',
        'Message frequency varies',
        'Message and data rates may apply',
        'carriers are not liable for delayed or undelivered messages',
        'Telephone Consumer Protection Act (TCPA)',
        'CAN-SPAM Act',
        'before 8 a.m. or after 9 p.m. in your local time',
        'Calls may be recorded',
      ],
    },
  ]

  const statements = facts.flatMap(({ in: named, say }) =>
    named.flatMap((document) => say.map((text) => [document.title, text, document] as const)),
  )

  describe('legal documents', () => {
    it.each(statements)('%s says: %s', (_title, text, document) => {
      expect(textOf(document)).toContain(text)
    })

    it.each(documents)('$title has unique kebab-case section ids', ({ sections }) => {
      const ids = sections.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(ids.length).toBeGreaterThanOrEqual(10)
      expect(ids.length).toBeLessThanOrEqual(18)
    })

    it.each(documents)('$title has a description for search engines', ({ description }) => {
      expect(description.length).toBeGreaterThanOrEqual(120)
      expect(description.length).toBeLessThanOrEqual(170)
    })

    it.each(['title', 'description'] as const)('have five different %ss', (key) => {
      expect(new Set(documents.map((document) => document[key])).size).toBe(5)
    })

    it.each(documents)('$title has no empty section and no leftovers', (document) => {
      for (const { heading, blocks } of document.sections) {
        const lines = blocks.flatMap(linesOf)
        expect(lines.length, heading).toBeGreaterThan(0)
        for (const line of lines) expect(line.trim(), heading).not.toBe('')
      }
      expect(textOf(document)).not.toMatch(
        /lorem|coming soon|placeholder|TBD|TODO|undefined|\[|\{/i,
      )
    })

    it('are of the length a reader can expect', () => {
      for (const [document, least, most] of lengths) {
        const { length } = textOf(document).split(/\s+/)
        expect(length, document.title).toBeGreaterThanOrEqual(least)
        expect(length, document.title).toBeLessThanOrEqual(most)
      }
    })

    it.each(documents)('$title puts the warning next to each sum to earn', ({ sections }) => {
      const earnings = /\$(250|500|750|2,000|2,500|6,000|30,000)\b/
      for (const { heading, blocks } of sections) {
        const paragraphs = blocks.map((block) => linesOf(block).join('\n'))
        for (const [index, text] of paragraphs.entries()) {
          if (!earnings.test(text)) continue
          const nearby = paragraphs.slice(Math.max(0, index - 1), index + 2).join('\n')
          expect(nearby, heading).toMatch(/results are not guaranteed/i)
        }
      }
    })
  })

  describe('the version that applicants agree to', () => {
    const checksums: Record<string, string> = {
      '2026-11-01': '3b40ba223a8dd9f4e63a6c30b5d865a00edb46c0bf6f2af92fd9b5e2d6634fd5',
      '2026-11-22': 'f810e90aa823349f4089648e899bbc25894dcc180cadade8482b419e28c0e966',
      '2026-11-24': '2280e5185e30b5aba1024648dca5ffb6249e21e932689314b5e1a2abb7cead87',
      '2026-11-23': '2368ed8a0e8427ea8867db7087f9108f9d787362bc3a80743ea950ede273f787',
      '2026-11-28': '37516fb3a4615481a63b87bc0f51ee66cfde2ccdb4c2f63beb05556be0dea1cc',
      '2026-11-29': '58932edfa63a0546c73287ed308619a83a44f0eacdeb32b4e9be5fb0fa3ab052',
      '2026-11-26': '062babdd24fe0d10076ce4ba7f3850b899bc2c3d1eb47ec2fcbc3e472956c068',
      '2026-11-25': '1da99523ffb0885ddd134d6c7c9bf1412a1cf0094cab9894aae6fcefbccc1114',
    }

    it('is another one whenever the text of a legal page changes', () => {
      const checksum = createHash('sha256').update(JSON.stringify(documents)).digest('hex')
      // Changed a text? Give it a new `termsVersion` and date, and add the checksum here.
      expect(checksum).toBe(checksums[termsVersion])
    })

    it('is the date that the terms and the privacy policy show', () => {
      for (const { updated } of [terms, privacy]) {
        expect(new Date(`${updated} UTC`).toISOString().slice(0, 10)).toBe(termsVersion)
      }
    })
  })
})
