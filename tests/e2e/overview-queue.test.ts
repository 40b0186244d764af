import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fullName, logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { checkPhoneLook, rowWith, seeToast } from '@tests/support/client/journey-steps'
import { startSharedPortal } from '@tests/support/portal/shared-portal'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
// A portal of its own, in which everything can be counted.
const portal = await startSharedPortal()

const letter = { email: 'noor@partner.example', subject: 'When?', message: 'When do you decide?' }

async function openOverview(viewport: { width: number; height: number }) {
  const visitor = await openVisitor({ baseURL: portal.origin, viewport })
  await logInAsAdmin(visitor.context.request)
  await visitor.page.goto('/admin')
  await visitor.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  return visitor
}

const cardTexts = (page: Page) =>
  page.getByRole('list', { name: 'What waits' }).getByRole('listitem').allTextContents()

test('the administrator sees what waits and goes to it', async () => {
  const people = [1, 2, 3].map((number) => newApplicant({ firstName: `Person${number}` }))
  for (const person of people) {
    const session = await openSession(portal.origin)
    await signUp(session, person)
    const sent = await session.post('/api/messages', { data: letter })
    expect(sent.status()).toBe(201)
  }
  const { page, context } = await openOverview({ width: 1440, height: 900 })
  await expect
    .poll(() => cardTexts(page))
    .toEqual([
      'Pending Users3The oldest has waited less than an hour.',
      'Unread Messages3',
      'Unread Referrals0',
      'Failed Emails0',
      'Email Changes0',
      'Rewards on Hold0',
      'Payout Runs to Approve0',
      'Documents in Quarantine0Documents aren’t checked for viruses. Ask whoever runs the server to connect a virus scanner.',
    ])
  await page.getByText('3 received and 0 decided in the last 30 days.').waitFor()
  const messages = page.getByRole('navigation').getByRole('link', { name: 'Messages 3 unread' })
  await messages.waitFor()

  await page.getByRole('link', { name: 'Pending Users' }).click()
  await page.waitForURL('**/admin/users?status=pending&sort=oldest')
  const [newest] = await (await context.request.get('/api/admin/users')).json()
  const decided = await context.request.patch(`/api/admin/users/${newest.id}/status`, {
    data: { status: 'approved' },
  })
  expect(decided.status()).toBe(200)

  await page.goto('/admin')
  await page.getByText('3 received and 1 decided in the last 30 days.').waitFor()
  await page
    .getByText(/^Median time to a first decision, last 30 days \(\d+\): less than an hour/)
    .waitFor()
  await page.getByRole('link', { name: 'Unread Messages' }).click()
  await page.getByText('3 messages', { exact: true }).waitFor()
  await page.locator('tbody tr').first().getByRole('button').first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation').getByRole('link', { name: 'Messages 2 unread' }).waitFor()
})

test('while the portal sends no mail, the administrator finds and confirms a new email', async () => {
  const person = newApplicant()
  const newEmail = `new.${person.email}`
  const session = await openSession(portal.origin)
  await signUp(session, person)
  const data = { newEmail, currentPassword: person.password }
  expect((await session.post('/api/email-change', { data })).status()).toBe(200)
  const { page } = await openOverview({ width: 1440, height: 900 })
  await expect.poll(async () => (await cardTexts(page))[4]).toMatch(/^Email Changes1/)
  await page.getByRole('link', { name: 'Email Changes' }).click()
  await page.waitForURL('**/admin/users?emailChange=waiting')
  await rowWith(page, fullName(person)).getByText('Wants to change their email').waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: fullName(person), exact: true }).click()
  const confirm = page.getByRole('button', { name: `Confirm the new email of ${fullName(person)}` })
  await confirm.waitFor()
  await checkPhoneLook(page)
  await confirm.click()
  await seeToast(
    page,
    `${fullName(person)}’s email was changed`,
    'They’ve been logged out everywhere.',
  )
  await page.goto('/admin')
  await expect.poll(async () => (await cardTexts(page))[4]).toBe('Email Changes0')
})

test('the overview reads well on a phone and to a screen reader', async () => {
  const { page } = await openOverview({ width: 360, height: 740 })
  await page.getByRole('button', { name: '90 Days' }).click()
  await page.waitForURL('**/admin?days=90')
  const table = page.getByRole('table', { name: 'Applications and decisions, last 90 days' })
  await expect.poll(() => table.getByRole('row').count()).toBe(91)
  await checkPhoneLook(page)
  await page.reload()
  expect(await page.getByRole('button', { name: '90 Days' }).getAttribute('aria-pressed')).toBe(
    'true',
  )
})
