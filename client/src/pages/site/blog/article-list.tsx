import { useId } from 'react'
import { articles } from '@/content/articles/all-articles'
import { articleCategories, type Article, type ArticleCategory } from '@/content/articles/article'
import { useAddress } from '@/lib/use-address'
import { useDocumentTitle } from '@/lib/use-document-title'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { PageBanner } from '../page-banner'
import { ArticleCard, FeaturedArticle } from './article-card'

const categories: readonly CategoryFilter[] = ['All', ...articleCategories]

export function ArticleList() {
  useDocumentTitle('Blog & Resources')
  const { category, search, setFilter } = useFilter()
  const isFiltered = category !== 'All' || search.trim() !== ''
  const [featured] = articles
  const found = findArticles({ category, search })

  return (
    <>
      <PageBanner
        title="Blog & Resources"
        subtitle="Insights and guidance on credit, funding, and financial strategies"
      />
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
            <p role="status" className={isFiltered ? 'mt-2 text-muted' : 'sr-only'}>
              {isFiltered ? formatArticleCount(found.length) : ''}
            </p>
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
