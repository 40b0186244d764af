import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { z } from '@shared/zod'
import { maxFileBytes } from '@shared/file-kinds'
import { launchBrowser, prepareBrowser } from '@tests/support/client/browser'
import { startPortalProcess } from '@tests/support/portal/portal-process'
import type { Fault } from './fault'

interface Refusal {
  status: number
  path: string
  /** Where it says that it comes from; a page cannot lie about that. */
  origin?: string
  /** Beyond what is asked for. */
  extraBytes?: number
}

const refusals: readonly Refusal[] = [
  { status: 401, path: '/api/reupload/1' },
  { status: 403, path: '/api/upload', origin: 'https://evil.example' },
  { status: 404, path: '/api/no-such-call' },
  { status: 413, path: '/api/upload', extraBytes: maxFileBytes },
  { status: 429, path: '/api/upload' },
]
const sizes = [17_000, maxFileBytes]

type Send = (
  refusal: Refusal,
  size: number,
  address: string,
) => Promise<{ status: number; text: string }>

const errorAnswer = z.object({ message: z.string().min(1), code: z.string() })

export const refusedUploads: Fault = {
  name: 'refused-uploads',
  what: 'uploads refused before their body was read, by fetch of Node and by XHR of Chromium',
  async run(report, times = 500) {
    // One call a minute is within the limits of an address.
    const portal = await startPortalProcess({ LIMITS: '0.001', TRUST_PROXY: 'loopback' })
    const browser = await launchBrowser(await prepareBrowser())
    try {
      const page = await browser.newPage()
      await page.goto(portal.origin)
      const ofPages = refusals.filter(({ origin }) => !origin)
      const results = [
        await sendAll('fetch', sendByFetch(portal.origin), refusals, times, report),
        await sendAll('XHR', sendByXhr(page), ofPages, times, report),
      ]
      return results.every(Boolean)
    } finally {
      await browser.close()
      await portal.stop()
    }
  },
}

async function sendAll(
  client: string,
  send: Send,
  kinds: readonly Refusal[],
  times: number,
  report: (line: string) => void,
): Promise<boolean> {
  let isWhole = true
  for (const size of sizes) {
    for (const refusal of kinds) {
      const count = Math.ceil(times / kinds.length)
      const lost = new Map<string, number>()
      for (let sent = 0; sent < count; sent += 1) {
        const problem = await findProblem(send, refusal, size)
        if (problem) lost.set(problem, (lost.get(problem) ?? 0) + 1)
      }
      const problems = [...lost].map(([problem, often]) => `${often} × ${problem}`)
      const figures = `${client}, ${size} bytes, ${refusal.status}: ${count} sent`
      report(`${figures}, ${problems.join(', ') || 'each answered'}`)
      if (lost.size > 0) isWhole = false
    }
  }
  return isWhole
}

async function findProblem(send: Send, refusal: Refusal, size: number): Promise<string | null> {
  const address = `10.${[...randomBytes(3)].join('.')}`
  try {
    // The first of two calls is within the limit.
    if (refusal.status === 429) await send(refusal, 1, address)
    const { status, text } = await send(refusal, size + (refusal.extraBytes ?? 0), address)
    if (status !== refusal.status) return `status ${status}`
    return errorAnswer.safeParse(JSON.parse(text)).success ? null : 'no message'
  } catch (error) {
    const { cause } = error instanceof Error ? error : {}
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    return String(code ?? error)
  }
}

const sendByFetch =
  (origin: string): Send =>
  async ({ path, origin: from = origin }, size, address) => {
    const headers = { Origin: from, 'X-Forwarded-For': address }
    const body = new FormData()
    body.append('file', new Blob([Buffer.alloc(size)]), 'a.pdf')
    const answer = await fetch(`${origin}${path}`, { method: 'POST', body, headers })
    return { status: answer.status, text: await answer.text() }
  }

/** As the portal's own pages send. */
const sendByXhr =
  (page: Page): Send =>
  async ({ path }, size, address) =>
    page.evaluate(
      ([to, bytes, forwardedFor]) =>
        new Promise<{ status: number; text: string }>((resolve, reject) => {
          const xhr = new XMLHttpRequest()
          xhr.open('POST', to)
          xhr.setRequestHeader('X-Forwarded-For', forwardedFor)
          xhr.addEventListener('load', () =>
            resolve({ status: xhr.status, text: xhr.responseText }),
          )
          xhr.addEventListener('error', () => reject(new Error('The connection was lost')))
          const form = new FormData()
          form.append('file', new File([new Uint8Array(bytes)], 'a.pdf'))
          xhr.send(form)
        }),
      [path, size, address] as const,
    )
