import { expect, test } from 'vitest'
import { desk, setUpAdmin } from '@tests/support/client/admin-window'
import { answerBrowser, checkPhoneLook, seeToast } from '@tests/support/client/journey-steps'
import { fullName, newApplicant, signUp } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { startSharedPortal } from '@tests/support/portal/shared-portal'
import { samples } from '@tests/support/samples/samples'

// Reports are read one by one: in a portal of its own, this one waits for no other.
const { origin: baseURL } = await startSharedPortal()
const openAdmin = setUpAdmin(setUpVisitors(), { ...desk, baseURL })

test('the administrator takes the score that was read, sees where it stands, corrects it, and keeps notes', async () => {
  const applicant = newApplicant({ firstName: 'Rosa', lastName: 'Delgado' })
  const pages = ['Report for: Rosa Delgado', 'Experian FICO Score 8 as of January 5, 2026: 655']
  await signUp(await openSession(baseURL), applicant, samples.pdf({ pages }))
  const { page } = await openAdmin('/admin/users')
  await page.getByRole('button', { name: fullName(applicant), exact: true }).click()
  const section = page.getByRole('region', { name: 'Credit Score' })
  await section.getByText('Found in credit-report.pdf, page 2, line 1').waitFor()
  await section.getByText('Under 680').waitFor()
  await section.getByText('Older than 90 days').waitFor()
  expect(await section.getByText('Name differs').count()).toBe(0)

  const marks = page.locator('[data-page-marks] rect')
  expect(await marks.count()).toBe(0)
  await page.getByRole('button', { name: 'Score on Page 2' }).click()
  await page.getByText('Page 2 of 2').waitFor()
  await expect.poll(() => marks.count()).toBe(1)
  await page.keyboard.press('s')
  await seeToast(page, 'Score 655 confirmed')
  await section.getByText(/as read from credit-report.pdf/).waitFor()

  await section.getByRole('button', { name: 'Correct Score' }).click()
  await section.getByLabel('Score', { exact: true }).fill('686')
  await section.getByLabel('Name on the report').fill('Miguel Ruiz')
  await page.keyboard.press('Enter')
  await section.getByText('686').waitFor()
  await section.getByText('Name differs').waitFor()

  const notes = page.getByRole('region', { name: 'Notes' })
  const box = notes.getByRole('textbox', { name: 'Note' })
  await notes.getByRole('button', { name: 'Add Note' }).press('Enter')
  await box.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Has a sister here.')
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
  await notes.getByText('Has a sister here.').waitFor()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await section.getByText('686').waitFor()
  await section.getByRole('button', { name: 'Take 655' }).click()
  await section.getByText(/^Confirmed by/).waitFor()
  await notes.getByRole('button', { name: /^Edit the note/ }).click()
  await box.fill('Called twice.')
  await checkPhoneLook(page)
  await notes.getByRole('button', { name: 'Save Note' }).click()
  await notes.getByText(/\(edited/).waitFor()
  const question = await answerBrowser(page, 'accept', () =>
    notes.getByRole('button', { name: /^Delete the note/ }).click(),
  )
  expect(question).toBe('Are you sure you want to delete this note?')
  await notes.getByText('Called twice.').waitFor({ state: 'detached' })
})
