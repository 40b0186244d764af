import { useLocation, useSearch } from 'wouter'

interface SetOptions {
  replace?: boolean
  /** Parameters to keep; all others end. Without it all are kept. */
  keeps?: readonly string[]
  /** Otherwise the entry's own state stays: a list keeps there the way back to earlier pages. */
  state?: unknown
}

/** The page of the address: a trailing slash leads to the same one, another case does not, as on the server. */
export function usePagePath(): string {
  const [path] = useLocation()
  return path.replace(/([^/])\/$/, '$1')
}

/** The query of the address, and the one way to change it. */
export function useAddress() {
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())

  /** A parameter that is set to an empty text is left out. */
  function set(changes: Readonly<Record<string, string>>, options: SetOptions = {}) {
    const { replace = false, keeps, state = keeps ? null : window.history.state } = options
    // Where the address is now: an answer may come after it was changed, or left.
    const { pathname, search, hash } = window.location
    if (pathname !== path) return
    const kept = [...new URLSearchParams(search)].filter(([name]) => !keeps || keeps.includes(name))
    const next = new URLSearchParams(kept)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    navigate(`${path}${next.size > 0 ? `?${next}` : ''}${hash}`, { replace, state })
  }

  return { get: (name: string) => query.get(name) ?? '', set }
}
