import { useSearchParams } from 'wouter'
import { useListAddress } from '@/lib/use-list-address'

const names = ['object', 'person', 'actor', 'kind'] as const
export type TrailFilter = (typeof names)[number]

/** The trail's search, filters and page; all of them are kept in the URL. */
export function useTrailFilters() {
  const address = useListAddress([])
  const [query, setQuery] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']))
  const valueOf = (name: TrailFilter) => values[name] ?? ''

  return {
    address: {
      ...address,
      isFiltered: address.isFiltered || names.some((name) => valueOf(name) !== ''),
    },
    valueOf,
    set: (name: TrailFilter, value: string) =>
      setQuery((now) => {
        const next = new URLSearchParams(now)
        for (const page of ['cursor', 'page']) next.delete(page)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      }),
    reset: () => {
      address.setSearchText('')
      setQuery({})
    },
  }
}

export type TrailFilters = ReturnType<typeof useTrailFilters>
