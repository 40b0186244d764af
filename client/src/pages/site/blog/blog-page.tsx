import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSearchParams, Link, useLocation } from 'wouter'
import { articles } from '@/content/articles/all-articles'
import type { Article } from '@/content/articles/article'
import { paths } from '@/lib/paths'
import { useDocumentTitle } from '@/lib/use-document-title'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { unbrokenHtml } from '@/ui/unbroken'
import { ArticleCover, ArticleList, ArticleMeta, BlogBanner } from './article-list'

/** The list, or one article at `?article=3`; an unknown id shows the featured article. */
export function BlogPage() {
  const shown = useArticle()
  useViewScroll(shown ? String(shown.id) : 'list')

  return shown ? <ArticleView article={shown} /> : <ArticleList />
}

export function Opening() {
  const shown = useArticle()
  if (!shown) return <BlogBanner />
  return (
    <div className={articleLook}>
      <ArticleStart article={shown} />
    </div>
  )
}

function useArticle(): Article | null {
  const [query] = useSearchParams()
  const id = query.get('article')
  return id === null ? null : findArticle(id)
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

const articleLook = 'shell max-w-[60rem] py-6 md:py-10'

function ArticleView({ article }: { article: Article }) {
  useDocumentTitle(article.title)
  return (
    <article className={articleLook}>
      <ArticleStart article={article} />
      <ArticleBody html={article.content} />
      <footer className="mx-auto mt-14 max-w-legal border-t pt-6">
        <Link href={paths.blog} className="link inline-flex min-h-11 items-center">
          More articles
        </Link>
      </footer>
    </article>
  )
}

function ArticleStart({ article }: { article: Article }) {
  return (
    <>
      <Link href={paths.blog} className={buttonClass({ variant: 'ghost', className: '-ml-4.5' })}>
        <ArrowLeft aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        Back to Articles
      </Link>
      <header className="mx-auto mt-6 max-w-legal md:mt-10">
        <ArticleMeta article={article} />
        <h1 tabIndex={-1} className="mt-4">
          {article.title}
        </h1>
        <p className="mt-5 text-muted">
          By <span className="font-medium text-ink">{article.author}</span> · {article.date}
        </p>
      </header>
      <div className="mt-8 md:mt-12">
        <ArticleCover article={article} isFirst />
      </div>
    </>
  )
}

// Narrow screens get small type: the widest table has five columns of amounts.
const tableLook =
  '[&_table]:w-full [&_table]:text-xs sm:[&_table]:text-base [&_th]:pr-2 sm:[&_th]:pr-4 ' +
  '[&_th]:text-left [&_th]:font-medium [&_thead_th]:border-b [&_thead_th]:border-ink ' +
  '[&_thead_th]:py-2.5 [&_thead_th]:align-bottom sm:[&_thead_th]:text-sm ' +
  '[&_tbody_:is(td,th)]:border-b [&_tbody_:is(td,th)]:py-3 [&_tbody_:is(td,th)]:align-top ' +
  '[&_td]:pr-2 sm:[&_td]:pr-4'

/** Our own static HTML; its links to other pages stay inside the app. */
function ArticleBody({ html }: { html: string }) {
  const body = useRef<HTMLDivElement>(null)
  const [, navigate] = useLocation()

  useEffect(() => {
    function handleClick(event: MouseEvent) {
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const address = link?.getAttribute('href')
      if (!isPlain || !address?.startsWith('/')) return
      event.preventDefault()
      navigate(address)
    }
    const element = body.current
    element?.addEventListener('click', handleClick)
    return () => element?.removeEventListener('click', handleClick)
  }, [navigate])

  return (
    <div
      ref={body}
      className={cx('longform mx-auto mt-10 md:mt-14', tableLook)}
      dangerouslySetInnerHTML={{ __html: unbrokenHtml(html) }}
    />
  )
}
