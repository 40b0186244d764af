import { useEffect, useState } from 'react'
import { token as tokenSchema } from '@shared/text'

/** The token comes in the fragment, which no server, log or mail scanner's request gets to see. */
function readToken(schema: typeof tokenSchema): string | null {
  const given = new URLSearchParams(window.location.hash.slice(1)).get('token')
  const parsed = schema.safeParse(given)
  return parsed.success ? parsed.data : null
}

/** The token of the mailed link that led to this page, null without one; and a way to drop it. */
export function useLinkToken(schema = tokenSchema): [token: string | null, drop: () => void] {
  const [token, setToken] = useState(() => readToken(schema))

  // The link may be opened in a tab that already shows this page.
  useEffect(() => {
    const handleChange = () => setToken(readToken(schema))
    window.addEventListener('hashchange', handleChange)
    return () => window.removeEventListener('hashchange', handleChange)
  }, [schema])

  return [token, () => setToken(null)]
}
