import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser, prepareBrowser } from '@tests/support/client/browser'
import { startPortalProcess } from '@tests/support/portal/portal-process'
import { findPhoneFaults } from './phone-faults'
import { askForEmail, fillPortal, type Role, type Session } from './screenshot-data'
import { answerAll, type Shot } from './shot'
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
const wanted = shots.filter(({ name }) =>
  options.only.split(',').some((beginning) => name.startsWith(beginning)),
)

/**
 * `npm run screenshots`: every page and its states on the built portal, on a phone, a tablet, a laptop and a
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
    let count = 0
    for (const width of widths) count += await takeAll(browser, { origin, width, sessions })
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
  for (const shot of wanted) {
    if (shot.widths && !shot.widths.includes(width)) continue
    const context =
      contexts.get(shot.as) ??
      (await browser.newContext({
        baseURL: origin,
        storageState: sessions[shot.as],
        viewport: { width, height: width < 768 ? 740 : 900 },
        reducedMotion: 'reduce',
        // As a finger meets it: controls are larger there.
        hasTouch: width < 1024,
      }))
    contexts.set(shot.as, context)
    try {
      const faults = await take(context, shot, join(folder, `${shot.name}-${width}.png`))
      if (width < 768) for (const fault of faults) console.log(`${shot.name}: ${fault}`)
      count += 1
    } catch (error) {
      // The others are worth having without it.
      console.error(`${shot.name} at ${width} px:`, error)
      process.exitCode = 1
    }
  }
  await Promise.all([...contexts.values()].map((context) => context.close()))
  return count
}

/** Answers what is wrong with it on a phone. */
async function take(context: BrowserContext, shot: Shot, file: string): Promise<string[]> {
  const page = await context.newPage()
  const viewport = page.viewportSize()
  if (shot.height && viewport) await page.setViewportSize({ ...viewport, height: shot.height })
  page.setDefaultTimeout(10_000)
  await answerAll(page, shot.answers ?? {})
  await page.goto(shot.path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await shot.act?.(page)
  await loadPictures(page)
  // Where the page stands now, its header would lie across the middle of the picture.
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
  const faults = await findPhoneFaults(page)
  await page.close()
  return faults
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
