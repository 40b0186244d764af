import { expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { giveReason } from '@tests/support/client/journey-steps'
import { samples } from '@tests/support/samples/samples'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

/** Whether anything is drawn on the page of the document that is shown. */
const isDrawn = (page: Page) =>
  page.locator('canvas').evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement) || canvas.width < 600) return false
    const picture = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
    return picture?.data.some((value, index) => index % 4 < 3 && value < 128) ?? false
  })

async function expectInSight(page: Page, part: Locator): Promise<void> {
  const box = await part.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  expect(box && box.y >= 0 && box.y + box.height <= height).toBe(true)
}

test('the administrator reads a PDF beside the list, page by page, and decides with the keyboard', async () => {
  const applicant = newApplicant()
  const name = `${applicant.firstName} ${applicant.lastName}`
  const { page } = await openVisitor({ viewport: { width: 1440, height: 900 } })
  await signUp(page.request, applicant, samples.pdf({ pages: ['Score 742', 'Nothing overdue'] }))
  await logInAsAdmin(page.request)

  await page.goto(`/admin/reports?search=${encodeURIComponent(applicant.email)}`)
  await page.getByText('1 report', { exact: true }).waitFor()
  await page.keyboard.press('j')
  const details = page.getByRole('complementary', { name: 'credit-report.pdf' })
  await details.getByText('Page 1 of 2').waitFor()
  await expect.poll(() => isDrawn(page)).toBe(true)
  await details.getByText('Score 742').waitFor({ state: 'attached' })
  await details.getByRole('button', { name: 'Next Page' }).click()
  await details.getByText('Nothing overdue').waitFor({ state: 'attached' })
  await details.getByRole('button', { name: 'Enlarge' }).click()
  await details.getByRole('button', { name: 'Fit the width' }).waitFor()
  const region = details.getByRole('region', { name: 'Preview of credit-report.pdf' })
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => region.evaluate((node) => node.scrollTop)).toBeGreaterThan(0)
  await page.keyboard.press('ArrowLeft')
  await details.getByText('Page 1 of 2').waitFor()
  for (const decision of ['Approve', 'Reject'])
    await expectInSight(
      page,
      details.getByRole('button', { name: `${decision} credit-report.pdf` }),
    )
  await page.keyboard.press('a')
  await page.getByText('Status updated successfully').first().waitFor()
  await details.getByText('Approved', { exact: true }).first().waitFor()

  await page.goto(`/admin/users?search=${encodeURIComponent(applicant.email)}`)
  await page.getByText('1 user', { exact: true }).waitFor()
  await page.keyboard.press('j')
  const person = page.getByRole('complementary', { name })
  await person.getByText('Page 1 of 2').waitFor()
  await expect.poll(() => isDrawn(page)).toBe(true)
  await expectInSight(page, person.getByRole('button', { name: `Approve ${name}` }))
  await expectInSight(page, person.getByText('Page 1 of 2'))
  await page.keyboard.press('r')
  await giveReason(page)
  await page.getByText('Status updated successfully').first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor()
})

test('after a decision the keyboard goes on where it was', async () => {
  const applicant = newApplicant()
  const name = `${applicant.firstName} ${applicant.lastName}`
  const { page } = await openVisitor()
  await signUp(page.request, applicant)
  await logInAsAdmin(page.request)
  await page.goto(`/admin/users?search=${encodeURIComponent(applicant.email)}`)
  await page.getByRole('button', { name: `Approve ${name}` }).press('Enter')
  await page.getByText('Status updated successfully').first().waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe(name)
})
