import type { Article } from '@/content/articles/article'
import { paths } from '@/lib/paths'

/** An article's own address, on the blog's page. */
export const articlePath = ({ id }: Pick<Article, 'id'>): string => `${paths.blog}?article=${id}`
