import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { dismissToast, getToasts } from '@/lib/toast-store'

/**
 * Takes an error off the screen once it is history: when the next thing is sent, and when another tab
 * or row of the same page is shown. (A redirect may be what the error explains, so it stays then.)
 */
export function StaleErrors() {
  const queryClient = useQueryClient()
  const [path] = useLocation()
  const search = useSearch()
  const shown = useRef({ path, search })

  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'pending') dismissErrors()
      }),
    [queryClient],
  )

  useEffect(() => {
    if (shown.current.path === path && shown.current.search !== search) dismissErrors()
    shown.current = { path, search }
  }, [path, search])

  return null
}

function dismissErrors() {
  for (const { id, variant } of getToasts()) if (variant === 'destructive') dismissToast(id)
}
