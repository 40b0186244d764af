import { useEffect } from 'react'
import { useLocation } from 'wouter'

/** Goes to another page after a while; a null path waits for nothing. */
export function useRedirectAfter(path: string | null, delayMs: number): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (path === null) return undefined
    const timer = setTimeout(() => navigate(path), delayMs)
    return () => clearTimeout(timer)
  }, [path, delayMs, navigate])
}
