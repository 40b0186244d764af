import { expect, test } from 'vitest'
import {
  checkLook,
  chooseFile,
  confirmWith,
  fillAccountFields,
  holdScripts,
  open,
  rowWith,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import {
  logInAsAdmin,
  newApplicant,
  ownPicture,
  readOwnLink,
  signUp,
} from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

// The journeys are one network, and the fifth who signs up by a link there is held back: here are three.

test('someone gets a link and becomes the referrer of who opens it last', async () => {
  const other = await openSession()
  await signUp(other, newApplicant())
  const { page, context } = await openVisitor({ viewport: { width: 360, height: 740 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, '/referral-program')
  await page.getByRole('radio', { name: 'Share a link' }).check()
  const form = page.getByRole('form', { name: 'Get your link' })
  await fillAccountFields(form, newApplicant())
  await form.getByRole('button', { name: 'Get Your Link' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('No one has signed up through your link yet').waitFor()
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.slice(0, 2)).toEqual(['Before We Can Pay You', 'Your Referral Link'])
  expect(headings.at(-1)).toBe('Do you have good credit yourself?')
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await seeToast(page, 'Link copied')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/r\/[2-9A-HJKMNP-Z]{8}$/)
  for (const [kind, begins] of [
    ['PNG', /^.PNG/],
    ['SVG', /^<svg /],
  ] as const) {
    const button = page.getByRole('button', { name: `${kind} of the QR code` })
    const { bytes } = await saveFile(page, () => button.click())
    expect(bytes.toString('latin1')).toMatch(begins)
  }

  const friend = newApplicant({ firstName: 'Noor', lastName: 'Hassan' })
  const visit = await openVisitor()
  await visit.page.goto(await readOwnLink(other))
  await visit.page.goto(link)
  await signUp(visit.context.request, friend)
  await page.reload()
  await rowWith(page, 'Noor H.', 'In review').waitFor()
  const shown = await page.content()
  expect([friend.lastName, friend.email].filter((word) => shown.includes(word))).toEqual([])
  expect(await (await other.get('/api/referral-desk/referrals')).json()).toEqual([])
})

test.each([
  ['keeps no cookie', false],
  ['keeps none, and before the app was there', true],
])('a partner’s link counts in a browser that %s', async (_, isHasty) => {
  const partner = newApplicant()
  const { page, context } = await openVisitor()
  await signUp(context.request, partner)
  const friend = newApplicant({ firstName: 'Omar', lastName: 'Karim' })
  const { page: visit, context: forgetful } = await openVisitor()
  const goOn = isHasty ? await holdScripts(visit) : undefined
  await visit.goto(await readOwnLink(context.request), { waitUntil: isHasty ? 'commit' : 'load' })
  const kept = async () => (await forgetful.cookies()).map(({ name }) => name)
  expect(await kept()).toEqual(['referral'])
  await forgetful.clearCookies()
  await visit.getByRole('link', { name: 'Sign Up' }).first().click()
  goOn?.()
  await chooseFile(visit, ownPicture(friend))
  await fillAccountFields(visit, friend)
  await visit.getByRole('button', { name: 'Submit Application' }).click()
  await visit.waitForURL('**/dashboard')
  expect(await kept()).not.toContain('referral')
  await page.goto('/dashboard')
  await rowWith(page, 'Omar K.', 'In review').waitFor()
})

test('a partner with an approved referral says how to be paid and takes a statement along', async () => {
  const partner = newApplicant()
  const { page, context } = await openVisitor({ viewport: { width: 360, height: 740 } })
  await signUp(context.request, partner)
  const friend = newApplicant({ firstName: 'Ines', lastName: 'Moreau' })
  const visit = await openVisitor()
  await visit.page.goto(await readOwnLink(context.request))
  const { request } = visit.context
  await signUp(request, friend)
  const { id } = await (await request.get('/api/user')).json()
  const admin = await openSession()
  await logInAsAdmin(admin)
  const decision = { data: { status: 'approved' } }
  expect((await admin.patch(`/api/admin/users/${id}/status`, decision)).status()).toBe(200)

  await page.goto('/dashboard')
  await rowWith(page, 'Ines M.', 'Approved').waitFor()
  const earnings = page.getByRole('region', { name: 'Your Earnings' })
  await earnings.getByRole('link', { name: 'Add Payout Method' }).click()
  await page.getByRole('tab', { name: 'Bank transfer (ACH)' }).click()
  const form = page.getByRole('form', { name: 'Bank transfer (ACH)' })
  await form.getByLabel('Routing number').fill('021000021')
  await form.getByLabel('Account number').fill('77123498761234')
  await checkLook(page)
  await form.getByRole('button', { name: 'Save Payment Settings' }).click()
  await confirmWith(page, partner.password)
  await seeToast(page, 'Your payment settings are saved')
  await page.getByText('Bank transfer (ACH), ending in 1234').waitFor()
  await page.getByRole('region', { name: 'To Do' }).waitFor({ state: 'detached' })
  await earnings.getByText(/\$500\.00 on [A-Z][a-z]{2} 15/).waitFor()

  const month = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    year: 'numeric',
    timeZone: 'America/New_York',
  }).format(new Date())
  for (const [kind, holds] of [
    ['PDF', /^%PDF-/],
    ['CSV', /Ines M\./],
  ] as const) {
    const statement = page.getByRole('link', {
      name: `${kind} statement for ${month}`,
    })
    const { bytes } = await saveFile(page, () => statement.click())
    expect(bytes.toString('latin1')).toMatch(holds)
  }
  expect(await page.content()).not.toContain('77123498761234')
})
