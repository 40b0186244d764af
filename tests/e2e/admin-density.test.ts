import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { logInAsAdmin, newApplicant, shareLogin, signUp } from '@tests/support/client/people'
import { samples } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const usual = newApplicant()
const long = newApplicant({ lastName: `Adlercreutz-${'Waldenburg-'.repeat(5)}` })
const longName = `${'annual_credit_report_'.repeat(7)}x.pdf`

beforeAll(async () => {
  for (let number = 1; number <= 18; number += 1) {
    const session = await openSession()
    await signUp(session, newApplicant())
    await shareLogin(session, { serviceName: `Score Watch ${number}` })
  }
  const session = await openSession()
  await signUp(session, usual)
  await shareLogin(session, { serviceName: `Watch of ${usual.lastName}` })
  await signUp(await openSession(), long, { ...samples.pdf(), name: longName })
  await signUpAndClose()
})

/** Someone whose row has a mark more than the others. */
async function signUpAndClose() {
  const session = await openSession()
  const person = newApplicant()
  await signUp(session, person)
  const answer = await session.post('/api/account/close', {
    data: { currentPassword: person.password },
  })
  expect(answer.status()).toBe(200)
}

async function openList(path: string, width: number, height: number) {
  const { page, context } = await openVisitor({ viewport: { width, height } })
  await logInAsAdmin(context.request)
  await page.goto(path)
  await page.locator('tbody tr button').first().waitFor()
  return { page, context }
}

/** The parts of a page that are wider than their place. */
const findWide = () =>
  [...document.querySelectorAll('html, [data-rows], aside[aria-label], aside li')]
    .filter((part) => part.scrollWidth > part.clientWidth + 1)
    .map((part) => `${part.tagName} ${part.scrollWidth} > ${part.clientWidth}`)

/** How many rows a screen shows whole without scrolling. */
const countRows = (page: Page) =>
  page
    .locator('tbody tr')
    .evaluateAll(
      (rows) =>
        rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
    )

test('a screen shows 15 people, reports or logins, a smaller one 10, and zoomed in they are rows still', async () => {
  for (const path of ['/admin/users', '/admin/reports', '/admin/credentials']) {
    const { page, context } = await openList(path, 1440, 900)
    expect(await countRows(page), path).toBeGreaterThanOrEqual(15)
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect.poll(() => countRows(page), { message: path }).toBeGreaterThanOrEqual(10)
    // What a screen of 1440 x 900 has at 200 %.
    await page.setViewportSize({ width: 720, height: 450 })
    // Of others, who are reviewed meanwhile, a row may have several marks.
    const row = page.locator('tbody tr').filter({ hasText: usual.lastName })
    expect((await row.boundingBox())?.height, path).toBeLessThanOrEqual(44)
    await context.close()
  }
})

test.each([700, 880])(
  'at %i px a login says in its row what has no column there',
  async (width) => {
    const { page, context } = await openList('/admin/credentials', width, 800)
    const row = page.locator('tbody tr').first()
    expect(await row.innerText()).toMatch(/ID \d+ · User (\d+|N\/A) · [A-Z][a-z]{2} \d+, \d{4}/)
    await row.getByRole('link', { name: 'score-watch.example/login', exact: true }).waitFor()
    await context.close()
  },
)

test('a long name breaks no list and no panel', async () => {
  const search = `search=${encodeURIComponent(long.email)}`
  for (const path of [`/admin/users?${search}`, `/admin/reports?${search}`]) {
    const { page, context } = await openList(path, 1280, 800)
    const expectNarrow = async (what: string) => {
      for (const width of [1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        await expect
          .poll(() => page.evaluate(findWide), {
            message: `${path}, ${width} px, ${what}`,
          })
          .toEqual([])
      }
    }
    await expectNarrow('closed')
    await page.keyboard.press('j')
    await page.getByText('Page 1 of 1').waitFor()
    await expectNarrow('open')
    await context.close()
  }
})

test('the administrator copies a username and a password, which stands on one line', async () => {
  const password = 'Tr0ub4dor&27 and a long tail of words'
  const serviceName = `Copied ${long.phoneNumber}`
  await shareLogin(await openSession(), { serviceName, username: long.email, password })
  const { page, context } = await openList(
    `/admin/credentials?search=${encodeURIComponent(serviceName)}`,
    1440,
    900,
  )
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: `Copy password for ${serviceName}` }).click()
  await page.getByText('Copied', { exact: true }).first().waitFor({ state: 'attached' })
  expect(await clipboard()).toBe(password)
  await page.getByRole('button', { name: `Copy username for ${serviceName}` }).click()
  await expect.poll(clipboard).toBe(long.email)
  const lines = await page.getByText(password, { exact: true }).evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
})
