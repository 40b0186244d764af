import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { createQueryClient } from '../../../client/src/lib/query-client'
import { Toaster } from '../../../client/src/ui/toast'

/** Renders a page at an address, with what the app gives every page. */
export function renderPage(page: ReactNode, path = '/') {
  window.history.replaceState(null, '', path)
  const user = userEvent.setup()
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      {page}
      <Toaster />
    </QueryClientProvider>,
  )
  return { user, ...view }
}

interface Call {
  method: string
  path: string
  body: unknown
}

/** Stands at the network edge: answers `METHOD /path` as told and records every call. */
export function stubFetch(answers: Record<string, { status?: number; body: unknown }> = {}) {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    calls.push({ method, path: input, body })
    const answer = answers[`${method} ${input}`]
    return answer
      ? new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 })
      : new Response(JSON.stringify({ message: 'Not found', code: 'not_found' }), { status: 404 })
  })
  return calls
}
