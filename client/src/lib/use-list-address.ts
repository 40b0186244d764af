import { useEffect, useEffectEvent, useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { startOfDay } from './days'
import { useAddress } from './use-address'

const debounceMs = 300
export const defaultSort = 'newest'

/** The cursors of the pages that lead to this one. The browser keeps them with its own Back. */
interface Trail {
  trail: readonly string[]
}

/** The values that a filter knows, or 'any'. */
type Filters = Readonly<Record<string, readonly string[] | 'any'>>

interface ListOptions {
  /** Any other status in the address is left out. */
  statuses?: readonly string[]
  /** The orders in addition to newest first. */
  sorts?: readonly string[]
  filters?: Filters
  /** Filters that only links set: they don't count as filters of the reader, and outlive a reset. */
  linked?: Filters
}

/**
 * A list's search, filters, order, page and opened row, kept in the address, so that Back, reload and
 * a pasted link restore the view. Typing changes the address after a pause; a new search or filter
 * starts at the first page again.
 */
export function useListAddress(options: ListOptions = {}) {
  const { statuses = [], sorts = [], filters = {}, linked = {} } = options
  const { get, set } = useAddress()
  const search = get('search')
  const [searchText, setSearchText] = useState(search)
  const [lastSearch, setLastSearch] = useState(search)
  const trail = useHistoryState<Trail | null>()?.trail ?? []

  // Back or a link changed the search: the box follows. What the box itself wrote is known already.
  if (lastSearch !== search) {
    setLastSearch(search)
    setSearchText(search)
  }

  function change(
    changes: Record<string, string>,
    { replace = false, trail: wanted = [] }: { replace?: boolean; trail?: readonly string[] } = {},
  ) {
    const state: Trail = { trail: wanted }
    set(changes, { replace, state })
  }

  /** Another part of the list begins at its first page, with no row open. */
  const narrow = (changes: Record<string, string>) => change({ ...firstPage, open: '', ...changes })

  const wanted = searchText.trim()
  const searchFor = useEffectEvent((text: string) => {
    setLastSearch(text)
    change({ search: text, ...firstPage }, { replace: true })
  })
  useEffect(() => {
    if (wanted === search) return undefined
    const timer = setTimeout(() => searchFor(wanted), debounceMs)
    return () => clearTimeout(timer)
  }, [wanted, search])

  const readFilters = (known: Filters) =>
    Object.fromEntries(
      Object.entries(known).map(([name, values]) => {
        const value = get(name)
        return [name, values === 'any' || values.includes(value) ? value : '']
      }),
    )
  const status = statuses.find((known) => known === get('status')) ?? ''
  const own = readFilters(filters)
  const values = { ...own, ...readFilters(linked) }
  const cursor = get('cursor')
  const page = cursor ? Math.max(1, Math.trunc(Number(get('page'))) || 1) : 1
  const from = readDay(get('from'))
  const to = readDay(get('to'))
  const sort = sorts.includes(get('sort')) ? get('sort') : defaultSort

  return {
    search,
    status,
    /** The other filters, by name. */
    filters: values,
    /** Days, the last one included; either may be empty. */
    from,
    to,
    sort,
    cursor,
    /** 1 where it is not known. */
    page,
    open: get('open'),
    /** The query for the API. */
    request: {
      search,
      status,
      ...values,
      sort: sort === defaultSort ? '' : sort,
      from: startOfDay(from)?.toISOString() ?? '',
      to: startOfDay(to, 1)?.toISOString() ?? '',
      cursor,
    },
    /** The text in the box, before the pause. */
    searchText,
    setSearchText,
    narrow,
    sortBy: (order: string) => narrow({ sort: order === defaultSort ? '' : order }),
    /** With `keepsOpen` the row stays open until one of the next page is. */
    showNextPage: (next: string, { keepsOpen = false } = {}) =>
      change(
        { cursor: next, page: String(page + 1), ...(keepsOpen ? {} : { open: '' }) },
        { trail: [...trail, cursor] },
      ),
    /** Null on the first page, and on one that a link led to: no one knows what came before. */
    showPreviousPage:
      trail.length === 0
        ? null
        : ({ keepsOpen = false } = {}) =>
            change(
              {
                cursor: trail.at(-1) ?? '',
                page: page > 2 ? String(page - 1) : '',
                ...(keepsOpen ? {} : { open: '' }),
              },
              { trail: trail.slice(0, -1) },
            ),
    // Going from row to row is one step for Back.
    showRow: (id: string) =>
      change({ open: id }, { replace: id !== '' && get('open') !== '', trail }),
    reset: () => {
      setSearchText('')
      setLastSearch('')
      const ended = Object.fromEntries(Object.keys(filters).map((name) => [name, '']))
      narrow({ ...ended, search: '', status: '', from: '', to: '', sort: '' })
    },
    isFiltered: Boolean(search || status || from || to) || Object.values(own).some(Boolean),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>

const firstPage = { cursor: '', page: '' }

const readDay = (text: string) => (text && startOfDay(text) ? text : '')
