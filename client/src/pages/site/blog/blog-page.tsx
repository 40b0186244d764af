import { useSearchParams } from 'wouter'
import { articles } from '@/content/articles/all-articles'
import type { Article } from '@/content/articles/article'
import { ArticleView } from './article-view'
import { ArticleList } from './article-list'
import { useViewScroll } from './use-view-scroll'

/** The list, or one article at `?article=3`; an unknown id shows the featured article. */
export function BlogPage() {
  const [query] = useSearchParams()
  const id = query.get('article')
  const shown = id === null ? null : findArticle(id)
  useViewScroll(shown ? String(shown.id) : 'list')

  return shown ? <ArticleView article={shown} /> : <ArticleList />
}

function findArticle(id: string): Article | null {
  return articles.find((article) => String(article.id) === id) ?? articles[0] ?? null
}
