import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, setUpAdmin } from '@tests/support/client/admin-window'
import { panelOf, press, setUpIntroductions } from '@tests/support/client/introductions'
import { checkLook } from '@tests/support/client/journey-steps'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const { baseURL, pool, mailTo, newMatch } = await setUpIntroductions(openVisitor)
const openAdmin = setUpAdmin(openVisitor, { ...desk, baseURL })

async function rowOf(id: number): Promise<unknown> {
  const { rows } = await pool.query('select * from matches where id = $1', [id])
  return rows
}

/** The name of a button that was not pressed yet: of an open dialog the last, so that closing it comes last. */
async function nextButton(page: Page, pressed: string[]): Promise<string | undefined> {
  const dialog = page.locator('dialog[open]')
  const isOpen = (await dialog.count()) > 0
  const place = isOpen ? dialog : page.getByRole('main')
  const names = (await place.getByRole('button').allTextContents()).filter(Boolean)
  return (isOpen ? names.toReversed() : names).find((name) => !pressed.includes(name))
}

test('a program that opens an entrepreneur’s link and presses every button changes nothing', async () => {
  const { match } = await newMatch()
  const before = await rowOf(match.id)
  const { page } = await openVisitor({ ...desk, baseURL })
  await page.goto(match.link ?? '')
  await page.getByText('Meet Jordan, a Credit Partner we approved').waitFor()
  const boxes = page.getByRole('main').getByRole('checkbox')
  for (const box of await boxes.all()) await box.check()
  const pressed: string[] = []
  for (let name = await nextButton(page, pressed); name; name = await nextButton(page, pressed)) {
    await page.getByRole('button', { name, exact: true }).click()
    pressed.push(name)
  }
  expect(pressed).toEqual([
    'Send My Times',
    'None of These Work',
    'Send',
    'Back to the Times',
    'I Don’t Want This Introduction',
    'Decline',
    'Keep It',
  ])
  expect(await rowOf(match.id)).toEqual(before)
})

test('a partner declines, and no one is told who did', async () => {
  const { page: partner, ana, pair, match } = await newMatch()
  const { text } = await mailTo(ana.email, /^Choose a time to meet/)
  await partner.goto('/dashboard')
  await press(partner, 'I Don’t Want This Introduction')
  await press(partner.getByRole('dialog'), 'Decline')
  await partner.getByText('This introduction isn’t going ahead.').waitFor()
  await checkLook(partner)
  const { page: guest } = await openVisitor({ baseURL })
  await guest.goto(/http\S+\/meet#token=[\w-]+/.exec(text)?.[0] ?? '')
  await guest.getByText('This introduction isn’t going ahead.').waitFor()
  expect(await guest.getByRole('main').textContent()).not.toMatch(/declined|said no/i)
  const { page: host } = await openAdmin(`/admin/matching?tab=matches&open=${match.id}`)
  await panelOf(host, pair).getByText('The partner said no').waitFor()
  for (const tab of ['matches', 'calendar', 'entrepreneurs']) {
    await host.goto(`/admin/matching?tab=${tab}`)
    await checkLook(host)
  }
})
