import type { Article, ArticleCategory } from '@/content/articles/article'

export type CategoryFilter = ArticleCategory | 'All'

/** Every word must occur in the title, summary, author, category or text; case does not matter. */
export function findArticles(
  articles: readonly Article[],
  filter: { category: CategoryFilter; search: string },
): readonly Article[] {
  const words = plain(filter.search).split(/\s+/).filter(Boolean)
  return articles.filter((article) => {
    if (filter.category !== 'All' && article.category !== filter.category) return false
    const text = searchText(article)
    return words.every((word) => text.includes(word))
  })
}

function searchText({ title, summary, author, category, content }: Article): string {
  const prose = content.replace(/<[^>]+>/g, ' ')
  return plain(`${title} ${summary} ${author} ${category} ${prose}`)
}

/** Keyboards have straight quotes only. */
const plain = (text: string) => text.toLowerCase().replace(/[‘’]/g, "'").replace(/[“”]/g, '"')
