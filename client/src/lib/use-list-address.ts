import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'

const debounceMs = 300

/**
 * A list's search, filter, page and opened row, kept in the address, so that Back, reload and a
 * pasted link restore the view. Typing changes the address after a pause; a new search or filter
 * starts at the first page again.
 */
export function useListAddress() {
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const search = query.get('search') ?? ''
  const [searchText, setSearchText] = useState(search)
  const [lastSearch, setLastSearch] = useState(search)

  // Back or a link changed the search: the box follows. What the box itself wrote is known already.
  if (lastSearch !== search) {
    setLastSearch(search)
    setSearchText(search)
  }

  function change(changes: Record<string, string>, options: { replace: boolean }) {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    navigate(next.size > 0 ? `${path}?${next}` : path, options)
  }

  const wanted = searchText.trim()
  const searchFor = useEffectEvent((text: string) => {
    setLastSearch(text)
    change({ search: text, cursor: '' }, { replace: true })
  })
  useEffect(() => {
    if (wanted === search) return undefined
    const timer = setTimeout(() => searchFor(wanted), debounceMs)
    return () => clearTimeout(timer)
  }, [wanted, search])

  return {
    search,
    status: query.get('status') ?? '',
    cursor: query.get('cursor') ?? '',
    open: query.get('open') ?? '',
    /** As it stands in the box, before the pause. */
    searchText,
    setSearchText,
    filter: (status: string) => change({ status, cursor: '', open: '' }, { replace: false }),
    showPage: (cursor: string) => change({ cursor, open: '' }, { replace: false }),
    // Going from row to row is one step for Back.
    showRow: (id: string) => change({ open: id }, { replace: id !== '' && query.has('open') }),
    reset: () => {
      setSearchText('')
      setLastSearch('')
      change({ search: '', status: '', cursor: '', open: '' }, { replace: false })
    },
    isFiltered: Boolean(search || query.get('status')),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>
