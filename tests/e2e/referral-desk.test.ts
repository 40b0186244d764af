import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { logInAsAdmin, newApplicant, ownReport, signUp } from '@tests/support/client/people'
import { checkPhoneLook, findViolations, seeToast } from '@tests/support/client/journey-steps'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

async function save(page: Page, button: string): Promise<{ download: Download; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: button })
      .or(page.getByRole('link', { name: button }))
      .click(),
  ])
  return { download, bytes: await readFile(await download.path()) }
}

test.each([1440, 360])(
  'a partner copies their link, saves its QR code, says how to be paid and takes a statement along, at %i px',
  async (width) => {
    const person = newApplicant()
    const { page, context } = await openVisitor({ viewport: { width, height: 900 } })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signUp(context.request, person, ownReport(person))
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Copy Link' }).click()
    await seeToast(page, 'Link copied')
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/r\/[2-9A-HJKMNP-Z]{8}$/)

    const png = await save(page, 'Save the QR code as PNG')
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
    const svg = await save(page, 'Save the QR code as SVG')
    expect(svg.bytes.toString()).toMatch(/^<svg /)

    const friend = newApplicant({ firstName: 'Noor', lastName: 'Hassan' })
    const visitor = await openVisitor()
    await visitor.page.goto(link)
    const { request } = visitor.context
    await signUp(request, friend, ownReport(friend))
    const { id } = await (await request.get('/api/user')).json()
    const admin = await openSession()
    await logInAsAdmin(admin)
    const decision = { data: { status: 'approved' } }
    expect((await admin.patch(`/api/admin/users/${id}/status`, decision)).status()).toBe(200)

    await page.reload()
    await page.getByText('Noor H.').waitFor()
    const earnings = page.getByRole('region', { name: 'Your Earnings' })
    await earnings.getByText('Complete your profile first').waitFor()
    await page.getByRole('link', { name: 'Choose How We Pay You' }).click()
    await page.getByRole('tab', { name: 'Bank transfer (ACH)' }).click()
    const form = page.getByRole('form', { name: 'Bank transfer (ACH)' })
    await form.getByLabel('Routing number').fill('021000021')
    await form.getByLabel('Account number').fill('77123498761234')
    await form.getByLabel('Your password').fill(person.password)
    if (width === 360) await checkPhoneLook(page)
    else expect(await findViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Save Payment Settings' }).click()
    await seeToast(page, 'Your payment settings are saved')
    await page.getByText('Bank transfer (ACH), ending in 1234').waitFor()
    await page.getByRole('heading', { name: 'Your Profile Is Complete' }).waitFor()
    await earnings.getByText(/\$500\.00 on [A-Z][a-z]{2} 15/).waitFor()

    const month = new Intl.DateTimeFormat('en-US', {
      month: 'short',
      year: 'numeric',
      timeZone: 'America/New_York',
    }).format(new Date())
    const pdf = await save(page, `Download the statement for ${month} as PDF`)
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const csv = await save(page, `Download the statement for ${month} as CSV`)
    expect(csv.bytes.toString()).toContain('Noor H.')
    expect(await page.content()).not.toContain('77123498761234')
  },
)
