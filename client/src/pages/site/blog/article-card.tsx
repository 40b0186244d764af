import { Link } from 'wouter'
import type { Article } from '@/content/articles/article'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { Unbroken } from '@/ui/unbroken'

/** Sized as it is drawn, so that nothing moves when it arrives. */
export function ArticleCover({
  article,
  isFirst = false,
}: {
  article: Article
  isFirst?: boolean
}) {
  return (
    <img
      src={article.image}
      alt=""
      width={1200}
      height={675}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      className="h-auto w-full rounded-xl border"
    />
  )
}

export function ArticleMeta({ article }: { article: Article }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-sm">
      <span className="font-medium text-brass-text">{article.category}</span>
      <span className="text-muted">{article.readTime}</span>
    </p>
  )
}

export function ArticleCard({ article }: { article: Article }) {
  return (
    <li>
      <article className="flex h-full flex-col" aria-labelledby={`article-${article.id}`}>
        <ArticleCover article={article} />
        <div className="mt-5">
          <ArticleMeta article={article} />
        </div>
        <h3 id={`article-${article.id}`} className="mt-2">
          {article.title}
        </h3>
        <p className="mt-3 line-clamp-3 text-muted">
          <Unbroken>{article.summary}</Unbroken>
        </p>
        <p className="mt-auto flex flex-wrap items-center justify-between gap-x-4 pt-4 text-sm">
          <span className="text-muted">{article.author}</span>
          <Link
            href={articlePath(article)}
            aria-label={`Read More: ${article.title}`}
            className="link inline-flex min-h-11 items-center font-medium"
          >
            {/* Search engines read a link's text, not its label. */}
            Read More<span className="sr-only">: {article.title}</span>
          </Link>
        </p>
      </article>
    </li>
  )
}

export function FeaturedArticle({ article }: { article: Article }) {
  return (
    <section aria-labelledby="featured-title">
      <h2 id="featured-title" className="text-3xl">
        Featured Article
      </h2>
      <article className="mt-8 grid items-center gap-x-14 gap-y-7 md:mt-10 lg:grid-cols-[1.35fr_1fr]">
        <ArticleCover article={article} isFirst />
        <div>
          <ArticleMeta article={article} />
          <h3 className="mt-3 text-2xl">{article.title}</h3>
          <p className="mt-4 text-muted">
            <Unbroken>{article.summary}</Unbroken>
          </p>
          <p className="mt-4 text-sm text-muted">{article.author}</p>
          <Link
            href={articlePath(article)}
            className={buttonClass({ className: 'mt-6 max-sm:w-full' })}
          >
            Read Full Article
          </Link>
        </div>
      </article>
    </section>
  )
}

const articlePath = ({ id }: Pick<Article, 'id'>): string => `${paths.blog}?article=${id}`
