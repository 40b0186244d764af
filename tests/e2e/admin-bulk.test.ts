import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { fullName, logInAsAdmin, type Applicant } from '@tests/support/client/people'
import {
  answerBrowser,
  checkPhoneLook,
  giveReason,
  rowWith,
} from '@tests/support/client/journey-steps'
import { signUpFamily } from '@tests/support/client/sign-up-family'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

async function openUsers(family: string, width = 1440) {
  const visitor = await openVisitor({ viewport: { width, height: 900 } })
  await logInAsAdmin(visitor.context.request)
  await visitor.page.goto(`/admin/users?search=${family}`)
  await rowWith(visitor.page, family).first().waitFor()
  return visitor
}

const select = (page: Page, person: Applicant) =>
  page.getByRole('checkbox', { name: `Select ${fullName(person)}` }).check()
const selection = (page: Page) => page.getByRole('region', { name: 'Selection' })
const progress = (page: Page) => page.getByRole('region', { name: 'Progress' })

test('the administrator rejects chosen people with one reason, and sees what became of it', async () => {
  const { family, people } = await signUpFamily(3)
  const [first, second, third] = people
  if (!first || !second || !third) throw new Error('Three people')
  const { page } = await openUsers(family)
  await select(page, first)
  await select(page, third)
  await selection(page).getByText('2 users selected').waitFor()
  await selection(page).getByRole('button', { name: 'Reject…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 2 Users' })
  await dialog.getByLabel('In your own words').fill('The report is too old.')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()

  await progress(page).getByText('Rejected 2 users').waitFor()
  await rowWith(page, fullName(first), 'Rejected').waitFor()
  await rowWith(page, fullName(second), 'Pending').waitFor()
  await rowWith(page, fullName(third), 'Rejected').waitFor()
  expect(await selection(page).count()).toBe(0)

  await page.reload()
  await progress(page).getByText('Rejected 2 users').waitFor()
  await progress(page).getByRole('button', { name: 'Dismiss' }).click()
  await page.reload()
  await rowWith(page, family).first().waitFor()
  expect(await progress(page).count()).toBe(0)
})

test('two tabs: who was decided in the other one meanwhile is skipped and named', async () => {
  const { family, people } = await signUpFamily(2)
  const [first, second] = people
  if (!first || !second) throw new Error('Two people')
  const { page } = await openUsers(family)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await selection(page).getByText('2 users selected').waitFor()

  const { page: other } = await openUsers(family)
  await other.getByRole('button', { name: `Reject ${fullName(first)}` }).click()
  await giveReason(other)
  await rowWith(other, 'Rejected').waitFor()

  const approve = () => selection(page).getByRole('button', { name: 'Approve' }).click()
  expect(await answerBrowser(page, 'accept', approve)).toBe('Approve 2 users?')
  await progress(page).getByText('Approved 1 of 2 users').waitFor()
  await progress(page).getByText('1 skipped').click()
  await progress(page)
    .getByText(`${fullName(first)}: The status was changed to rejected in the meantime`)
    .waitFor()
  await rowWith(page, fullName(second), 'Approved').waitFor()
})

test('the administrator deletes everyone whom the filter shows, after a yes', async () => {
  const { family, people } = await signUpFamily(3)
  const [first] = people
  if (!first) throw new Error('Three people')
  const { page } = await openUsers(family)
  await select(page, first)
  await selection(page).getByRole('button', { name: 'Select All 3 Users' }).click()
  await selection(page).getByText('3 users selected').waitFor()
  const remove = () => selection(page).getByRole('button', { name: 'Delete' }).click()
  const question = /^Are you sure you want to delete 3 users\?\n\nThis removes their details,/
  expect(await answerBrowser(page, 'dismiss', remove)).toMatch(question)
  expect(await answerBrowser(page, 'accept', remove)).toMatch(question)
  await progress(page).getByText('Deleted 3 users').waitFor()
  await page.getByText('No users match').waitFor()
})

test('on a phone people are chosen and acted on too', async () => {
  const { family, people } = await signUpFamily(2)
  const [first] = people
  if (!first) throw new Error('Two people')
  const { page } = await openUsers(family, 360)
  await select(page, first)
  await selection(page).getByRole('button', { name: 'Select This Page' }).click()
  await selection(page).getByText('2 users selected').waitFor()
  await checkPhoneLook(page)
  await selection(page).getByRole('button', { name: 'Reject…' }).click()
  await checkPhoneLook(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await progress(page).getByText('Rejected 2 users').waitFor()
})
