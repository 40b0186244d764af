import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { StrictMode, type ReactElement } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetSession } from '@/lib/known-session'
import { createQueryClient } from '@/lib/query-client'
import { Toaster } from '@/ui/toast'
import { dismissToast, getToasts } from '@/lib/toast-store'
import { TooltipProvider } from '@/ui/tooltip'

interface FakeAnswer {
  status?: number
  statusText?: string
  body?: unknown
  /** Instead of a body: what is no JSON. */
  text?: string
  headers?: Record<string, string>
}

/** What a call is answered with; throwing is a lost connection. */
type FakeCall = (call: { url: URL; body: unknown }) => FakeAnswer

/** The server's side, in memory: answers by 'METHOD /path', and notes what was called. */
export function installFakeApi() {
  const api = {
    calls: [] as string[],
    routes: {} as Record<string, FakeCall>,
    /** How often one call was made. */
    count: (call: string) => api.calls.filter((made) => made === call).length,
  }

  function answer(method: string, address: string, body: unknown): FakeAnswer {
    const url = new URL(address, 'http://localhost')
    const call = `${method} ${url.pathname}`
    api.calls.push(call)
    const route = api.routes[call]
    if (!route) return { status: 404, body: { message: 'Not found.', code: 'not_found' } }
    return route({ url, body })
  }

  async function fakeFetch(address: string, init: { method?: string; body?: string } = {}) {
    const body: unknown = init.body === undefined ? undefined : JSON.parse(init.body)
    const answered = answer(init.method ?? 'GET', address, body)
    const { status = 200, statusText = '', headers = {} } = answered
    return new Response(readText(answered), { status, statusText, headers })
  }

  /** Uploads answer at once, or fail as a lost connection does. */
  class FakeXhr extends EventTarget {
    upload = new EventTarget()
    status = 0
    statusText = ''
    responseText = ''
    withCredentials = false
    private path = ''
    open(_method: string, path: string) {
      this.path = path
    }
    send() {
      queueMicrotask(() => {
        try {
          const answered = answer('POST', this.path, undefined)
          this.status = answered.status ?? 200
          this.statusText = answered.statusText ?? ''
          this.responseText = readText(answered)
          this.dispatchEvent(new Event('load'))
        } catch {
          this.dispatchEvent(new Event('error'))
        }
      })
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
  }

  beforeEach(() => {
    api.calls = []
    api.routes = {}
    vi.stubGlobal('fetch', fakeFetch)
    vi.stubGlobal('XMLHttpRequest', FakeXhr)
    // A new tab is none of these tests' business.
    vi.spyOn(window, 'open').mockReturnValue(null)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    for (const { id } of getToasts()) dismissToast(id)
    forgetSession()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return api
}

const readText = ({ body, text }: FakeAnswer) => text ?? JSON.stringify(body ?? {})

/** From now on calls wait, as on a slow connection, until what it returns is called. */
export function holdFetch(): () => void {
  const controller = new AbortController()
  const held = new Promise((resolve) => controller.signal.addEventListener('abort', resolve))
  const fetchNow = globalThis.fetch
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    await held
    return fetchNow(...call)
  })
  return () => controller.abort()
}

/** One page of a list, as the API answers it. */
export const fakePage = (rows: readonly unknown[]): FakeAnswer => ({
  body: rows,
  headers: { 'X-Total-Count': String(rows.length) },
})

/** A refusal in the API's own form. */
export const fakeRefusal = (status: number, message: string): FakeAnswer => ({
  status,
  body: { message, code: 'refused' },
})

const badGateway = { status: 502, statusText: 'Bad Gateway' }

/** Refusals with nothing in them that the portal has said, as HTTP/1.1 carries them. */
export const wordlessFailures = [
  { failure: 'JSON without a message', answer: { ...badGateway, body: { code: 'bad_gateway' } } },
  {
    failure: 'the page of a proxy',
    answer: { ...badGateway, text: '<html><h1>502 Bad Gateway</h1><hr>nginx</html>' },
  },
]

/** Shows a page as the app does, at an address, with its toasts. */
export function renderAt(address: string, page: ReactElement) {
  window.history.replaceState(null, '', address)
  return render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <TooltipProvider>
          {page}
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** Title and description of the toast on the screen. */
export function shownToast(): string[] {
  const card = document.querySelector('li[data-variant]')
  const texts = card ? [...card.querySelectorAll('div > div')].map((one) => one.textContent) : []
  return texts.filter((text) => text !== '')
}
