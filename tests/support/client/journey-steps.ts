import { setTimeout as delay } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Sample } from '@tests/support/samples/samples'
import { asPicked, type Applicant } from './people'

/** Fills the fields that both ways of applying share, as a person would. */
export async function fillAccountFields(form: Page | Locator, applicant: Applicant): Promise<void> {
  await form.getByLabel('First name').fill(applicant.firstName)
  await form.getByLabel('Last name').fill(applicant.lastName)
  await form.getByRole('textbox', { name: 'Email' }).fill(applicant.email)
  await form.getByLabel('Phone number').fill(applicant.phoneNumber)
  await form.getByLabel('Password', { exact: true }).fill(applicant.password)
  await form.getByLabel('Confirm password').fill(applicant.password)
  await form.getByText('Allowed.').waitFor()
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

/** No rule that is on asks for the style sheets, which axe would parse for each look. */
const axeOptions = {
  resultTypes: ['violations' as const],
  preload: { assets: ['media' as const] },
}

/**
 * The rules of axe that a page breaks, with what breaks them. The portal has no frames: legacy mode looks into none, and
 * spares the blank page that axe opens for each of its looks otherwise.
 */
export async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await whileStill(page, async () => {
    await waitUntilSettled(page)
    return new AxeBuilder({ page }).setLegacyMode().options(axeOptions).analyze()
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
}

/** Nothing moves meanwhile: a toast that begins to leave is half transparent, and soon gone. */
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

/**
 * How many transitions a page is still in, and how many of its parts are loading. Spinners turn forever, and
 * a button may be busy for as long as a question is open; neither counts.
 */
const countUnsettled = () =>
  document
    .getAnimations()
    .filter(
      ({ playState, effect }) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    ).length + document.querySelectorAll('[aria-busy="true"]:not(button)').length

/** The frame after next: what observes the size of something has spoken, and was drawn. */
const nextFrames = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })

/** A page is judged once its colors have arrived and what it loads is there. */
async function waitUntilSettled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(countUnsettled), { timeout: 10_000 }).toBe(0)
  await page.evaluate(nextFrames)
}

/** Axe silent, no sideways scrolling on a phone. */
export const checkPhoneLook = (page: Page) => checkLook(page, 360)

/** The same at another width. */
export async function checkLook(page: Page, widest: number): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(widest)
}

/** The toasts on a page. */
export const findToast = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

/** Waits for a toast that says exactly this. */
export async function seeToast(page: Page, title: string, description = ''): Promise<void> {
  const texts = findToast(page).locator('div:not(:has(*))')
  const shown = async () => (await texts.allTextContents()).filter(Boolean)
  await expect.poll(shown, { timeout: 10_000 }).toEqual([title, description].filter(Boolean))
}

/** Answers why something is rejected: with Enter alone, for no reason. */
export async function giveReason(page: Page, reason = ''): Promise<void> {
  const question = page.getByRole('dialog', { name: /^Reject / })
  await question.getByRole('radio', { name: 'No reason' }).waitFor()
  if (reason) await question.getByLabel('In your own words').fill(reason)
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'hidden' })
}

/** Does what makes the browser ask or tell something, answers it, and returns its text. */
export async function answerBrowser(
  page: Page,
  answer: 'accept' | 'dismiss',
  act: () => Promise<void>,
): Promise<string> {
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message())
      void dialog[answer]()
    })
  })
  await act()
  // What a page still loads may push a button away under the click.
  const isAsked = await Promise.race([asked.then(() => true), delay(5_000, false)])
  if (!isAsked) await act()
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
