import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import {
  fullName,
  logInAsAdmin,
  newApplicant,
  signUp,
  type Applicant,
} from '@tests/support/client/people'
import { checkPhoneLook, saveFile } from '@tests/support/client/journey-steps'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const family = `Listed${newApplicant().lastName.replace(/\D/g, '')}`
const people: Applicant[] = []

beforeAll(async () => {
  for (const firstName of ['Bob', 'zoe', 'Ann']) {
    const person = newApplicant({ firstName, lastName: family })
    await signUp(await openSession(), person)
    people.push(person)
  }
})

async function openUsers(query: string, width = 1440) {
  const visitor = await openVisitor({ viewport: { width, height: 900 } })
  await logInAsAdmin(visitor.context.request)
  await visitor.page.goto(`/admin/users?search=${family}${query}`)
  return visitor
}

const seeNames = async (page: Page, wanted: string[]) =>
  expect
    .poll(async () => {
      const names = await page.locator('tbody tr button.link').allTextContents()
      return names.map((name) => name.split(' ')[0])
    })
    .toEqual(wanted)

test('the administrator sorts people by date or name; reload and Back keep the order', async () => {
  const { page } = await openUsers('')
  await seeNames(page, ['Ann', 'zoe', 'Bob'])
  await page.getByRole('button', { name: 'Sort by registered' }).click()
  await seeNames(page, ['Bob', 'zoe', 'Ann'])
  await page.getByLabel('Sort', { exact: true }).selectOption('Name')
  await seeNames(page, ['Ann', 'Bob', 'zoe'])
  await page.reload()
  await seeNames(page, ['Ann', 'Bob', 'zoe'])
  await page.goBack()
  await seeNames(page, ['Bob', 'zoe', 'Ann'])
})

test('the queue is a plain address: oldest first, pending', async () => {
  const { page } = await openUsers('&status=pending&sort=oldest')
  await seeNames(page, ['Bob', 'zoe', 'Ann'])
  await page.getByRole('button', { name: 'Remove filter: Pending' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe(`?search=${family}&sort=oldest`)
})

test('the administrator narrows a list to some days', async () => {
  const { page } = await openUsers('')
  await page.getByLabel('Date', { exact: true }).selectOption('Today')
  await seeNames(page, ['Ann', 'zoe', 'Bob'])
  await page.getByLabel('Date', { exact: true }).selectOption('Custom…')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByText('No users match').waitFor()
  await page.getByRole('button', { name: /^Remove filter/ }).click()
  await seeNames(page, ['Ann', 'zoe', 'Bob'])
})

test('the administrator takes what a list shows away as a file', async () => {
  const { page } = await openUsers('&sort=name')
  const { name, bytes } = await saveFile(page, () =>
    page.getByRole('link', { name: 'Export CSV (3)' }).click(),
  )
  expect(name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  const lines = String(bytes).trimEnd().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['Ann', 'Bob', 'zoe'])
})

test('on a phone people are sorted and narrowed too', async () => {
  const { page } = await openUsers('&sort=oldest', 360)
  const [first] = people
  if (!first) throw new Error('Three people')
  await page
    .getByRole('button', { name: fullName(first) })
    .first()
    .waitFor()
  await page.getByLabel('Date', { exact: true }).selectOption('Last 7 days')
  await page.getByRole('button', { name: 'Remove filter: Last 7 days' }).waitFor()
  await checkPhoneLook(page)
  const { name } = await saveFile(page, () =>
    page.getByRole('link', { name: 'Export CSV (3)' }).click(),
  )
  expect(name).toMatch(/^users-.+\.csv$/)
})
