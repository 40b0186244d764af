import { pages } from '@shared/pages'
import { originPlaceholder } from '@shared/public-origin'
import { brand } from '@/lib/brand'
import { articles } from './articles/all-articles'
import type { Article } from './articles/article'
import { faq } from './faq'

export type StructuredDataKind = 'Organization' | 'FAQPage' | 'Blog'

export function structuredData(subject: StructuredDataKind | Article): object {
  return { '@context': 'https://schema.org', ...describe(subject) }
}

function describe(subject: StructuredDataKind | Article): object {
  switch (subject) {
    case 'Organization':
      return {
        ...organization(),
        description:
          'A program that matches people who have strong credit with vetted entrepreneurs. Results are not guaranteed.',
      }
    case 'FAQPage':
      return faqPage()
    case 'Blog':
      return blog()
    default:
      return { ...posting(subject), publisher: organization() }
  }
}

const address = (path: string) => `${originPlaceholder}${path}`

function organization() {
  return {
    '@type': 'Organization',
    '@id': address('/#organization'),
    name: brand.programName,
    url: address(pages.home),
    logo: address('/icon-512.png'),
    email: brand.supportEmail,
    telephone: brand.supportPhone,
    address: brand.streetAddress,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: brand.supportEmail,
      telephone: brand.supportPhone,
      areaServed: 'US',
      availableLanguage: 'English',
    },
  }
}

function faqPage() {
  return {
    '@type': 'FAQPage',
    url: address(pages.support),
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

function blog() {
  return {
    '@type': 'Blog',
    name: `${brand.portalName}: Blog & Resources`,
    url: address(pages.blog),
    publisher: organization(),
    blogPost: articles.map(posting),
  }
}

function posting(article: Article) {
  const url = address(`${pages.blog}?article=${article.id}`)
  return {
    '@type': 'BlogPosting',
    '@id': url,
    url,
    mainEntityOfPage: url,
    headline: article.title,
    description: article.summary,
    articleSection: article.category,
    datePublished: isoDate(article.date),
    author: { '@type': 'Person', name: article.author },
    image: address(`/social/article-${article.id}.png`),
  }
}

/** 'October 14, 2026' as '2026-10-14'. */
function isoDate(printed: string): string {
  return new Date(`${printed} UTC`).toISOString().slice(0, 10)
}
