import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionKey } from '@/lib/query-client'

const channelName = 'session'

/** Tells the other tabs that somebody logged in or out here. */
export function announceSessionChange(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('changed')
  channel.close()
}

/**
 * Looks anew who is logged in when another tab says that it changed: one person's page must not show,
 * or take, another's documents.
 */
export function useSessionOfOtherTabs(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', () => {
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
      void queryClient.resetQueries({ queryKey: sessionKey })
    })
    return () => channel.close()
  }, [queryClient])
}
