import type { Page } from 'playwright-core'

/** Before the page is opened: keeps the sum of all its layout shifts, which Lighthouse calls CLS. */
export const watchShifts = (page: Page): Promise<unknown> => page.addInitScript(addUpShifts)

export const readShift = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))

/** Runs in the page. */
function addUpShifts(): void {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value } = Object.assign({ value: 0 }, entry.toJSON())
      sum += value
    }
    document.documentElement.dataset['shift'] = sum.toFixed(4)
  }).observe({ type: 'layout-shift', buffered: true })
}
