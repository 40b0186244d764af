import { expect, test } from 'vitest'
import type { APIRequestContext } from 'playwright-core'
import { logInAsAdmin, newApplicant, shareLogin, signUp } from '@tests/support/client/people'
import { checkPhoneLook, chooseFile, rowWith, seeToast } from '@tests/support/client/journey-steps'
import { samples } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const report = samples.pdf()
const reason = 'Pages are missing. Please send the whole report.'

async function rejectNewest(admin: APIRequestContext, what: 'files', id: number) {
  const path = `/api/admin/${what}/${id}/status`
  const answer = await admin.patch(path, { data: { status: 'rejected', reason } })
  expect(answer.status()).toBe(200)
}

for (const width of [1440, 360]) {
  test(`a partner reads what happens when, and replaces a rejected document where the page begins, at ${width} px`, async () => {
    const { page, context } = await openVisitor({
      viewport: { width, height: 800 },
      hasTouch: width === 360,
    })
    await signUp(context.request, newApplicant())
    await page.goto('/dashboard')
    const status = page.getByRole('region', { name: 'Application Status' })
    await status.getByText(`We’re looking at ${report.name}`).waitFor()
    await status.getByText(/Decision by (Mon|Tue|Wed|Thu|Fri), [A-Z][a-z]{2} \d+$/).waitFor()

    const admin = await openSession()
    await logInAsAdmin(admin)
    const [file] = await (await context.request.get('/api/files')).json()
    await rejectNewest(admin, 'files', file.id)

    await page.reload()
    const needed = page.getByRole('region', { name: 'We need a new document from you' })
    await needed.getByText(reason).waitFor()
    await status.getByText('Waiting for a new document').waitFor()
    const [lead, panel] = [await needed.boundingBox(), await status.boundingBox()]
    expect(lead?.y).toBeLessThan(panel?.y ?? 0)
    if (width === 360) await checkPhoneLook(page)
    await needed.getByRole('button', { name: `Replace This Document: ${report.name}` }).click()
    const better = samples.jpeg({ text: 'All pages' })
    await chooseFile(page, better, 'The new document')
    await page.getByRole('button', { name: 'Re-upload', exact: true }).click()
    await seeToast(page, 'File re-uploaded successfully')
    await rowWith(page, better.name, 'Pending').waitFor()
    await needed.waitFor({ state: 'detached' })
    await status.getByText(`We’re looking at ${better.name}`).waitFor()
    const focused = await page.evaluate(() => document.activeElement?.id)
    expect(focused).toBe('documents-title')
  })
}

for (const width of [1440, 360]) {
  test(`a partner corrects a shared login, sees that staff looked at it, and withdraws it, at ${width} px`, async () => {
    const { page, context } = await openVisitor({
      viewport: { width, height: 800 },
      hasTouch: width === 360,
    })
    const uploadKey = await shareLogin(context.request, { serviceName: 'Score Watch' })
    const person = newApplicant()
    const registered = await context.request.post('/api/register', {
      data: { ...person, uploadKey, agreeToTerms: true },
    })
    expect(registered.status()).toBe(201)
    await page.goto('/dashboard')
    const own = page.getByRole('region', { name: 'Your Shared Login' })
    // 'Not', unless another journey has looked at the newest logins of the portal that they share.
    await own.getByText(/ · (?:Not opened by our team yet|Last opened by our team )/).waitFor()

    await own.getByRole('button', { name: 'Correct login for Score Watch' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct Your Shared Login' })
    await dialog.getByLabel('Username').fill(person.email)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await dialog.getByText('Password is required').waitFor()
    await dialog.getByLabel('Service password').fill('the right one this time')
    if (width === 360) await checkPhoneLook(page)
    await dialog.getByLabel('Service password').press('Enter')
    await seeToast(page, 'Login corrected', 'It’s back in review.')
    await own.getByText(person.email).waitFor()
    await own.getByText(/^Corrected /).waitFor()

    const admin = await openSession()
    await logInAsAdmin(admin)
    const search = encodeURIComponent(person.email)
    const listed = await (await admin.get(`/api/admin/credentials?search=${search}`)).json()
    expect(listed).toMatchObject([{ password: 'the right one this time', status: 'pending' }])
    await page.reload()
    await own.getByText(/Last opened by our team /).waitFor()
    if (width === 360) await checkPhoneLook(page)

    const questions: string[] = []
    page.on('dialog', (asked) => {
      questions.push(asked.message())
      void (questions.length === 1 ? asked.dismiss() : asked.accept())
    })
    const withdraw = own.getByRole('button', { name: 'Withdraw login for Score Watch' })
    await withdraw.click()
    await withdraw.click()
    await seeToast(page, 'Login withdrawn', 'We deleted it, password included.')
    expect(questions).toHaveLength(2)
    expect(questions[0]).toContain('You’ll need to upload a document')
    await own.waitFor({ state: 'detached' })
    const needed = page.getByRole('region', { name: 'We need proof of your credit' })
    await needed.getByRole('button', { name: 'Upload a Document' }).click()
    await chooseFile(page, report, 'Your document')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await rowWith(page, report.name, 'Pending').waitFor()
    await needed.waitFor({ state: 'detached' })
    const gone = await admin.get(`/api/admin/credentials?search=${search}`)
    expect(await gone.json()).toEqual([])
  })
}
