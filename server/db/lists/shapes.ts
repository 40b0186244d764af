import type { Values } from '../kept-statement'
import { parseSearch, type SearchTerms } from './search'
import { leavePartOpen } from './search-parts'
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
  const { words: searched, phone, ...kind } = parseSearch(search)
  const open = (name: string, text: string) => ({
    whole: leaveOpen(values, name, text),
    part: leavePartOpen(values, name, text),
  })
  return {
    ...words,
    from: from && leaveOpen(values, 'from', from),
    to: to && leaveOpen(values, 'to', to),
    userId: userId && leaveOpen(values, 'userId', userId),
    search: {
      ...kind,
      words: searched.map((spellings, word) =>
        spellings.map(({ whole }, spelling) => open(`word${word}.${spelling}`, whole)),
      ),
      phone: phone && open('phone', phone.whole),
    },
  }
}
