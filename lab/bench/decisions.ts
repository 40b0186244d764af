import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchBrowser, prepareBrowser } from '@tests/support/client/browser'
import {
  fullName,
  logInAsAdmin,
  newApplicant,
  signUp,
  type Applicant,
} from '@tests/support/client/people'
import { startPortalProcess } from '@tests/support/portal/portal-process'
import { samples } from '@tests/support/samples/samples'
import { describeTimes } from './time-calls'

const marks = [
  { at: [4, 17], what: 'low' },
  { at: [9, 22], what: 'other' },
  { at: [13, 26], what: 'twin' },
]
/** Of whom something is to be asked, in the order in which they sign up. */
const day = Array.from({ length: 30 }, (_, index) => marks.find(({ at }) => at.includes(index)))

/** How long each person is looked at: nobody decides faster, and the next document is loaded in that time. */
const lookMs = 1_000

/**
 * `npm run lab -- bench:decisions`: milliseconds from the key that decides to the frame that shows the next person with
 * the first page of their document drawn, for 30 people in a row: what a reviewer waits for. Of two the score is under
 * 680, of two the report is in another name, two send the same file: none of the six may be approved without a question.
 * Needs `npm run build` before it.
 */
async function main(): Promise<void> {
  const portal = await startPortalProcess()
  const browser = await launchBrowser(await prepareBrowser())
  try {
    const family = 'Quist'
    // The first to be reviewed loads code, and is left out; after the last, someone else has to come.
    for (const [index, mark] of [undefined, ...day, undefined].entries()) {
      const context = await browser.newContext({ baseURL: portal.origin })
      const person = newApplicant({ firstName: `Person${letters(index)}`, lastName: family })
      await signUp(context.request, person, samples.pdf({ pages: writeReport(person, mark?.what) }))
      await context.close()
    }
    const page = await browser.newPage({
      baseURL: portal.origin,
      viewport: { width: 1440, height: 900 },
    })
    await logInAsAdmin(page.request)
    await waitForVerdicts(page)
    await page.goto(`/admin/users?search=${family}&status=pending`)
    await openFirst(page)
    const times: Record<'approved' | 'asked first', number[]> = { approved: [], 'asked first': [] }
    const wrong: string[] = []
    for (const [index, mark] of [undefined, ...day.toReversed()].entries()) {
      // The list's pages have 25 rows.
      if (!(await page.locator('aside h2').count())) await openFirst(page)
      await delay(lookMs)
      const name = (await page.locator('aside h2').textContent()) ?? ''
      const first = await timeToNext(page)
      const isAsked = first === null
      if (isAsked !== Boolean(mark)) wrong.push(name)
      const time = first ?? (await timeToNext(page)) ?? Infinity
      if (index > 0) times[isAsked ? 'asked first' : 'approved'].push(time)
    }
    for (const [kind, some] of Object.entries(times))
      console.log(
        `${kind}, to the next person with the document drawn: ${describeTimes(some, 0, 0)}, over ${some.length} people`,
      )
    console.log(
      wrong.length === 0 ? 'Asked about those six, and no one else.' : `WRONG: ${wrong.join()}`,
    )
    if (wrong.length > 0) process.exitCode = 1
  } finally {
    await browser.close()
    await portal.stop()
  }
}

function writeReport(person: Applicant, mark: string | undefined): string[] {
  const score = `Experian FICO Score 8 as of November 5, 2026: ${mark === 'low' ? 625 : 742}`
  if (mark === 'twin') return [score]
  return [`Report for: ${mark === 'other' ? 'Miguel Ruiz' : fullName(person)}`, score]
}

/** Names without figures, as reports have them. */
const letters = (index: number) =>
  String.fromCharCode(97 + Math.floor(index / 10), 97 + (index % 10))

/** Until every report is read, and the list knows who is clean. */
async function waitForVerdicts(page: Page): Promise<void> {
  const clean = 2 + day.filter((mark) => !mark).length
  for (;;) {
    const answer = await page.request.get('/api/admin/users?verdict=clean&limit=1')
    if (Number(answer.headers()['x-total-count']) === clean) return
    await delay(1_000)
  }
}

async function openFirst(page: Page): Promise<void> {
  await page.locator('tbody tr').first().getByRole('button').first().waitFor()
  await page.keyboard.press('j')
  await page.locator('aside canvas:visible').waitFor()
}

/** From the key A until the next person's document is in a frame that was painted; null when it asks instead. */
async function timeToNext(page: Page): Promise<number | null> {
  // The page listens before the key is pressed.
  const watching = await page.evaluateHandle(`({ time: (${watchForNext.toString()})() })`)
  await page.keyboard.press('a')
  return watching.evaluate(({ time }: { time: Promise<number | null> }) => time)
}

/** Runs in the page: milliseconds from the next key; null when a question opens. */
async function watchForNext() {
  const panel = document.querySelector('main aside')
  const before = panel?.querySelector('h2')?.textContent
  const question = document.querySelector('[role=alertdialog]')
  const began = await new Promise<number>((resolve) => {
    document.addEventListener('keydown', (event) => resolve(event.timeStamp), {
      once: true,
      capture: true,
    })
  })
  while (performance.now() - began < 10_000) {
    if (!question && document.querySelector('[role=alertdialog]')) return null
    const isShown = await new Promise<boolean>((resolve) => {
      requestAnimationFrame(() =>
        resolve(
          panel?.querySelector('h2')?.textContent !== before &&
            panel?.querySelector('canvas:not([hidden])') !== null &&
            document.querySelector('[data-preview-loading]') === null,
        ),
      )
    })
    // The frame is painted before the next task.
    await new Promise((resolve) => setTimeout(resolve))
    if (isShown) return performance.now() - began
  }
  throw new Error('The next person did not come.')
}

await main()
