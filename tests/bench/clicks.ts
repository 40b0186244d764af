import type { Locator, Page } from 'playwright-core'
import { launchBrowser, prepareBrowser } from '@tests/support/client/browser'
import { logInAsAdmin } from '@tests/support/client/people'
import { addManyRows } from '@tests/support/portal/many-rows'
import { startPortalProcess } from '@tests/support/portal/portal-process'
import { cloneDatabase, startTestPostgres } from '@tests/support/portal/postgres'

const people = 100_000
// A page has 25 rows.
const clicks = 24

const rowButton = (page: Page, index: number) =>
  page.locator('tbody tr').nth(index).getByRole('button').first()

/** Clicks, and the first row or the panel that answers; each goes on from where the last one left off. */
const jobs: {
  name: string
  path: string
  answer: string
  target: (page: Page, n: number) => Locator
}[] = [
  {
    name: 'open the next person',
    path: '/admin/users',
    answer: 'aside h2',
    target: (page, n) => rowButton(page, n),
  },
  {
    name: 'open the next report',
    path: '/admin/reports',
    answer: 'aside h2',
    target: (page, n) => rowButton(page, n),
  },
  {
    name: 'approve, on to the next person',
    path: '/admin/users?status=pending',
    answer: 'aside h2',
    target: (page, n) =>
      n === 0
        ? rowButton(page, 0)
        : page
            .locator('aside')
            .getByRole('button', { name: /^Approve/ })
            .first(),
  },
  {
    name: 'next page of people',
    path: '/admin/users',
    answer: 'tbody tr',
    target: (page) => page.getByRole('button', { name: 'Next Page' }),
  },
  {
    name: 'next page of reports',
    path: '/admin/reports',
    answer: 'tbody tr',
    target: (page) => page.getByRole('button', { name: 'Next Page' }),
  },
  {
    name: 'from people to reports and back',
    path: '/admin/users',
    answer: 'tbody tr',
    target: (page, n) =>
      page.getByRole('link', { name: n % 2 === 0 ? 'Credit Reports' : 'Users', exact: true }),
  },
]

/**
 * Milliseconds from the administrator's click to the frame that shows the row or panel it asked for,
 * with 100,000 people and as many reports.
 */
export async function measureClicks(): Promise<void> {
  const postgres = await startTestPostgres()
  const database = await cloneDatabase(postgres)
  const portal = await startPortalProcess({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    BCRYPT_COST: '12',
  })
  const browser = await launchBrowser(await prepareBrowser())
  try {
    await addManyRows(database.url, { users: people, filesPerUser: 1, credentials: 0 })
    for (const { name, path, answer, target } of jobs) {
      const page = await browser.newPage({
        baseURL: portal.origin,
        viewport: { width: 1440, height: 900 },
      })
      await logInAsAdmin(page.request)
      await page.goto(path)
      const times: number[] = []
      // The first one loads code, and is left out.
      for (let click = 0; click <= clicks; click += 1) {
        const button = target(page, click)
        await button.waitFor()
        await page.waitForLoadState('networkidle')
        // Whoever clicks has pointed at the button before.
        await button.hover()
        times.push(await timeToPaint(button, answer))
      }
      console.log(`${name.padEnd(32)}${describe(times.slice(1))}`)
      await page.close()
    }
  } finally {
    await browser.close()
    await portal.stop()
    await database.drop()
    await postgres.stop()
  }
}

/** From the click until what it changes is in a frame that was painted. */
const timeToPaint = (button: Locator, answer: string): Promise<number> =>
  button.evaluate(async (element: HTMLElement, selector) => {
    const before = document.querySelector(selector)?.textContent
    const began = performance.now()
    element.click()
    while (performance.now() - began < 10_000) {
      const inFrame = await new Promise<string | null | undefined>((resolve) => {
        requestAnimationFrame(() => resolve(document.querySelector(selector)?.textContent))
      })
      // The frame is painted before the next task.
      await new Promise((resolve) => setTimeout(resolve))
      if (inFrame && inFrame !== before) return performance.now() - began
    }
    throw new Error(`${selector} did not change.`)
  }, answer)

function describe(times: number[]): string {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
  return `median ${at(0.5).padStart(4)} ms, 95 % ${at(0.95).padStart(4)} ms`
}
