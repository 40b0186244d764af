import { expect, test } from 'vitest'
import { desk, phone, setUpAdmin } from '@tests/support/client/admin-window'
import {
  answerBrowser,
  expectToFit,
  giveReason,
  rowWith,
  seeToast,
} from '@tests/support/client/journey-steps'
import { fullName, newApplicant, shareLogin } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const permissions = ['clipboard-read', 'clipboard-write']
const openAdmin = setUpAdmin(setUpVisitors(), { ...desk, permissions })
const newService = () => `Score Watch ${newApplicant().lastName.replace(/\D/g, '')}`
const listOf = (serviceName: string) =>
  `/admin/credentials?search=${encodeURIComponent(serviceName)}`

test('the administrator reads and copies a shared login as it was typed, with its notes', async () => {
  const serviceName = newService()
  const password = ' Bl0w<fish>&"1lI '
  const notes = 'Call before you log in.\nFirst pet: Zoë.'
  const partner = await openSession()
  const uploadKey = await shareLogin(partner, { serviceName, password, notes })
  const person = newApplicant()
  const data = { ...person, uploadKey, agreeToTerms: true }
  const { id } = await (await partner.post('/api/register', { data })).json()

  const { page } = await openAdmin(listOf(serviceName))
  const row = rowWith(page, serviceName, 'rosa', 'Pending')
  expect(await row.locator('code').textContent()).toBe(password)
  const owner = row.locator('td:nth-child(6)')
  expect(await owner.textContent()).toContain(`${id} ${fullName(person)}`)
  const link = owner.getByRole('link', { name: fullName(person) })
  expect(await link.getAttribute('href')).toBe(`/admin/users?open=${id}`)
  await row.getByRole('link', { name: 'score-watch.example/login', exact: true }).waitFor()
  const button = page.getByRole('button', { name: `Notes for ${serviceName}` })
  expect(await answerBrowser(page, 'accept', () => button.click())).toBe(notes)

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: `Copy password for ${serviceName}` }).click()
  await expect.poll(clipboard).toBe(password)
  await page.getByRole('button', { name: `Copy username for ${serviceName}` }).click()
  await expect.poll(clipboard).toBe('rosa')
})

test('the administrator decides about a login by dropdown, and deletes it after a yes', async () => {
  const serviceName = newService()
  await shareLogin(await openSession(), { serviceName })
  const { page } = await openAdmin(listOf(serviceName))
  await page.getByLabel(`Status of ${serviceName}`).selectOption('Rejected')
  await giveReason(page)
  await seeToast(page, 'Credential status updated successfully', `Rejected ${serviceName}`)
  await rowWith(page, serviceName, 'Rejected').waitFor()

  const remove = page.getByRole('button', { name: `Delete credentials for ${serviceName}` })
  const question = `Are you sure you want to delete these credentials for ${serviceName}?`
  expect(await answerBrowser(page, 'dismiss', () => remove.click())).toBe(question)
  expect(await answerBrowser(page, 'accept', () => remove.click())).toBe(question)
  await seeToast(page, 'Credentials deleted')
  await page.getByText('No credentials match').waitFor()
})

test('on a phone, the administrator reads and decides about a shared login', async () => {
  const serviceName = newService()
  const password = 'p'.repeat(200)
  await shareLogin(await openSession(), { serviceName, password, notes: 'Call first.' })
  const { page } = await openAdmin(listOf(serviceName), phone)
  const card = rowWith(page, serviceName)
  await card.getByText(password, { exact: true }).waitFor()
  await expectToFit(page)
  const notes = await answerBrowser(page, 'accept', () =>
    card.getByRole('button', { name: `Notes for ${serviceName}` }).tap(),
  )
  expect(notes).toBe('Call first.')
  await page.getByLabel(`Status of ${serviceName}`).selectOption('Approved')
  await card.getByText('Approved', { exact: true }).first().waitFor()
})
