import { expect, test } from 'vitest'
import { phone } from '@tests/support/client/admin-window'
import {
  answerBrowser,
  checkLook,
  chooseFile,
  rowWith,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import {
  addDocument,
  logInAsAdmin,
  newApplicant,
  shareLogin,
  signUp,
} from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
/** What people sign up with here. */
const first = samples.png()

async function openAdminSession() {
  const admin = await openSession()
  await logInAsAdmin(admin)
  return admin
}

test('a partner reads what happens when, and replaces a rejected document where the page begins', async () => {
  const { page, context } = await openVisitor(phone)
  await signUp(context.request, newApplicant())
  await page.goto('/dashboard')
  const status = page.getByRole('region', { name: 'Application Status' })
  await status.getByText('In the queue').waitFor()
  await status.getByText(/Decision by (Mon|Tue|Wed|Thu|Fri), [A-Z][a-z]{2} \d+$/).waitFor()

  const other = samples.doc()
  await addDocument(context.request, other)
  const reason = 'Pages are missing. Please send the whole report.'
  const decisions: Record<string, object> = {
    [other.name]: { status: 'approved' },
    [first.name]: { status: 'rejected', reason },
  }
  const admin = await openAdminSession()
  for (const { id, fileName } of await (await context.request.get('/api/files')).json()) {
    const data = decisions[fileName]
    expect((await admin.patch(`/api/admin/files/${id}/status`, { data })).status()).toBe(200)
  }

  await page.reload()
  const needed = page.getByRole('region', { name: 'We need a new document from you' })
  await needed.getByText(reason).waitFor()
  await status.getByText('Waiting for a new document').waitFor()
  const [lead, panel] = [await needed.boundingBox(), await status.boundingBox()]
  expect(lead?.y).toBeLessThan(panel?.y ?? 0)
  await checkLook(page)
  const colorOf = (name: string, word: string) =>
    rowWith(page, name)
      .getByText(word, { exact: true })
      .locator('..')
      .evaluate((badge) => getComputedStyle(badge).backgroundColor)
  expect(await colorOf(other.name, 'Approved')).toBe('rgb(221, 240, 228)')
  expect(await colorOf(first.name, 'Rejected')).toBe('rgb(251, 227, 224)')

  await needed.getByRole('button', { name: `Replace This Document: ${first.name}` }).tap()
  await page.getByRole('dialog').getByText(first.name, { exact: true }).waitFor()
  const better = samples.jpeg({ text: 'All pages' })
  await chooseFile(page, better, 'The new document')
  await page.getByRole('button', { name: 'Re-upload', exact: true }).dblclick()
  await seeToast(page, 'File re-uploaded successfully')
  await rowWith(page, better.name, 'Pending').waitFor()
  await needed.waitFor({ state: 'detached' })
  expect(await colorOf(better.name, 'Pending')).toBe('rgb(251, 240, 207)')
  expect(await page.locator('tbody tr').filter({ hasText: 'Re-upload' }).count()).toBe(2)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('documents-title')
  const download = page.getByRole('button', { name: `Download ${better.name}` })
  const saved = await saveFile(page, () => download.tap())
  expect(saved).toEqual({ name: better.name, bytes: better.bytes })
})

test('a partner corrects a shared login, sees that staff looked at it, and withdraws it', async () => {
  const { page, context } = await openVisitor(phone)
  const uploadKey = await shareLogin(context.request, { serviceName: 'Score Watch' })
  const person = newApplicant()
  const data = { ...person, uploadKey, agreeToTerms: true }
  expect((await context.request.post('/api/register', { data })).status()).toBe(201)
  await page.goto('/dashboard')
  const own = page.getByRole('region', { name: 'Your Shared Login' })
  // 'Not', unless another journey has looked at the newest logins of the portal that they share.
  await own.getByText(/ · (?:Not opened by our team yet|Last opened by our team )/).waitFor()

  await own.getByRole('button', { name: 'Correct login for Score Watch' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Correct Your Shared Login' })
  await dialog.getByLabel('Username').fill(person.email)
  await dialog.getByRole('button', { name: 'Save Changes' }).tap()
  await dialog.getByText('Password is required').waitFor()
  await dialog.getByLabel('Service password').fill('the right one this time')
  await checkLook(page)
  await dialog.getByLabel('Service password').press('Enter')
  await seeToast(page, 'Login corrected', 'It’s back in review.')
  await own.getByText(person.email).waitFor()
  await own.getByText(/^Corrected /).waitFor()

  const admin = await openAdminSession()
  const list = `/api/admin/credentials?search=${encodeURIComponent(person.email)}`
  expect(await (await admin.get(list)).json()).toMatchObject([
    { password: 'the right one this time', status: 'pending' },
  ])
  await page.reload()
  await own.getByText(/Last opened by our team /).waitFor()
  await checkLook(page)

  const withdraw = own.getByRole('button', { name: 'Withdraw login for Score Watch' })
  const question = await answerBrowser(page, 'dismiss', () => withdraw.tap())
  expect(question).toContain('You’ll need to upload a document')
  await answerBrowser(page, 'accept', () => withdraw.tap())
  await seeToast(page, 'Login withdrawn', 'We deleted it, password included.')
  await own.waitFor({ state: 'detached' })
  expect(await (await admin.get(list)).json()).toEqual([])
  const needed = page.getByRole('region', { name: 'We need proof of your credit' })
  await needed.getByRole('button', { name: 'Upload a Document' }).tap()
  await chooseFile(page, first, 'Your document')
  await page.getByRole('button', { name: 'Upload', exact: true }).tap()
  await rowWith(page, first.name, 'Pending').waitFor()
  await needed.waitFor({ state: 'detached' })
})
