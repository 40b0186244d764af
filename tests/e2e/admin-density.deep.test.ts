import type { Page, ViewportSize } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { desk, setUpAdmin } from '@tests/support/client/admin-window'
import { rowWith } from '@tests/support/client/journey-steps'
import {
  fullName,
  newApplicant,
  ownPicture,
  shareLogin,
  signUp,
  type Applicant,
} from '@tests/support/client/people'
import { samples } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openAdmin = setUpAdmin(setUpVisitors())
const family = `Dense${newApplicant().phoneNumber.replace(/\D/g, '')}`
const usual = newApplicant({ firstName: 'Usual', lastName: family })
const long = newApplicant({ lastName: `Adlercreutz-${'Waldenburg-'.repeat(5)}` })
const longName = `${'annual_credit_report_'.repeat(7)}x.pdf`

beforeAll(async () => {
  await signUp(await openSession(), long, { ...samples.pdf(), name: longName })
  await signUpAndClose()
  for (let number = 1; number <= 18; number += 1)
    await signUpAndShare(newApplicant({ lastName: family }))
  await signUpAndShare(usual)
})

async function signUpAndShare(person: Applicant): Promise<void> {
  const session = await openSession()
  await signUp(session, person, ownPicture(person))
  await shareLogin(session, { serviceName: `Watch of ${fullName(person)}` })
}

/** Someone whose row has a mark more than the others. */
async function signUpAndClose(): Promise<void> {
  const person = newApplicant({ lastName: family })
  const session = await openSession()
  await signUp(session, person, ownPicture(person))
  const data = { currentPassword: person.password }
  expect((await session.post('/api/account/close', { data })).status()).toBe(200)
}

async function openList(path: string, viewport: ViewportSize = desk.viewport): Promise<Page> {
  const { page } = await openAdmin(path, { viewport })
  await page.locator('tbody tr button').first().waitFor()
  return page
}

/** The parts of a page that are wider than their place. */
const findWide = () =>
  [...document.querySelectorAll('html, [data-rows], aside[aria-label], aside li')]
    .filter((part) => part.scrollWidth > part.clientWidth + 1)
    .map((part) => `${part.tagName} ${part.scrollWidth} > ${part.clientWidth}`)

/** The filters whose longest option does not fit into them. */
const findCutFilters = () =>
  [...document.querySelectorAll<HTMLSelectElement>('main select')]
    .filter((select) => {
      const given = select.offsetWidth
      select.style.width = 'max-content'
      const needed = select.offsetWidth
      select.style.width = ''
      return needed > given
    })
    .map((select) => select.labels[0]?.textContent)

/** How many rows a screen shows whole without scrolling, once what another journey did to many is put away. */
async function countRows(page: Page): Promise<number> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  if (await dismiss.isVisible()) await dismiss.click()
  return page
    .locator('tbody tr')
    .evaluateAll(
      (rows) =>
        rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
    )
}

test('a screen shows 15 people, reports or logins, a smaller one 10, and zoomed in they are rows still', async () => {
  for (const list of ['users', 'reports', 'credentials']) {
    const path = `/admin/${list}?search=${family}`
    const page = await openList(path)
    await expect.poll(() => countRows(page), { message: path }).toBeGreaterThanOrEqual(15)
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect.poll(() => countRows(page), { message: path }).toBeGreaterThanOrEqual(10)
    // What a screen of 1440 x 900 has at 200 %.
    await page.setViewportSize({ width: 720, height: 450 })
    const row = rowWith(page, fullName(usual))
    expect((await row.boundingBox())?.height, path).toBeLessThanOrEqual(44)
  }
})

test.each([700, 880])(
  'at %i px a login says in its row what has no column there',
  async (width) => {
    const page = await openList(`/admin/credentials?search=${family}`, { width, height: 800 })
    const row = page.locator('tbody tr').first()
    expect(await row.innerText()).toMatch(/ID \d+ · User (\d+ .+|N\/A) · [A-Z][a-z]{2} \d+, \d{4}/)
    await row.getByRole('link', { name: 'score-watch.example/login', exact: true }).waitFor()
  },
)

test('a long name breaks no list and no panel', async () => {
  const search = `search=${encodeURIComponent(long.email)}`
  for (const path of [`/admin/users?${search}`, `/admin/reports?${search}`]) {
    const page = await openList(path)
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
  }
})

test.each(['users', 'reports', 'audit'])(
  'the filters of %s show any option whole, beside what is open too',
  async (list) => {
    const { page } = await openAdmin(`/admin/${list}`)
    await page.locator('tbody tr').first().waitFor()
    const status = page.getByLabel(list === 'audit' ? 'What' : 'Status', { exact: true })
    expect(await page.evaluate(findCutFilters)).toEqual([])
    if (list === 'audit') return
    await page.keyboard.press('j')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await status.waitFor()
    expect(await page.evaluate(findCutFilters)).toEqual([])
  },
)

test('a password is on one line', async () => {
  const password = 'Tr0ub4dor&27 and a long tail of words'
  const serviceName = `Watch of ${long.phoneNumber}`
  await shareLogin(await openSession(), { serviceName, username: long.email, password })
  const page = await openList(`/admin/credentials?search=${encodeURIComponent(serviceName)}`)
  const lines = await page.getByText(password, { exact: true }).evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
})
