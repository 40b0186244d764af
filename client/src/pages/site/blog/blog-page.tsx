import { useSearchParams } from 'wouter'
import { useEffect, useRef } from 'react'
import { articles } from '@/content/articles/all-articles'
import type { Article } from '@/content/articles/article'
import { ArticleView } from './article-view'
import { ArticleList } from './article-list'

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

/**
 * List and article share one path, so going from one to the other is no new page to the router: the
 * view starts at the top and focus moves to its heading. Back leaves scrolling to the browser.
 */
function useViewScroll(view: string): void {
  const previous = useRef(view)
  const isTraversal = useRef(false)

  useEffect(() => {
    const remember = () => {
      isTraversal.current = true
    }
    // Before the router's own listener, which may render synchronously.
    window.addEventListener('popstate', remember, { capture: true })
    return () => window.removeEventListener('popstate', remember, { capture: true })
  }, [])

  useEffect(() => {
    if (previous.current === view) return
    previous.current = view
    if (!isTraversal.current) window.scrollTo(0, 0)
    isTraversal.current = false
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [view])
}
