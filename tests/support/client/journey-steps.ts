import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Sample } from '@tests/support/samples/samples'
import { countOpenRequests } from './open-requests'
import { type Applicant, asPicked } from './people'

/** Goes to a page and waits until the app has drawn it: the served page has no main part. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
}

/** Lets no script of the app come until the function that it returns is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  await page.route('**/assets/*.js', async (route) => {
    await opened
    await route.fallback()
  })
  return () => void gate.emit('open')
}

/** Whether a part is in the window, below the header that covers its top. */
export async function isInView(part: Locator): Promise<boolean> {
  return part.evaluate((node) => {
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const { top } = node.getBoundingClientRect()
    return top >= header && top < window.innerHeight
  })
}

/** Fills the fields that both ways of applying share, as a person would. */
export async function fillAccountFields(form: Page | Locator, applicant: Applicant): Promise<void> {
  await form.getByLabel('First name').fill(applicant.firstName)
  await form.getByLabel('Last name').fill(applicant.lastName)
  await form.getByRole('textbox', { name: 'Email' }).fill(applicant.email)
  await form.getByLabel('Phone number').fill(applicant.phoneNumber)
  await form.getByLabel('Password', { exact: true }).fill(applicant.password)
  await form.getByLabel('Confirm password').fill(applicant.password)
  await form.getByText('Strong enough.').waitFor()
  await form.getByRole('checkbox', { name: 'I agree to the' }).check()
}

/** Chooses a file in a picker; on the page where people apply unless another picker is named. */
export async function chooseFile(
  page: Page,
  file: Sample,
  picker = 'Your credit report or score screenshot',
): Promise<void> {
  await page.getByLabel(picker, { exact: true }).setInputFiles(asPicked(file))
}

/** Logs in on the page that asks for it. */
export async function logInAt(
  page: Page,
  path: string,
  person: { email: string; password: string },
): Promise<void> {
  await page.goto(path)
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Types the password that a dialog asks for before a call goes on. */
export async function confirmWith(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Each document parses it: `axe.source` is not minified, and takes half as long again. */
const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** No rule that is on asks for the style sheets, which axe would parse for each look. */
const axeOptions = {
  resultTypes: ['violations' as const],
  // Someone who speaks what they see must reach it.
  rules: { 'label-content-name-mismatch': { enabled: true } },
  preload: { assets: ['media' as const] },
}

/** The rules of axe that a page breaks, with what breaks them. */
async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await whileStill(page, async () => {
    await waitUntilSettled(page)
    // Loading half a megabyte of script takes about 200 ms, so each document gets it once.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
    return page.evaluate((options) => window.axe.run(options), axeOptions)
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
}

/** Nothing moves in the meantime: a toast that begins to leave is half transparent, and soon gone. */
async function whileStill<Result>(page: Page, look: () => Promise<Result>): Promise<Result> {
  const isStill = await page.evaluate(
    () => window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  )
  if (isStill) return look()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  try {
    return await look()
  } finally {
    await page.emulateMedia({ reducedMotion: null })
  }
}

const loading = '[aria-busy="true"]:not(button), .animate-skeleton, [role="status"] .animate-spin'

/**
 * How many transitions a page is still in, and how many of its parts are loading. A spinner turns forever, and is
 * no transition; that of a button may turn for as long as a question is open, and does not count.
 */
const countUnsettled = (parts: string) =>
  document
    .getAnimations()
    .filter(
      ({ playState, effect }) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    ).length + document.querySelectorAll(parts).length

/** The frame after next: what observes the size of something has spoken, and was drawn. */
export const nextFrames = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })

/** Until a page has its colors and all that it loads, and nothing in it moves any more. */
export async function waitUntilSettled(page: Page): Promise<void> {
  const countAfterFrames = async () => {
    await page.evaluate(nextFrames)
    return (await page.evaluate(countUnsettled, loading)) + countOpenRequests(page)
  }
  // What has come is drawn a little later, and may then ask for more.
  const countTwice = async () => (await countAfterFrames()) + (await countAfterFrames())
  await expect.poll(countTwice).toBe(0)
}

/** Opens a row of a list by what it is called, until all of its panel is there: what comes later moves what is below it. */
export async function openRow(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await waitUntilSettled(page)
}

/** No sideways scrolling. */
export const expectToFit = async (page: Page): Promise<void> =>
  expect(
    await page
      .locator('html')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0)

/** Axe silent, no sideways scrolling. */
export async function checkLook(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  await expectToFit(page)
}

/** The toasts on a page. Looked for again and again, they are not searched for by role, which takes much longer. */
export const findToast = (page: Page): Locator =>
  page.locator('[role="region"][aria-label^="Messages"] li')

/** Waits for a toast that says exactly this. */
export async function seeToast(page: Page, title: string, description = ''): Promise<void> {
  const texts = findToast(page).locator('div:not(:has(*))')
  const shown = async () => (await texts.allTextContents()).filter(Boolean)
  await expect.poll(shown, { timeout: 10_000 }).toEqual([title, description].filter(Boolean))
}

/** The share of an element that is visible: what a scrolling parent clips does not count. */
const shareInSight = (part: Locator): Promise<number> =>
  part.evaluate(
    (node) =>
      new Promise((resolve) => {
        new IntersectionObserver(([seen], observer) => {
          observer.disconnect()
          resolve(seen?.intersectionRatio ?? 0)
        }).observe(node)
      }),
  )

/** Answers why something is rejected; 'No reason' has to be chosen too. The Reject button is visible without scrolling. */
export async function giveReason(page: Page, reason = ''): Promise<void> {
  const question = page.getByRole('dialog', { name: /^Reject / })
  await question.getByRole('radio', { name: 'No reason' }).waitFor()
  expect(await shareInSight(question.getByRole('button', { name: 'Reject' }))).toBeGreaterThan(0.95)
  if (reason) await question.getByLabel('Or in your own words').fill(reason)
  else await page.keyboard.press('0')
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'hidden' })
}

/**
 * Does what makes the browser ask or tell something, answers it, and returns its text. What comes late may push
 * a button away between the two halves of a click, which then does not count: the page settles first.
 */
export async function answerBrowser(
  page: Page,
  answer: 'accept' | 'dismiss',
  act: () => Promise<void>,
): Promise<string> {
  await waitUntilSettled(page)
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message())
      void dialog[answer]()
    })
  })
  await act()
  return asked
}

/** Does what saves a file, and returns what was saved. */
export async function saveFile(
  page: Page,
  act: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) }
}

/** The table row, or card on a phone, that says all of this. */
export const rowWith = (page: Page, ...texts: string[]): Locator =>
  texts.reduce((rows, text) => rows.filter({ hasText: text }), page.locator('tbody tr'))

const isFocused = (element: Locator) =>
  element.evaluate((node) => node === document.activeElement, undefined, { timeout: 5_000 })

/**
 * Presses Tab, or another key, until focus is on the element; gives up after more than anyone would press.
 */
export async function reach(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isFocused(element)) return
    await page.keyboard.press(key)
  }
  throw new Error(`No way with ${key} to ${element.toString()}`)
}

export async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => isFocused(element)).toBe(true)
}

/** Whether anything is drawn on the page of the document that is shown. */
export const isDrawn = (page: Page) =>
  page.locator('canvas').evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement) || canvas.width < 600) return false
    const picture = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
    return picture?.data.some((value, index) => index % 4 < 3 && value < 128) ?? false
  })
