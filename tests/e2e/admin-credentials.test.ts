import { expect, test } from 'vitest'
import type { ShareCredentialsRequest } from '@shared/credentials'
import { logInAsAdmin, newApplicant, shareLogin } from '@tests/support/client/people'
import { answerBrowser, giveReason, rowWith, seeToast } from '@tests/support/client/journey-steps'
import { credentialColumns } from '@tests/support/client/list-columns'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const newService = () => `Score Watch ${newApplicant().lastName.replace(/\D/g, '')}`

/** The administrator, looking at one shared login; with an owner unless it is unclaimed. */
async function openCredential(
  login: Partial<ShareCredentialsRequest> = {},
  options: { isClaimed: boolean } = { isClaimed: true },
) {
  const serviceName = newService()
  const partner = await openSession()
  const uploadKey = await shareLogin(partner, { serviceName, ...login })
  let userId: number | undefined
  if (options.isClaimed) {
    const data = { ...newApplicant(), uploadKey, agreeToTerms: true }
    const answer = await partner.post('/api/register', { data })
    ;({ id: userId } = await answer.json())
  }
  const { page, context, allow } = await openVisitor()
  await logInAsAdmin(context.request)
  await page.goto(`/admin/credentials?search=${encodeURIComponent(serviceName)}`)
  await rowWith(page, serviceName).waitFor()
  return { page, context, allow, serviceName, userId }
}

test('the administrator reads a shared login as it was typed, with its notes, or hides passwords', async () => {
  const password = ' Bl0w<fish>&"1lI '
  const notes = 'Call before you log in.\nFirst pet: Zoë.'
  const { page, serviceName, userId } = await openCredential({ password, notes })
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(credentialColumns)
  const row = rowWith(page, serviceName, 'rosa', 'Pending')
  expect(await row.locator('code').textContent()).toBe(password)
  expect(await row.locator('td:nth-child(6)').textContent()).toMatch(new RegExp(`${userId}$`))
  const link = row.getByRole('link', { name: 'score-watch.example/login', exact: true })
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  const button = page.getByRole('button', { name: `Notes for ${serviceName}` })
  expect(await answerBrowser(page, 'accept', () => button.click())).toBe(notes)

  await page.getByRole('switch', { name: 'Hide passwords' }).click()
  await row.getByText('Hidden', { exact: true }).waitFor()
  expect(await page.content()).not.toContain('Bl0w')
  await page.getByRole('switch', { name: 'Hide passwords' }).click()
  expect(await row.locator('code').textContent()).toBe(password)
})

test('a login without notes or account says so', async () => {
  const { page, serviceName } = await openCredential({}, { isClaimed: false })
  const row = rowWith(page, serviceName)
  await row.locator('td:nth-child(6)').getByText('N/A', { exact: true }).waitFor()
  expect(await row.getByRole('button', { name: /^Notes/ }).count()).toBe(0)
})

test('the administrator decides about a login, by dropdown or on the dashboard', async () => {
  const { page, serviceName } = await openCredential()
  const dropdown = page.getByLabel(`Status of ${serviceName}`)
  await dropdown.selectOption('Rejected')
  await giveReason(page)
  await seeToast(page, 'Credential status updated successfully', `Rejected ${serviceName}`)
  await rowWith(page, serviceName, 'Rejected').waitFor()

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const approve = page.getByRole('button', { name: `Approve credentials for ${serviceName}` })
  const reject = page.getByRole('button', { name: `Reject credentials for ${serviceName}` })
  await reject.waitFor()
  expect([await approve.isEnabled(), await reject.isEnabled()]).toEqual([true, false])
  await approve.click()
  await expect.poll(() => approve.isDisabled()).toBe(true)
  await expect.poll(() => reject.isEnabled()).toBe(true)
  await page.getByRole('link', { name: 'All monitoring credentials' }).click()
  await expect.poll(() => dropdown.inputValue()).toBe('approved')
})

test('the administrator deletes a login only after a yes, and tries again after a lost connection', async () => {
  const { page, context, allow, serviceName } = await openCredential()
  allow(/ERR_INTERNET_DISCONNECTED|Request failed/)
  const remove = page.getByRole('button', { name: `Delete credentials for ${serviceName}` })
  const question = `Are you sure you want to delete these credentials for ${serviceName}?`
  expect(await answerBrowser(page, 'dismiss', () => remove.click())).toBe(question)
  await context.setOffline(true)
  await page.getByLabel(`Status of ${serviceName}`).selectOption('Approved')
  const lost = 'The connection was lost. Please check your internet connection and try again.'
  await seeToast(page, 'Error updating credential status', lost)
  await page.getByText('The logins could not be loaded').waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await rowWith(page, serviceName, 'Pending').waitFor()

  expect(await answerBrowser(page, 'accept', () => remove.click())).toBe(question)
  await seeToast(page, 'Credentials deleted')
  await page.getByText('No credentials match').waitFor()
})
