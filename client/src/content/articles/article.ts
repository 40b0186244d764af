export type ArticleCategory = 'Credit' | 'Business' | 'Funding' | 'Partnerships'

/** In the order in which the blog shows its tabs. */
export const articleCategories: readonly ArticleCategory[] = [
  'Credit',
  'Business',
  'Funding',
  'Partnerships',
]

export interface Article {
  id: number
  category: ArticleCategory
  title: string
  summary: string
  author: string
  /** As printed, for example 'October 14, 2026'. */
  date: string
  /** As printed, for example '8 min read'. */
  readTime: string
  /** A path under `client/public`. */
  image: string
  /** Trusted HTML of our own: headings, paragraphs, lists, tables and internal links only. */
  content: string
}
