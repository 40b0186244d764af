import { Link } from 'wouter'
import type { Article } from '@/content/articles/article'
import { buttonClass } from '@/ui/button'
import { Unbroken } from '@/ui/unbroken'
import { ArticleCover, ArticleMeta } from './article-card'
import { articlePath } from './article-path'

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
