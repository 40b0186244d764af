import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { pages } from '@shared/pages'
import { launchBrowser, prepareBrowser } from '@tests/support/client/browser'
import { startPortalProcess } from '@tests/support/portal/portal-process'
import { findPhoneFaults } from './phone-faults'
import { askForEmail, fillPortal } from './screenshot-data'
import type { Role, Session } from './screenshot-people'
import { answerAll } from '@tests/support/samples/desk-answers'
import { type Shot } from './shot'
import { shots } from './shots'

const folder = 'tests/.artifacts/screenshots'

const { values: options } = parseArgs({
  options: {
    /** Beginnings of names: `--only dashboard,account`. */
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '360,768,1366,1440' },
  },
})
const widths = options.widths.split(',').map(Number)
/** Tablets too. */
const touchedBelow = 1024
const wanted = shots.filter(({ name }) =>
  options.only.split(',').some((beginning) => name.startsWith(beginning)),
)

/**
 * `npm run lab -- screenshots`: every page and its states on the built portal, on a phone, a tablet, a laptop and a
 * desktop, with people and files in it. Needs `npm run build` before it.
 */
async function main(): Promise<void> {
  const mute = await startPortalProcess()
  const browser = await launchBrowser(await prepareBrowser())
  let portal = mute
  try {
    const sessions = await fillPortal(browser, mute.origin)
    await mute.end()
    // From here on there is a mail sender, though nothing listens there.
    portal = await startPortalProcess({ SMTP_URL: 'smtp://127.0.0.1:2' }, mute)
    const { origin } = portal
    const newEmail = 'hannah.sorensen@new-provider.example'
    sessions.moving = await askForEmail(browser, { origin, session: sessions.moving, newEmail })
    if (!options.only) await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const counts = await Promise.all(
      widths.map((width) => takeAll(browser, { origin, width, sessions })),
    )
    console.log(`${counts.reduce((sum, count) => sum + count)} screenshots in ${folder}`)
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

async function takeAll(browser: Browser, round: Round): Promise<number> {
  const { width } = round
  const contexts = new Map<Role, BrowserContext>()
  let count = 0
  for (const shot of wanted) {
    if (shot.widths && !shot.widths.includes(width)) continue
    const context = contexts.get(shot.as) ?? (await openContext(browser, shot.as, round))
    // A visitor comes again each time: some forms log in, others keep what was typed.
    if (shot.as !== 'visitor') contexts.set(shot.as, context)
    try {
      const faults = await take(context, shot, join(folder, `${shot.name}-${width}.png`))
      if (width < touchedBelow) for (const fault of faults) console.log(`${shot.name}: ${fault}`)
      count += 1
    } catch (error) {
      // The others are worth having without it.
      console.error(`${shot.name} at ${width} px:`, error)
      process.exitCode = 1
    }
  }
  return count
}

async function openContext(
  browser: Browser,
  role: Role,
  { origin, width, sessions }: Round,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    storageState: sessions[role],
    viewport: { width, height: width < 768 ? 740 : 900 },
    reducedMotion: 'reduce',
    // Where most readers are not: times are shown in two zones.
    timezoneId: 'America/Denver',
    // As a finger meets it: controls are larger there.
    hasTouch: width < touchedBelow,
  })
  if (role === 'visitor') return context
  // Public pages ask the browser, not the server, whether someone is logged in.
  const page = await context.newPage()
  await page.goto(pages.account)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.close()
  return context
}

/** Returns what is wrong with it on a phone. */
async function take(context: BrowserContext, shot: Shot, file: string): Promise<string[]> {
  const page = await context.newPage()
  try {
    await bringToState(page, shot)
    const touched = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
    // A picture of more than the window ends the touch, and with it the larger controls.
    if (touched) await growWindow(page)
    await page.screenshot({ path: file, fullPage: !touched, animations: 'disabled' })
    return await findPhoneFaults(page)
  } finally {
    await page.close()
  }
}

async function growWindow(page: Page): Promise<void> {
  const viewport = page.viewportSize()
  const height = await page.evaluate(() => {
    // The window says where a dialog is.
    if (document.querySelector(':modal')) return 0
    const { scrollHeight } = document.documentElement
    // As high as the window, and with a footer after it, the page would grow along.
    for (const part of document.querySelectorAll<HTMLElement>('.min-h-dvh'))
      part.style.minHeight = 'auto'
    return scrollHeight
  })
  if (viewport && height > viewport.height) await page.setViewportSize({ ...viewport, height })
}

async function bringToState(page: Page, shot: Shot): Promise<void> {
  const viewport = page.viewportSize()
  if (shot.height && viewport) await page.setViewportSize({ ...viewport, height: shot.height })
  page.setDefaultTimeout(10_000)
  await answerAll(page, shot.answers ?? {})
  await page.goto(shot.path)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await shot.act?.(page)
  // What the last step asked the server for; a page is idle once only. Behind a dialog, its button goes on waiting.
  await page.waitForFunction(() => {
    const seen = document.querySelector(':modal') ?? document
    return !seen.querySelector(
      '[aria-busy="true"], [role="status"] .animate-spin, .animate-skeleton',
    )
  })
  await loadPictures(page)
  // At the current scroll position, the header would be across the middle of the picture.
  await page.evaluate(() => window.scrollTo(0, 0))
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

await main()
