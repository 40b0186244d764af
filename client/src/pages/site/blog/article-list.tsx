import { useId } from 'react'
import { Link } from 'wouter'
import { articles } from '@/content/articles/all-articles'
import { articleCategories, type Article, type ArticleCategory } from '@/content/articles/article'
import { paths } from '@/lib/paths'
import { useAddress } from '@/lib/use-address'
import { useDocumentTitle } from '@/lib/use-document-title'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { Unbroken } from '@/ui/unbroken'
import { Status } from '@/ui/status'
import { PageBanner } from '../page-banner'

const categories: readonly CategoryFilter[] = ['All', ...articleCategories]

export const BlogBanner = () => (
  <PageBanner
    title="Blog & Resources"
    subtitle="Insights and guidance on credit, funding, and financial strategies"
  />
)

export function ArticleList() {
  useDocumentTitle('Blog & Resources')
  const { category, search, setFilter } = useFilter()
  const isFiltered = category !== 'All' || search.trim() !== ''
  const [featured] = articles
  const found = findArticles({ category, search })

  return (
    <>
      <BlogBanner />
      <Tabs
        value={category}
        onValueChange={(value) => setFilter({ category: value })}
        className="shell py-8 md:py-12"
      >
        <div className="grid items-end gap-x-12 gap-y-6 lg:grid-cols-[20rem_1fr]">
          <SearchBox value={search} onChange={(value) => setFilter({ search: value })} />
          <TabList label="Categories" className="max-sm:flex-wrap max-sm:gap-x-1">
            {categories.map((name) => (
              <Tab key={name} value={name}>
                {name}
              </Tab>
            ))}
          </TabList>
        </div>
        <TabPanel value={category} className="pt-10 md:pt-14">
          {featured && !isFiltered ? <FeaturedArticle article={featured} /> : null}
          <section
            aria-labelledby="articles-title"
            className={isFiltered ? undefined : 'mt-14 border-t pt-12 md:mt-20 md:pt-16'}
          >
            <h2 id="articles-title" className="text-3xl">
              {isFiltered ? 'Matching Articles' : 'Latest Articles'}
            </h2>
            <Status className={isFiltered ? 'mt-2 text-muted' : 'sr-only'}>
              {isFiltered ? formatArticleCount(found.length) : ''}
            </Status>
            {found.length > 0 ? (
              <ul className="mt-8 grid gap-x-8 gap-y-12 sm:grid-cols-2 md:mt-10 lg:grid-cols-3">
                {found.map((article) => (
                  <ArticleCard key={article.id} article={article} />
                ))}
              </ul>
            ) : (
              <EmptyState
                title="No articles found"
                description="Try another word, or look through all articles."
                action={
                  <Button
                    variant="secondary"
                    onClick={() => setFilter({ category: 'All', search: '' })}
                  >
                    Show All Articles
                  </Button>
                }
              />
            )}
          </section>
        </TabPanel>
      </Tabs>
    </>
  )
}

const formatArticleCount = (count: number) => (count === 1 ? '1 article' : `${count} articles`)

/** Search and category live in the address, so that Back from an article finds them again. */
function useFilter() {
  const address = useAddress()
  const named = address.get('category')
  const category = categories.find((name) => name.toLowerCase() === named) ?? 'All'
  const search = address.get('search')
  function setFilter(change: { category?: string; search?: string }) {
    const chosen = (change.category ?? category).toLowerCase()
    const filter = { category: chosen === 'all' ? '' : chosen, search: change.search ?? search }
    address.set(filter, { replace: true, keeps: [] })
  }
  return { category, search, setFilter }
}

function SearchBox(props: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div role="search" className="relative">
      <label htmlFor={id} className="sr-only">
        Search articles
      </label>
      <SearchIcon />
      <Input
        id={id}
        type="search"
        value={props.value}
        placeholder="Search articles..."
        className="pl-11!"
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  )
}

type CategoryFilter = ArticleCategory | 'All'

/** Every word must occur in the title, summary, author, category or text; case does not matter. */
function findArticles(filter: { category: CategoryFilter; search: string }): readonly Article[] {
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

/** Drawn here: the library's own comes with the administrator's pages. */
const SearchIcon = () => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    aria-hidden="true"
    strokeWidth={1.75}
    className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-muted"
  >
    <path d="m21 21-4.34-4.34" />
    <circle cx="11" cy="11" r="8" />
  </svg>
)

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

function ArticleCard({ article }: { article: Article }) {
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

function FeaturedArticle({ article }: { article: Article }) {
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
