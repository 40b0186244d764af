import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from '@shared/zod'
import { pages } from '@shared/pages'
import { originPlaceholder } from '@shared/public-origin'
import { articles } from './articles/all-articles'
import { faq } from './faq'
import { pageHeads, type PageHead } from './page-heads'

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
