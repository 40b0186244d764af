import { expect, test } from 'vitest'
import { pages } from '@shared/pages'
import { logInAsAdmin, newApplicant, shareLogin, signUp } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { busyDesk } from '@tests/tools/desk-answers'
import { answerAll } from '@tests/tools/shot'

const openVisitor = setUpVisitors()
// A desktop at 400 % zoom.
const zoomedIn = { viewport: { width: 320, height: 640 } }

/** What is wider than its place; only a table of figures may scroll, in a place of its own. */
const findWide = () =>
  [...document.querySelectorAll('html, [data-rows]')]
    .filter((part) => part.scrollWidth > part.clientWidth + 1)
    .map((part) => `${part.tagName} ${part.scrollWidth} > ${part.clientWidth}`)

test('zoomed in, the administrator’s lists cut nothing off', async () => {
  const session = await openSession()
  await signUp(session, newApplicant())
  await shareLogin(session, { serviceName: 'Score Watch' })
  const { page, context } = await openVisitor(zoomedIn)
  await logInAsAdmin(context.request)
  for (const path of [pages.adminUsers, pages.adminReports, pages.adminCredentials]) {
    await page.goto(path)
    await page.locator('tbody tr button').first().waitFor()
    expect(await page.evaluate(findWide), path).toEqual([])
  }
})

test('zoomed in, the months of a busy referrer scroll in a place of their own', async () => {
  const { page, context } = await openVisitor(zoomedIn)
  await signUp(context.request, newApplicant())
  await answerAll(page, busyDesk)
  await page.goto(pages.dashboard)
  const months = page.getByRole('table').filter({ hasText: 'Clicks' })
  await months.waitFor()
  expect(await page.evaluate(findWide)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  const scrolls = () =>
    months.evaluate((table) => table.clientWidth > (table.parentElement?.clientWidth ?? 0))
  await expect.poll(scrolls).toBe(false)
})
