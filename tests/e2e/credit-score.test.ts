import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fullName, logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { answerBrowser, checkPhoneLook, seeToast } from '@tests/support/client/journey-steps'
import { setUpVisitors } from '@tests/support/client/visitor'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
// Documents are read one by one, at the lowest priority: beside all the other tests, that takes its time.
const readingTime = { timeout: 240_000 }
const wholeTime = { timeout: 300_000 }

/** Someone who applied with a report of two pages, the score on the second. */
async function openApplicant(viewport: { width: number; height: number }) {
  const applicant = newApplicant({ firstName: 'Rosa', lastName: 'Delgado' })
  const report = samples.pdf({
    pages: ['Report for: Rosa Delgado', 'Experian FICO Score 8 as of January 5, 2026: 655'],
  })
  const { page } = await openVisitor({ viewport })
  await signUp(page.request, applicant, report)
  await logInAsAdmin(page.request)
  await page.goto(`/admin/users?search=${encodeURIComponent(applicant.email)}`)
  await page
    .getByRole('button', { name: fullName(applicant) })
    .first()
    .click()
  return { page, section: page.getByRole('region', { name: 'Credit Score' }) }
}

const marksOn = (page: Page) => page.locator('[data-page-marks] rect').count()

test(
  'the administrator takes the score that was read with one key, sees where it stands, and corrects it',
  wholeTime,
  async () => {
    const { page, section } = await openApplicant({ width: 1440, height: 900 })
    await section.getByText('Found in credit-report.pdf, page 2, line 1').waitFor(readingTime)
    await section.getByText('Under 680').waitFor()
    await section.getByText('Older than 90 days').waitFor()
    expect(await section.getByText('Name differs').count()).toBe(0)

    expect(await marksOn(page)).toBe(0)
    await page.getByRole('button', { name: 'Score on Page 2' }).click()
    await page.getByText('Page 2 of 2').waitFor()
    await expect.poll(() => marksOn(page)).toBe(1)

    await page.keyboard.press('s')
    await seeToast(page, 'Score 655 confirmed')
    await section.getByText(/as read from credit-report.pdf/).waitFor()

    await section.getByRole('button', { name: 'Correct Score' }).click()
    await section.getByLabel('Score', { exact: true }).fill('686')
    await section.getByLabel('Name on the report').fill('Miguel Ruiz')
    await page.keyboard.press('Enter')
    await section.getByText('686').waitFor()
    await section.getByText('Name differs').waitFor()
    await page.reload()
    await section.getByText('686').waitFor()
    await section.getByRole('button', { name: 'Take 655' }).waitFor()

    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByRole('button', { name: 'Add Note' }).press('Enter')
    await notes.getByRole('textbox', { name: 'Note' }).waitFor()
    await page.keyboard.type('Has a sister here.')
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
    await notes.getByText('Has a sister here.').waitFor()
  },
)

test(
  'on a phone, a score is confirmed and notes are written, edited and deleted',
  wholeTime,
  async () => {
    const { page, section } = await openApplicant({ width: 360, height: 740 })
    await section.getByRole('button', { name: 'Take 655' }).click(readingTime)
    await section.getByText(/^Confirmed by/).waitFor()

    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByRole('button', { name: 'Add Note' }).click()
    await notes.getByRole('textbox', { name: 'Note' }).fill('Called, no answer.')
    await checkPhoneLook(page)
    await notes.getByRole('button', { name: 'Save Note' }).click()
    await notes.getByText('Called, no answer.').waitFor()
    await notes.getByRole('button', { name: /^Edit the note/ }).click()
    await notes.getByRole('textbox', { name: 'Note' }).fill('Called twice.')
    await notes.getByRole('button', { name: 'Save Note' }).click()
    await notes.getByText(/\(edited/).waitFor()
    await checkPhoneLook(page)
    const question = await answerBrowser(page, 'accept', () =>
      notes.getByRole('button', { name: /^Delete the note/ }).click(),
    )
    expect(question).toBe('Are you sure you want to delete this note?')
    await notes.getByText('Called twice.').waitFor({ state: 'detached' })
  },
)
