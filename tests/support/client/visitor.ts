import { randomInt } from 'node:crypto'
import {
  request,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { launchBrowser } from './browser'
import { listenToAnnouncer } from './hear'
import { watchRequests } from './open-requests'
import { watchFocus } from './watch-focus'

export interface Visitor {
  page: Page
  context: BrowserContext
  /** For a journey that provokes a failure: what the consoles may say of it. */
  allow: (line: RegExp) => void
}

/** The browser's own line for an answer that a page expects. */
const expectedLine = /^Failed to load resource: the server responded with a status of (401|404)/

/** Serves all files that a worker runs, and ends with it. */
let keptBrowser: Browser | undefined

async function keepBrowser(): Promise<Browser> {
  if (!keptBrowser?.isConnected()) keptBrowser = await launchBrowser(inject('browser'))
  return keptBrowser
}

/** People come from different networks: those of one are held to be one person. */
const fromElsewhere = () => ({
  'X-Forwarded-For': [randomInt(20, 100), randomInt(256), randomInt(256), 1].join('.'),
})

/**
 * Opens a new connection for each call. The server may close an idle one just as it is reused: a browser retries the
 * call, Playwright's own client fails.
 */
function takeNewConnections(session: APIRequestContext): void {
  const fetch = session.fetch.bind(session)
  session.fetch = (to, options) =>
    fetch(to, { ...options, headers: { ...options?.headers, Connection: 'close' } })
}

const openedSessions: APIRequestContext[] = []

/** A session without a window, for what someone did before anyone looks. It ends with its journey. */
export async function openSession(baseURL = inject('origin')): Promise<APIRequestContext> {
  const session = await request.newContext({ baseURL, extraHTTPHeaders: fromElsewhere() })
  takeNewConnections(session)
  openedSessions.push(session)
  return session
}

/** What a failed journey was looking at: the address and the beginning of the text of each page. */
async function describePages(contexts: BrowserContext[]): Promise<string> {
  const pages = contexts.flatMap((context) => context.pages())
  const texts = pages.map(async (page) => {
    const text = await page.evaluate(() => document.body.innerText).catch(String)
    return `${page.url()}\n${text.slice(0, 1500)}`
  })
  return (await Promise.all(texts)).join('\n\n')
}

/** What a journey answers itself it may be answering still: that fails without anyone to be told. */
async function closeContext(context: BrowserContext): Promise<void> {
  for (const routed of [...context.pages(), context]) {
    // Some journeys close their window themselves.
    await routed.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined)
  }
  await context.close()
}

interface VisitorOptions extends BrowserContextOptions {
  /** The window stays open until the last journey of the file, for journeys that only look. */
  staysOpen?: boolean
}

/**
 * For a file of journeys: a browser, and a function that opens a person's own window in it. After
 * each journey nothing may be logged in any console, and no content may have been refused by policy.
 */
export function setUpVisitors(): (options?: VisitorOptions) => Promise<Visitor> {
  let browser: Browser
  let contexts: BrowserContext[] = []
  const openContexts: BrowserContext[] = []
  let problems: string[] = []
  let allowed: RegExp[] = []

  beforeAll(async () => {
    browser = await keepBrowser()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      console.error(await describePages([...contexts, ...openContexts]))
    await Promise.all(contexts.map(closeContext))
    contexts = []
    await Promise.all(openedSessions.splice(0).map((session) => session.dispose()))
    const seen = problems.filter((problem) => !allowed.some((line) => line.test(problem)))
    problems = []
    allowed = []
    expect(seen).toEqual([])
  })
  afterAll(async () => {
    await Promise.all(openContexts.map(closeContext))
  })

  return async ({ staysOpen = false, ...options } = {}) => {
    const context = await browser.newContext({
      baseURL: inject('origin'),
      extraHTTPHeaders: fromElsewhere(),
      viewport: { width: 1280, height: 800 },
      // Moving parts tell journeys nothing, and take their time.
      reducedMotion: 'reduce',
      ...options,
    })
    if (staysOpen) openContexts.push(context)
    else contexts.push(context)
    takeNewConnections(context.request)
    watchRequests(context)
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`Policy violation: ${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    await context.addInitScript(listenToAnnouncer)
    await context.addInitScript(watchFocus)
    context.on('console', (message: ConsoleMessage) => {
      if (!expectedLine.test(message.text())) problems.push(`${message.type()}: ${message.text()}`)
    })
    context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`))
    return { context, page: await context.newPage(), allow: (line) => allowed.push(line) }
  }
}
