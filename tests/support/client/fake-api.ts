import { cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { BulkCheck } from '@shared/bulk-runs'
import type { DecisionBasis } from '@shared/review'
import { forgetSession } from '@/lib/session-hint'
import { resetStores } from '@/lib/store'

export interface FakeAnswer {
  status?: number
  statusText?: string
  body?: unknown
  /** Instead of a body: what is no JSON. */
  text?: string
  headers?: Record<string, string>
}

/** What a call is answered with; throwing is a lost connection. */
type FakeCall = (call: { url: URL; body: unknown }) => FakeAnswer

/** By 'METHOD /path', with the query string where the answer depends on it. */
export type FakeRoutes = Record<string, FakeAnswer | FakeCall>

interface FakeRequest {
  method: string
  /** With its query string. */
  path: string
  /** A file where one was uploaded. */
  body: unknown
}

/** Nothing speaks against an approval, and nothing is settled with it. */
const unopposed: DecisionBasis = { settles: null, finding: null, concerns: [] }

const noneOpposed: BulkCheck = { total: 0, concerns: {} }

/** The server's side, in memory: answers calls, and notes what was called. */
export function installFakeApi() {
  const api = {
    calls: [] as string[],
    requests: [] as FakeRequest[],
    routes: {} as FakeRoutes,
    /** How often one call was made. */
    count: (call: string) => api.calls.filter((made) => made === call).length,
  }

  function answer(method: string, address: string, body: unknown): FakeAnswer {
    const url = new URL(address, 'http://localhost')
    const call = `${method} ${url.pathname}`
    api.calls.push(call)
    api.requests.push({ method, path: address, body })
    const route = api.routes[`${method} ${address}`] ?? api.routes[call]
    if (!route && call.startsWith('GET /api/admin/decision-basis/')) return { body: unopposed }
    if (!route && call === 'GET /api/admin/users/verdicts') return { body: [] }
    if (!route && call === 'POST /api/admin/bulk-runs/check') return { body: noneOpposed }
    if (!route) return { status: 404, body: { message: 'Not found.', code: 'not_found' } }
    return typeof route === 'function' ? route({ url, body }) : route
  }

  async function fakeFetch(address: string, init: { method?: string; body?: string } = {}) {
    const body: unknown = init.body === undefined ? undefined : JSON.parse(init.body)
    const answered = answer(init.method ?? 'GET', address, body)
    const { status = 200, statusText = '', headers = {} } = answered
    return new Response(readText(answered), { status, statusText, headers })
  }

  /** Uploads answer immediately, or fail as a lost connection does. */
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
    setRequestHeader() {}
    send(form: FormData) {
      queueMicrotask(() => {
        try {
          const answered = answer('POST', this.path, form.get('file'))
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

  const letTimePass = passTimeWithKeys()
  beforeEach(() => {
    letTimePass.begin()
    api.calls = []
    api.requests = []
    api.routes = {}
    vi.stubGlobal('fetch', fakeFetch)
    vi.stubGlobal('XMLHttpRequest', FakeXhr)
    // No test needs a real new tab.
    vi.spyOn(window, 'open').mockReturnValue(null)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    // While a page is still there, it may make another call.
    cleanup()
    resetStores()
    forgetSession()
    letTimePass.end()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return api
}

/** On the clock, a second passes before each key: pressed at once, they would be a text and not commands. */
function passTimeWithKeys() {
  let passedMs = 0
  const pass = () => {
    passedMs += 1_000
  }
  return {
    begin() {
      const now = performance.now.bind(performance)
      vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
      window.addEventListener('keydown', pass, { capture: true })
    },
    end: () => window.removeEventListener('keydown', pass, { capture: true }),
  }
}

const readText = ({ body = {}, text }: FakeAnswer) => text ?? JSON.stringify(body)

/** From now on calls of a path wait, as on a slow connection, until what it returns is called. */
export function holdFetch(path = ''): () => void {
  const controller = new AbortController()
  const held = new Promise((resolve) => controller.signal.addEventListener('abort', resolve))
  const fetchNow = globalThis.fetch
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const [address] = call
    if (!path || (typeof address === 'string' && address.startsWith(path))) await held
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

/** Title and description of the toast on the screen. */
export function shownToast(): string[] {
  const region = findToasts()
  const [toast] = region ? within(region).queryAllByRole('listitem') : []
  const texts = toast ? [...toast.querySelectorAll('div')].filter(isText) : []
  return texts.map((text) => text.textContent)
}

/** Presses a button of the toast on the screen as soon as it is there: a toast goes while a busy machine looks for it. */
export async function pressInToast(name: string): Promise<void> {
  const findButton = () => within(findToasts() ?? document.body).getByRole('button', { name })
  fireEvent.click(await waitFor(findButton))
}

// By role, a search through a whole page takes long.
const findToasts = () => document.querySelector<HTMLElement>('[role=region][aria-label^=Messages]')

const isText = (element: Element) => element.childElementCount === 0 && element.textContent !== ''
