import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { pages } from '@shared/pages'
import { launchBrowser, prepareBrowser } from '@tests/support/client/browser'
import { startPortalProcess } from '@tests/support/portal/portal-process'
import { fillPortal, type Role, type Session } from './screenshot-data'

const folder = 'tests/.artifacts/screenshots'
const widths = [360, 768, 1366, 1440]

interface Shot {
  name: string
  path: string
  as: Role
  /** Widths at which this state exists; all by default. */
  widths?: number[]
  /** Brings the page into the state to be shown. */
  act?: (page: Page) => Promise<unknown>
}

const clickButton = (name: string) => (page: Page) => page.getByRole('button', { name }).click()

const submitEmpty = (page: Page) => page.locator('form button[type="submit"]').click()

/** Every page by its own path. */
const plainShots = Object.entries(pages).map(([name, path]): Shot => {
  if (path === pages.dashboard || path === pages.account) return { name, path, as: 'partner' }
  return { name, path, as: path.startsWith(pages.admin) ? 'admin' : 'visitor' }
})

/** States of pages that take more than going there. */
const stateShots: Shot[] = [
  { name: 'not-found', path: '/no-such-page', as: 'visitor' },
  {
    name: 'home-menu-open',
    path: pages.home,
    as: 'visitor',
    widths: [360],
    act: clickButton('Open menu'),
  },
  { name: 'blog-article', path: `${pages.blog}?article=3`, as: 'visitor' },
  { name: 'blog-nothing-found', path: `${pages.blog}?search=zeppelin`, as: 'visitor' },
  {
    name: 'support-faq-open',
    path: pages.support,
    as: 'visitor',
    act: (page) => page.locator('button[aria-controls^="faq-"]').first().click(),
  },
  { name: 'support-errors', path: pages.support, as: 'visitor', act: submitEmpty },
  { name: 'referral-errors', path: pages.referralProgram, as: 'visitor', act: submitEmpty },
  { name: 'onboarding-errors', path: pages.onboarding, as: 'visitor', act: showApplicationErrors },
  { name: 'login-errors', path: pages.login, as: 'visitor', act: submitEmpty },
  { name: 'admin-login', path: pages.admin, as: 'visitor' },
  { name: 'dashboard-new', path: pages.dashboard, as: 'newcomer' },
  {
    name: 'admin-users-open',
    path: pages.adminUsers,
    as: 'admin',
    act: (page) => page.getByRole('button', { name: 'Amelia Brandt', exact: true }).click(),
  },
  {
    name: 'admin-report-open',
    path: pages.adminReports,
    as: 'admin',
    act: async (page) => {
      await openFirstRow(page)
      await page.locator('[data-preview-loading]').waitFor({ state: 'detached' })
    },
  },
  { name: 'admin-login-open', path: pages.adminCredentials, as: 'admin', act: openFirstRow },
  { name: 'admin-message-open', path: pages.adminMessages, as: 'admin', act: openFirstRow },
  { name: 'admin-users-none', path: `${pages.adminUsers}?search=zeppelin`, as: 'admin' },
]

/**
 * `npm run screenshots`: every page and its states on the built portal, on a phone, a tablet, a laptop and a
 * desktop, with people and files in it. Needs `npm run build` before it.
 */
async function main(): Promise<void> {
  const portal = await startPortalProcess()
  const browser = await launchBrowser(await prepareBrowser())
  try {
    const sessions = await fillPortal(browser, portal.origin)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const counts = await Promise.all(
      widths.map((width) => takeAll(browser, { origin: portal.origin, width, sessions })),
    )
    const count = counts.reduce((sum, taken) => sum + taken, 0)
    console.log(`${count} screenshots in ${folder}`)
  } finally {
    await browser.close()
    await portal.stop()
  }
}

interface Round {
  origin: string
  width: number
  sessions: Record<Role, Session>
}

async function takeAll(browser: Browser, { origin, width, sessions }: Round): Promise<number> {
  const contexts = new Map<Role, BrowserContext>()
  let count = 0
  for (const shot of [...plainShots, ...stateShots]) {
    if (shot.widths && !shot.widths.includes(width)) continue
    const context =
      contexts.get(shot.as) ??
      (await browser.newContext({
        baseURL: origin,
        storageState: sessions[shot.as],
        viewport: { width, height: width < 768 ? 740 : 900 },
        reducedMotion: 'reduce',
      }))
    contexts.set(shot.as, context)
    await take(context, shot, join(folder, `${shot.name}-${width}.png`)).catch((error: unknown) => {
      throw new Error(`${shot.name} at ${width} px`, { cause: error })
    })
    count += 1
  }
  await Promise.all([...contexts.values()].map((context) => context.close()))
  return count
}

async function take(context: BrowserContext, shot: Shot, file: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(shot.path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await shot.act?.(page)
  await loadPictures(page)
  // Where the page stands now, its header would lie across the middle of the picture.
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
  await page.close()
}

/** Pictures further down wait until someone scrolls there. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
  await page.waitForLoadState('networkidle')
}

async function showApplicationErrors(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Share Login Details' }).click()
  await page.getByLabel('Service URL').fill('not an address')
  await page.getByRole('button', { name: 'Submit Application' }).click()
}

/** The first button of the first row is what names it. */
async function openFirstRow(page: Page): Promise<void> {
  await page.locator('tbody').getByRole('button').first().click()
  await page.getByRole('button', { name: 'Close', exact: true }).waitFor()
}

await main()
