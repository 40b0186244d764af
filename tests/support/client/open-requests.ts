import type { BrowserContext, Page, Request } from 'playwright-core'

/** What may move a page once it comes. A picture has its place before. */
const kinds = new Set(['fetch', 'xhr', 'script', 'stylesheet', 'font'])

const openRequests = new WeakMap<Page, Set<Request>>()

/** Keeps what the pages of a window have asked for and not got yet. */
export function watchRequests(context: BrowserContext): void {
  context.on('page', (page) => {
    const open = new Set<Request>()
    openRequests.set(page, open)
    page.on('request', (request) => {
      const kind = request.resourceType()
      // Nobody waits any more for what the page before this one asked for.
      if (kind === 'document') open.clear()
      if (kinds.has(kind)) open.add(request)
    })
    page.on('requestfinished', (request) => open.delete(request))
    page.on('requestfailed', (request) => open.delete(request))
  })
}

export const countOpenRequests = (page: Page): number => openRequests.get(page)?.size ?? 0
