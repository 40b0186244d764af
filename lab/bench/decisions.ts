import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchBrowser, prepareBrowser } from '@tests/support/client/browser'
import { logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { startPortalProcess } from '@tests/support/portal/portal-process'
import { samples } from '@tests/support/samples/samples'
import { describeTimes } from './time-calls'

const people = 50

/** How long each person is looked at: nobody decides faster, and the next document is loaded in that time. */
const lookMs = 1_000

/**
 * Milliseconds from the key that decides to the frame that shows the next person with the first page of their
 * document drawn: what a reviewer waits for, 50 times in a row. Every fourth is rejected for a reason, and
 * two are asked a question.
 */
export async function measureDecisions(): Promise<void> {
  const portal = await startPortalProcess()
  const browser = await launchBrowser(await prepareBrowser())
  try {
    const family = 'Quist'
    // The first one loads code, and is left out.
    for (let number = 0; number <= people + 1; number += 1) {
      const context = await browser.newContext({ baseURL: portal.origin })
      const pages = ['Score 742', 'Accounts', 'Inquiries'].map((title) => `${title} ${number}`)
      const person = newApplicant({ firstName: `Person${number}`, lastName: family })
      await signUp(context.request, person, samples.pdf({ pages }))
      await context.close()
    }
    const page = await browser.newPage({
      baseURL: portal.origin,
      viewport: { width: 1440, height: 900 },
    })
    await logInAsAdmin(page.request)
    await page.goto(`/admin/users?search=${family}&status=pending`)
    await page.locator('tbody tr').first().getByRole('button').first().click()
    await page.locator('aside canvas:visible').waitFor()
    const times: Record<'approved' | 'rejected' | 'asked', number[]> = {
      approved: [],
      rejected: [],
      asked: [],
    }
    for (let decided = 0; decided <= people; decided += 1) {
      // The list's pages have 25 rows.
      if (!(await page.locator('aside h2').count())) await openFirst(page)
      await delay(lookMs)
      const [kind, key] = await chooseKey(page, decided)
      const time = await timeToNext(page, key)
      if (decided > 0) times[kind].push(time)
    }
    const ofAnyKind = ['decided', Object.values(times).flat()] as const
    for (const [kind, some] of [ofAnyKind, ...Object.entries(times)])
      console.log(
        `${kind} by key, to the next person with the document drawn: ${describeTimes(some, 0, 0)}, over ${some.length} people`,
      )
  } finally {
    await browser.close()
    await portal.stop()
  }
}

async function openFirst(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await page.locator('aside canvas:visible').waitFor()
}

/** Opens the dialog of a rejection or a question, if it is one, and returns what is decided and the key that does. */
async function chooseKey(page: Page, decided: number) {
  const isAsked = decided === 10 || decided === 30
  if (!isAsked && decided % 4 !== 3) return ['approved', 'a'] as const
  await page.keyboard.press(isAsked ? 'q' : 'r')
  await page.locator('dialog[open]').getByRole('radio').first().waitFor()
  await page.keyboard.press('1')
  return [isAsked ? 'asked' : 'rejected', 'Enter'] as const
}

/** From the key until the next person's document is in a frame that was painted. */
async function timeToNext(page: Page, key: string): Promise<number> {
  // The page listens before the key is pressed.
  const watching = await page.evaluateHandle(`({ time: (${watchForNext.toString()})() })`)
  await page.keyboard.press(key)
  return watching.evaluate(({ time }: { time: Promise<number> }) => time)
}

/** Runs in the page: milliseconds from the next key. */
async function watchForNext() {
  const panel = document.querySelector('main aside')
  const before = panel?.querySelector('h2')?.textContent
  const began = await new Promise<number>((resolve) => {
    document.addEventListener('keydown', (event) => resolve(event.timeStamp), {
      once: true,
      capture: true,
    })
  })
  while (performance.now() - began < 10_000) {
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
