import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, setUpAdmin } from '@tests/support/client/admin-window'
import { panelOf, press, setUpIntroductions } from '@tests/support/client/introductions'
import {
  answerBrowser,
  checkLook,
  expectToFit,
  openRow,
  rowWith,
  seeToast,
  waitUntilSettled,
} from '@tests/support/client/journey-steps'
import { fullName, newApplicant, signUp, type Applicant } from '@tests/support/client/people'
import { signUpFamily } from '@tests/support/client/sign-up-family'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
// A portal of its own: no one else’s bulk run or report comes between.
const { baseURL, mailTo, newMatch } = await setUpIntroductions(openVisitor)
const openAdmin = setUpAdmin(openVisitor, { ...desk, baseURL })

const select = (page: Page, person: Applicant) =>
  page.getByRole('checkbox', { name: `Select ${fullName(person)}` }).check()
const selection = (page: Page) => page.getByRole('region', { name: 'Selection' })
const progress = (page: Page) => page.getByRole('region', { name: 'Progress' })

test('the administrator decides about many, and sees the outcome, and who was decided in the meantime', async () => {
  const { family, people } = await signUpFamily({ baseURL })
  const [first, second, third] = people
  const { page, context } = await openAdmin(`/admin/users?search=${family}`)
  await select(page, first)
  await select(page, third)
  await selection(page).getByText('2 users selected').waitFor()
  await selection(page).getByRole('button', { name: 'Reject…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 2 Users' })
  await dialog.getByLabel('Or in your own words').fill('The report is too old.')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await progress(page).getByText('Rejected 2 users').waitFor()
  await rowWith(page, fullName(first), 'Rejected').waitFor()
  await rowWith(page, fullName(second), 'Pending').waitFor()
  await rowWith(page, fullName(third), 'Rejected').waitFor()
  expect(await selection(page).count()).toBe(0)

  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await selection(page).getByText('3 users selected').waitFor()
  const found = await context.request.get(`/api/admin/users?search=${second.email}`)
  const [{ id }] = await found.json()
  await context.request.patch(`/api/admin/users/${id}/status`, { data: { status: 'rejected' } })
  const approve = () => selection(page).getByRole('button', { name: 'Approve' }).click()
  const against = 'Approve 3 users?\n\n3 of 3 not opened.'
  expect(await answerBrowser(page, 'accept', approve)).toBe(against)
  await progress(page).getByText('Approved 2 of 3 users').waitFor()
  await progress(page).getByText('1 skipped').click()
  await progress(page)
    .getByText(`${fullName(second)}: The status was changed to rejected in the meantime`)
    .waitFor()
  await rowWith(page, fullName(third), 'Approved').waitFor()

  await progress(page).getByRole('button', { name: 'Dismiss' }).click()
  await page.reload()
  await rowWith(page, family).first().waitFor()
  await waitUntilSettled(page)
  expect(await progress(page).count()).toBe(0)
})

test('the administrator takes the score that was read, sees where it is, corrects it, and keeps notes', async () => {
  const applicant = newApplicant({ firstName: 'Rosa', lastName: 'Delgado' })
  const pages = ['Report for: Rosa Delgado', 'Experian FICO Score 8 as of January 5, 2026: 655']
  await signUp(await openSession(baseURL), applicant, samples.pdf({ pages }))
  const { page } = await openAdmin(`/admin/users?search=${applicant.email}`)
  await openRow(page, fullName(applicant))
  const section = page.getByRole('region', { name: 'Credit Score' })
  await section.getByText('Found in credit-report.pdf, page 2, line 1').waitFor()
  await section.getByText('Under 680').waitFor()
  await section.getByText('Older than 90 days').waitFor()
  expect(await section.getByText('Name differs').count()).toBe(0)

  await page.locator('[data-preview-loading]').waitFor({ state: 'detached' })
  await page.keyboard.press('a')
  const question = page.getByRole('alertdialog', { name: `Approve ${fullName(applicant)}?` })
  await question.getByText('655 FICO 8, under 680.').waitFor()
  await rowWith(page, fullName(applicant), 'Pending').waitFor()
  await page.keyboard.press('a')
  await rowWith(page, fullName(applicant), 'Approved').waitFor()
  await page.keyboard.press('z')
  await rowWith(page, fullName(applicant), 'Pending').waitFor()

  const marks = page.locator('[data-page-marks] rect')
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
  await section.getByRole('button', { name: 'Use 655' }).click()
  await section.getByText(/^Confirmed by/).waitFor()
  await notes.getByRole('button', { name: /^Edit the note/ }).click()
  await box.fill('Called twice.')
  await expectToFit(page)
  await notes.getByRole('button', { name: 'Save Note' }).click()
  await notes.getByText(/\(edited/).waitFor()
  const remove = notes.getByRole('button', { name: /^Delete the note/ })
  await answerBrowser(page, 'accept', () => remove.click())
  await notes.getByText('Called twice.').waitFor({ state: 'detached' })
})

test('a partner declines, and no one is told who did', async () => {
  const { page: partner, ana, pair, match } = await newMatch()
  const { text } = await mailTo(ana.email, /^Choose a time to meet/)
  await partner.goto('/dashboard')
  await press(partner, 'I Don’t Want This Introduction')
  await press(partner.getByRole('alertdialog'), 'Decline')
  await partner.getByText('You declined.').first().waitFor()
  await checkLook(partner)
  const { page: guest } = await openVisitor({ baseURL })
  await guest.goto(/http\S+\/meet#token=[\w-]+/.exec(text)?.[0] ?? '')
  await guest.getByText('This introduction won’t move forward.').waitFor()
  expect(await guest.getByRole('main').textContent()).not.toMatch(/declined|said no/i)
  const { page: host } = await openAdmin(`/admin/matching?tab=matches&open=${match.id}`)
  await panelOf(host, pair).getByText('The partner said no').waitFor()
})

test('every tab of the matching page can be read by everyone', async () => {
  const { page } = await openAdmin('/admin/matching')
  for (const tab of ['matches', 'calendar', 'entrepreneurs']) {
    await page.goto(`/admin/matching?tab=${tab}`)
    await checkLook(page)
  }
})
