import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { startOfDay } from './days'

const debounceMs = 300
export const defaultSort = 'newest'

/** The cursors of the pages that lead to this one. The browser keeps them with its own Back. */
interface Trail {
  trail: readonly string[]
}

/**
 * A list's search, filters, order, page and opened row, kept in the address, so that Back, reload and
 * a pasted link restore the view. Typing changes the address after a pause; a new search or filter
 * starts at the first page again. A status that is none of the list's is left out; `sorts` are the orders that it knows
 * in addition to newest first.
 */
export function useListAddress(statuses: readonly string[], sorts: readonly string[] = []) {
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const search = query.get('search') ?? ''
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
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const state: Trail = { trail: wanted }
    navigate(next.size > 0 ? `${path}?${next}` : path, { replace, state })
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

  const status = statuses.find((known) => known === query.get('status')) ?? ''
  const kind = query.get('kind') === 'referrer' ? 'referrer' : ''
  const cursor = query.get('cursor') ?? ''
  const page = cursor ? Math.max(1, Math.trunc(Number(query.get('page'))) || 1) : 1
  const from = readDay(query.get('from'))
  const to = readDay(query.get('to'))
  const given = query.get('sort') ?? ''
  const sort = sorts.includes(given) ? given : defaultSort

  return {
    search,
    status,
    /** Of the list of people: partners, where it is empty. */
    kind,
    /** Days, the last one included; either may be empty. */
    from,
    to,
    sort,
    cursor,
    /** 1 where it is not known. */
    page,
    open: query.get('open') ?? '',
    /** What to ask the API for. */
    request: {
      search,
      status,
      kind,
      sort: sort === defaultSort ? '' : sort,
      from: startOfDay(from)?.toISOString() ?? '',
      to: startOfDay(to, 1)?.toISOString() ?? '',
      cursor,
    },
    /** The text in the box, before the pause. */
    searchText,
    setSearchText,
    filter: (wantedStatus: string) => narrow({ status: wantedStatus }),
    filterKind: (wantedKind: string) => narrow({ kind: wantedKind }),
    filterDays: (days: { from: string; to: string }) => narrow(days),
    sortBy: (order: string) => narrow({ sort: order === defaultSort ? '' : order }),
    showFirstPage: () => narrow({}),
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
      change({ open: id }, { replace: id !== '' && query.has('open'), trail }),
    reset: () => {
      setSearchText('')
      setLastSearch('')
      narrow({ search: '', status: '', kind: '', from: '', to: '', sort: '' })
    },
    isFiltered: Boolean(search || status || kind || from || to),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>

const firstPage = { cursor: '', page: '' }

const readDay = (text: string | null) => (text && startOfDay(text) ? text : '')
