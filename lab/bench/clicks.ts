import type { Browser, Locator, Page } from 'playwright-core'
import { launchBrowser, prepareBrowser } from '@tests/support/client/browser'
import { logInAsAdmin } from '@tests/support/client/people'
import { addManyRows } from '@tests/support/portal/many-rows'
import { describeTimes } from './time-calls'
import { withPortal } from './with-portal'

const people = 100_000
// A page has 25 rows.
const clicks = 24

const rowButton = (page: Page, index: number) =>
  page.locator('tbody tr').nth(index).getByRole('button').first()

interface Job {
  name: string
  path: string
  answer: string
  target: (page: Page, n: number) => Locator
}

/** Clicks, and the first row or the panel that answers; each goes on from where the last one left off. */
const jobs: Job[] = [
  {
    name: 'open the next person',
    path: '/admin/users',
    answer: 'aside h2',
    target: rowButton,
  },
  {
    name: 'open the next report',
    path: '/admin/reports',
    answer: 'aside h2',
    target: rowButton,
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
  await withPortal(
    async ({ portal }) => {
      const browser = await launchBrowser(await prepareBrowser())
      try {
        for (const job of jobs) await measureJob(browser, portal.origin, job)
      } finally {
        await browser.close()
      }
    },
    (url) => addManyRows(url, { users: people, filesPerUser: 1, credentials: 0 }),
  )
}

async function measureJob(browser: Browser, baseURL: string, job: Job): Promise<void> {
  const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } })
  await logInAsAdmin(page.request)
  await page.goto(job.path)
  const times: number[] = []
  // The first one loads code, and is left out.
  for (let click = 0; click <= clicks; click += 1) {
    const button = job.target(page, click)
    await button.waitFor()
    await page.waitForLoadState('networkidle')
    // Anyone who clicks has pointed at the button before.
    await button.hover()
    times.push(await timeToPaint(button, job.answer))
  }
  console.log(`${job.name.padEnd(32)}${describeTimes(times.slice(1), 4, 0)}`)
  await page.close()
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
