import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { articles } from './articles/all-articles'
import { articleCategories } from './articles/article'
import { faq } from './faq'

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
