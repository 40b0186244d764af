import { existsSync, statSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isInView, open, saveFile } from '@tests/support/client/journey-steps'
import { logInAsAdmin, newApplicant } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const waitUntilInView = (part: Locator) => expect.poll(() => isInView(part)).toBe(true)

interface Field {
  label: string
  name: string
  value: string
}

/** The public forms, as someone new fills them in. */
const forms = [
  {
    path: '/support',
    list: '/api/admin/messages',
    submit: 'Send Message',
    notSent: 'Your message was not sent',
    receipt: 'We have your message about “My review” and will reply within 24 hours to',
    another: 'Send Another Message',
    fields: [
      { label: 'Email', name: 'email', value: newApplicant().email },
      { label: 'Subject', name: 'subject', value: 'My review' },
      { label: 'Message', name: 'message', value: 'How long does it take?\nI sent it on Monday.' },
    ],
  },
  {
    path: '/referral-program?way=details',
    list: '/api/admin/referrals',
    submit: 'Submit Referral',
    notSent: 'Your referral was not sent',
    receipt: 'Thank you, Sam Okafor. We have your referral of Björn Ågren',
    another: 'Refer Someone Else',
    fields: [
      { label: 'Your email', name: 'email', value: newApplicant().email },
      { label: 'Your name', name: 'name', value: 'Sam Okafor' },
      { label: 'Your phone', name: 'phone', value: '(303) 555-0111' },
      { label: 'Referral name', name: 'referralName', value: 'Björn Ågren' },
      { label: 'Referral email', name: 'referralEmail', value: 'bjorn@friend.example' },
      { label: 'Referral phone', name: 'referralPhone', value: '303-555-0122' },
    ],
  },
]

const findField = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label, exact: true })

async function readFields(page: Page, fields: Field[]): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const { label, name } of fields) values[name] = await findField(page, label).inputValue()
  return values
}

test.each(forms)(
  '$path: without a network nothing typed is lost, and what is sent at last reaches the administrator once',
  async ({ path, list, submit, notSent, receipt, another, fields }) => {
    const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    const { page, context, allow } = await openVisitor()
    allow(/ERR_INTERNET_DISCONNECTED|The connection was lost/)
    await open(page, path)
    for (const { label, value } of fields) await findField(page, label).fill(value)
    // For programs only: a person neither sees nor fills it in.
    const trap = page.locator('form [aria-hidden="true"]').filter({ hasText: 'Website' })
    expect((await trap.boundingBox())?.width).toBe(1)

    await context.setOffline(true)
    await page.getByRole('button', { name: submit }).click()
    const alert = page.locator('[data-refusal]').filter({ hasText: notSent })
    const lost = 'The connection was lost. Please check your internet connection and try again.'
    await alert.getByText(lost).waitFor()
    expect(await readFields(page, fields)).toEqual(typed)
    await context.setOffline(false)
    await page.getByRole('button', { name: submit }).click()
    await page.getByRole('button', { name: another }).waitFor()
    await page.getByRole('main').getByText(receipt).waitFor()

    const admin = await openSession()
    await logInAsAdmin(admin)
    const received = await admin.get(`${list}?search=${typed['email']}`)
    expect(await received.json()).toMatchObject([{ ...typed, status: 'new' }])
    await page.getByRole('button', { name: another }).click()
    expect(new Set(Object.values(await readFields(page, fields)))).toEqual(new Set(['']))
  },
)

test('a visitor finds the way from the landing page, whose header stays in sight', async () => {
  const { page } = await openVisitor()
  await open(page, '/')
  await page.getByRole('link', { name: 'Signup', exact: true }).first().click()
  await waitUntilInView(page.locator('#signup'))
  expect(new URL(page.url()).hash).toBe('#signup')

  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  const scrolled = () => page.evaluate(() => window.scrollY)
  await expect.poll(scrolled).toBeGreaterThan(2000)
  const header = page.getByRole('banner')
  expect((await header.boundingBox())?.y).toBe(0)
  await header.getByRole('link', { name: 'Login' }).click()
  await title(page, 'Welcome Back').waitFor()
  await expect.poll(scrolled).toBe(0)

  for (const [name, fileName] of [
    ['Business License (PDF)', 'business-license.pdf'],
    ['Due Diligence (PDF)', 'due-diligence.pdf'],
  ] as const) {
    const saved = await saveFile(page, () => footer.getByRole('link', { name }).click())
    expect(saved.name).toBe(fileName)
    expect(saved.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  }

  await header.getByRole('link', { name: 'Home', exact: true }).click()
  const call = page.getByRole('region', { name: 'Put your credit to work' })
  await call.getByRole('link', { name: 'Sign Up' }).click()
  await title(page, 'Credit Partner Application').waitFor()
})

test('the landing page takes less than 100 kB of JavaScript', async () => {
  const { page } = await openVisitor({ viewport: { width: 360, height: 740 } })
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  })
  await open(page, '/')
  // What follows while the page is idle is asked for by then.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  // As a browser gets them that takes gzip only.
  const sizes = [...scripts].map((path) => {
    const built = `dist/client${path}`
    return statSync(existsSync(`${built}.gz`) ? `${built}.gz` : built).size
  })
  expect(sizes.length).toBeGreaterThan(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000)
})
