import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fullName, logInAsAdmin, type Applicant } from '@tests/support/client/people'
import { answerBrowser, giveReason, rowWith, seeToast } from '@tests/support/client/journey-steps'
import { signUpFamily } from '@tests/support/client/sign-up-family'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

async function openUsers(query = '') {
  const visitor = await openVisitor()
  await logInAsAdmin(visitor.context.request)
  await visitor.page.goto(`/admin/users${query}`)
  await visitor.page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  return visitor
}

const searchBox = (page: Page) => page.getByLabel('Search by name, email, or phone')
const statusFilter = (page: Page) => page.getByLabel('Status', { exact: true })

/** Waits until the list holds these people in this order. */
async function seeList(page: Page, people: Applicant[]): Promise<void> {
  const names = () => page.locator('tbody tr td:first-child').allTextContents()
  await expect
    .poll(async () => (await names()).map((name) => name.replace(/^Name/, '')))
    .toEqual(people.map(fullName))
}

test('the administrator finds people by any part of name, email or phone, newest first', async () => {
  const { family, people } = await signUpFamily(2)
  const [first, second] = people
  if (!first || !second) throw new Error('Two people')
  const { page } = await openUsers()
  for (const [search, found] of [
    [family, [second, first]],
    [`  ${family.toUpperCase().slice(1)} `, [second, first]],
    [`${family} person2`, [second]],
    [first.email.toUpperCase().slice(0, -3), [first]],
    [first.phoneNumber, [first]],
    [second.phoneNumber.replace(/\D/g, ''), [second]],
    [second.phoneNumber.replace(/\D/g, '').replace(/^(...)(...)/, '$1.$2.'), [second]],
  ] as const) {
    await searchBox(page).fill(search)
    await seeList(page, [...found])
  }
  await searchBox(page).fill(`${family}%`)
  await page.getByText('No users match').waitFor()
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  expect(await searchBox(page).inputValue()).toBe('')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await rowWith(page, fullName(second)).waitFor()
})

test('the administrator is not in the list, and no one finds her there', async () => {
  const { page } = await openUsers('?search=admin%40portal.example')
  await page.getByText('No users match').waitFor()
  await page.getByText('0 users', { exact: true }).waitFor()
})

test('reload, Back and a pasted address show the same search and filter again', async () => {
  const { family, people } = await signUpFamily(2)
  const newestFirst = people.toReversed()
  const { page } = await openUsers()
  await searchBox(page).fill(family)
  await seeList(page, newestFirst)
  await statusFilter(page).selectOption('Rejected')
  await page.getByText('No users match').waitFor()
  await statusFilter(page).selectOption('Pending')
  await seeList(page, newestFirst)
  const address = page.url()
  expect(new URL(address).search).toBe(`?search=${family}&status=pending`)

  await page.reload()
  await seeList(page, newestFirst)
  expect(await searchBox(page).inputValue()).toBe(family)
  expect(await statusFilter(page).inputValue()).toBe('pending')

  await page.goBack()
  await page.getByText('No users match').waitFor()
  expect(await statusFilter(page).inputValue()).toBe('rejected')
  await page.goBack()
  await seeList(page, newestFirst)
  expect(await statusFilter(page).inputValue()).toBe('')

  const { page: pasted } = await openUsers(new URL(address).search)
  await seeList(pasted, newestFirst)
  expect(await searchBox(pasted).inputValue()).toBe(family)
})

test('the administrator approves, rejects and approves again: each button only where it fits', async () => {
  const { family, people } = await signUpFamily(2)
  const [person] = people
  if (!person) throw new Error('Two people')
  const name = fullName(person)
  const { page } = await openUsers(`?search=${family}`)
  const decisions: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') decisions.push(request.postDataJSON())
  })
  const row = rowWith(page, name)
  const approve = row.getByRole('button', { name: `Approve ${name}` })
  const reject = row.getByRole('button', { name: `Reject ${name}` })
  await row.getByText('Pending', { exact: true }).waitFor()
  expect([await approve.count(), await reject.count()]).toEqual([1, 1])

  // A double click whose second half comes when Reject stands in the place of Approve.
  const box = await approve.boundingBox()
  if (!box) throw new Error('Approve is not shown')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await row.getByText('Approved', { exact: true }).waitFor()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await seeToast(page, 'Status updated successfully', `Approved ${name}`)
  expect([await approve.count(), await reject.count()]).toEqual([0, 1])
  await reject.click()
  await giveReason(page)
  await row.getByText('Rejected', { exact: true }).waitFor()
  expect([await approve.count(), await reject.count()]).toEqual([1, 0])
  await approve.click()
  await row.getByText('Approved', { exact: true }).waitFor()
  expect(decisions).toEqual([
    { status: 'approved', basedOn: 'pending' },
    { status: 'rejected', basedOn: 'approved' },
    { status: 'approved', basedOn: 'rejected' },
  ])
  await page.reload()
  await row.getByText('Approved', { exact: true }).waitFor()
})

test('a decision that someone made in another window meanwhile is shown, not overwritten', async () => {
  const { family, people } = await signUpFamily(1)
  const [person] = people
  if (!person) throw new Error('One person')
  const { page, allow } = await openUsers(`?search=${family}`)
  const { page: other } = await openUsers(`?search=${family}`)
  allow(/409|Request failed/)
  await other.getByRole('button', { name: `Reject ${fullName(person)}` }).click()
  await giveReason(other)
  await rowWith(other, 'Rejected').waitFor()
  await page.getByRole('button', { name: `Approve ${fullName(person)}` }).click()
  await page.getByText('Failed to update user status', { exact: true }).first().waitFor()
  await rowWith(page, 'Rejected').waitFor()
})

test('the administrator deletes a person only after a yes', async () => {
  const { family, people } = await signUpFamily(2)
  const [kept, gone] = people
  if (!kept || !gone) throw new Error('Two people')
  const { page, context, allow } = await openUsers(`?search=${family}`)
  allow(/ERR_INTERNET_DISCONNECTED|Request failed/)
  const remove = page.getByRole('button', { name: `Delete ${fullName(gone)}` })
  const whatGoes =
    'This removes their details, their documents with every earlier version and backup copy, their shared logins, our emails to them, and their sessions, at once and for good. The audit trail keeps that it happened.'
  const question = `Are you sure you want to delete user ${fullName(gone)}?\n\n${whatGoes}`
  expect(await answerBrowser(page, 'dismiss', () => remove.click())).toBe(question)
  await context.setOffline(true)
  expect(await answerBrowser(page, 'accept', () => remove.click())).toBe(question)
  const lost = 'The connection was lost. Please check your internet connection and try again.'
  await seeToast(page, 'Error', `Failed to delete user: ${lost}`)
  await context.setOffline(false)
  await page.reload()
  await seeList(page, [gone, kept])

  await answerBrowser(page, 'accept', () => remove.click())
  await seeToast(page, 'User deleted')
  await seeList(page, [kept])
  // The document is gone as well.
  await page.goto(`/admin/reports?search=${family}`)
  await page.getByText(fullName(kept)).first().waitFor()
  expect(await page.getByText(fullName(gone)).count()).toBe(0)
})
