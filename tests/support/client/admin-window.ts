import type { BrowserContextOptions } from 'playwright-core'
import { afterEach } from 'vitest'
import { waitUntilSettled } from './journey-steps'
import { logInAsAdmin } from './people'
import type { setUpVisitors, Visitor } from './visitor'

// Moving parts tell these journeys nothing, and take their time.
const reducedMotion = 'reduce' as const

export const desk = { viewport: { width: 1440, height: 900 }, reducedMotion }
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  reducedMotion,
}

/** The screens of a journey that is run all at a desk, then all on a phone. */
export const screens = [
  ['at a desk', desk],
  ['on a phone', phone],
] as const

type Options = BrowserContextOptions & Pick<typeof desk, 'viewport'>

/**
 * For a file of journeys: a function that opens a page in the administrator's window. There is one at a desk and
 * one on a phone for the whole file, as logging in and loading everything again takes longer than most journeys.
 */
export function setUpAdmin(
  openVisitor: ReturnType<typeof setUpVisitors>,
  always: Options = desk,
): (path: string, options?: Options) => Promise<Visitor> {
  const kept = new Map<Options, Visitor>()
  // What a failed journey leaves behind is no start for another.
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') kept.clear()
  })

  async function openWindow(options: Options): Promise<Visitor> {
    const visitor = await openVisitor({ ...always, ...options, staysOpen: true })
    await logInAsAdmin(visitor.context.request)
    kept.set(options, visitor)
    return visitor
  }

  return async (path, options = always) => {
    const known = kept.get(options)
    if (known) await tidy(known, options)
    const visitor = known ?? (await openWindow(options))
    await visitor.page.goto(path)
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    await waitUntilSettled(visitor.page)
    return visitor
  }
}

/** Leaves nothing of the journey before, but the session. */
async function tidy({ page, context }: Visitor, { viewport }: Options): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.setViewportSize(viewport)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}
