import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  newApplicant,
  ownReport,
  readOwnLink,
  signUp,
  type Applicant,
} from '@tests/support/client/people'
import { chooseFile, fillAccountFields, rowWith } from '@tests/support/client/journey-steps'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

// The journeys are one network, and the fifth who signs up by a link there is held back: with two of the
// desk's, there may be two here.

/** From the page that a link led to. */
async function apply(page: Page, applicant: Applicant): Promise<void> {
  await page.getByRole('link', { name: 'Sign Up' }).first().click()
  await chooseFile(page, ownReport(applicant))
  await fillAccountFields(page, applicant)
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.waitForURL('**/dashboard')
}

test('someone gets a link, and who opens it after another one becomes their referral', async () => {
  const partner = await openSession()
  await signUp(partner, newApplicant())
  const { page } = await openVisitor()
  await page.goto('/referral-program')
  const form = page.getByRole('form', { name: 'Get your link' })
  await fillAccountFields(form, newApplicant())
  await form.getByRole('button', { name: 'Get Your Link' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('No one has signed up through your link yet').waitFor()
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect([headings[0], headings.at(-1)]).toEqual([
    'Your Referral Link',
    'Do you have good credit yourself?',
  ])
  const link = await readOwnLink(page.context().request)
  await page.getByText(link, { exact: true }).waitFor()

  const friend = newApplicant({ firstName: 'Noor', lastName: 'Hassan' })
  const { page: visit } = await openVisitor()
  await visit.goto(await readOwnLink(partner))
  await visit.goto(link)
  await apply(visit, friend)

  await page.reload()
  await rowWith(page, 'Noor H.', 'In review').waitFor()
  const shown = await page.content()
  expect([friend.lastName, friend.email].filter((word) => shown.includes(word))).toEqual([])
  expect(await (await partner.get('/api/referral-desk/referrals')).json()).toEqual([])
})

test('a partner’s link counts in a browser that keeps no cookie', async () => {
  const partner = newApplicant()
  const { page, context } = await openVisitor()
  await signUp(context.request, partner, ownReport(partner))

  const { page: visit, context: forgetful } = await openVisitor()
  await visit.goto(await readOwnLink(context.request))
  const kept = async () => (await forgetful.cookies()).map(({ name }) => name)
  expect(await kept()).toEqual(['referral'])
  await forgetful.clearCookies()
  await apply(visit, newApplicant({ firstName: 'Omar', lastName: 'Karim' }))
  expect(await kept()).not.toContain('referral')

  await page.goto('/dashboard')
  await rowWith(page, 'Omar K.', 'In review').waitFor()
})
