import type { Values } from '../kept-statement'
import { parseSearch, type SearchTerms, type Term } from './search'
import { leaveOpen, type Value } from './values'

/** What narrows a list, and which page of it. Everything else in a query is a word of a fixed list. */
interface Narrowing {
  search?: string
  from?: Date | undefined
  to?: Date | undefined
  userId?: number | undefined
  limit?: unknown
  cursor?: unknown
}

/** What narrows a list, with the values of a query or with places for them. */
export type Shape<Query> = Omit<Query, keyof Narrowing> & {
  search: SearchTerms
  from?: Value<Date> | undefined
  to?: Value<Date> | undefined
  userId?: Value<number> | undefined
}

/** With the query's values. */
export function closedShape<Query extends Narrowing>(query: Query): Shape<Query> {
  const { search = '', from, to, userId, limit: _limit, cursor: _cursor, ...words } = query
  return { ...words, from, to, userId, search: parseSearch(search) }
}

/** With places for the query's values, which are put into `values`. */
export function openShape<Query extends Narrowing>(query: Query, values: Values): Shape<Query> {
  const { search = '', from, to, userId, limit: _limit, cursor: _cursor, ...words } = query
  return {
    ...words,
    from: from && leaveOpen(values, 'from', from),
    to: to && leaveOpen(values, 'to', to),
    userId: userId && leaveOpen(values, 'userId', userId),
    search: openTerms(parseSearch(search), values),
  }
}

/** The values that terms have in a statement. */
export function termValues(terms: SearchTerms<string>): Values {
  const values: Values = {}
  openTerms(terms, values)
  return values
}

/** With places for the texts of terms, which are put into `values`. */
function openTerms({ words, phone, isIndexed }: SearchTerms<string>, values: Values): SearchTerms {
  const open = (name: string, { whole, part = null, isPhone = false }: Term<string>) => ({
    isPhone,
    whole: leaveOpen(values, name, whole),
    part: leaveOpen(values, `part.${name}`, part),
  })
  return {
    isIndexed,
    words: words.map((spellings, word) =>
      spellings.map((term, spelling) => open(`word${word}.${spelling}`, term)),
    ),
    phone: phone && open('phone', phone),
  }
}
