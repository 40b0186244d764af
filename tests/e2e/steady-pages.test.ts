import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pages } from '@shared/pages'
import { readShift, watchShifts } from '@tests/support/client/layout-shift'
import { logInAsAdmin } from '@tests/support/client/people'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const steadyBelow = 0.02
const adminPages = Object.values(pages).filter((path) => path.startsWith(pages.admin))

test.each([
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 360, height: 740 }],
])(
  'on a %s, nothing of the administrator’s pages moves when late answers come',
  async (_, viewport) => {
    const { page, context } = await openVisitor({ viewport })
    await logInAsAdmin(context.request)
    await page.route('**/api/admin/**', async (route) => {
      await delay(400)
      await route.continue()
    })
    // Another journey's bulk run is shown above the lists while it goes on.
    await page.route('**/api/admin/bulk-runs?**', (route) => route.fulfill({ json: [] }))
    await watchShifts(page)
    for (const path of adminPages) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await readShift(page), path).toBeLessThan(steadyBelow)
    }
  },
)

test.each([
  ['a form', true],
  ['whom to call', false],
])(
  'on a phone, nothing moves when a forgotten password gets %s, however late',
  async (_, configured) => {
    const { page } = await openVisitor({ viewport: { width: 360, height: 740 } })
    await page.route('**/api/mail-status', async (route) => {
      await delay(400)
      await route.fulfill({ json: { configured } })
    })
    await watchShifts(page)
    await page.goto(pages.resetPassword, { waitUntil: 'networkidle' })
    await page.getByRole('link', { name: 'Back to login' }).waitFor()
    expect(await readShift(page)).toBeLessThan(0.001)
  },
)
