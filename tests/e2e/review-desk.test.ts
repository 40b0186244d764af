import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, phone, setUpAdmin } from '@tests/support/client/admin-window'
import {
  answerBrowser,
  checkLook,
  expectToFit,
  openRow,
  rowWith,
  seeToast,
  waitUntilSettled,
} from '@tests/support/client/journey-steps'
import {
  addDocument,
  fullName,
  newApplicant,
  shareLogin,
  signUp,
  type Applicant,
} from '@tests/support/client/people'
import { signUpFamily } from '@tests/support/client/sign-up-family'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { startSharedPortal } from '@tests/support/portal/shared-portal'
import { samples } from '@tests/support/samples/samples'

// A portal of its own: everything in it can be counted, and no one else’s bulk run or report comes between.
const { origin: baseURL } = await startSharedPortal()
const openAdmin = setUpAdmin(setUpVisitors(), { ...desk, baseURL })

const seeCards = (page: Page, list: string, cards: string[]) =>
  expect
    .poll(async () => {
      const items = page.getByRole('list', { name: list }).getByRole('listitem')
      return (await items.allTextContents()).slice(0, cards.length)
    })
    .toEqual(cards)

test('the administrator of a new portal finds every list empty, and says so', async () => {
  const { page } = await openAdmin('/admin')
  await page.getByText('No files yet').waitFor()
  await page.getByText('No users yet').waitFor()
  const noCredentials = 'No credit monitoring credentials have been submitted yet.'
  await page.getByText(noCredentials, { exact: true }).waitFor()

  const navigation = page.getByRole('navigation')
  for (const [section, link, title, empty] of [
    ['MAIN', 'Users', 'Users', 'No users yet'],
    ['MAIN', 'Credit Reports', 'Credit Reports', 'No reports found.'],
    ['MAIN', 'Monitoring Credentials', 'Credit Monitoring Credentials', noCredentials],
    ['MAIN', 'Matching', 'Matching', 'Nothing needs you right now.'],
    ['COMMUNICATION', 'Email', 'Email Integration', 'Send Email'],
    ['COMMUNICATION', 'SMS', 'SMS Integration', 'SMS is not configured'],
    ['SETTINGS', 'Settings', 'Settings', 'Email Configuration'],
    ['MAIN', 'Dashboard', 'Dashboard', 'No files yet'],
  ] as const) {
    await navigation.getByText(section, { exact: true }).first().waitFor()
    await navigation.getByRole('link', { name: link, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.getByText(empty, { exact: true }).first().waitFor()
    expect(await page.title()).toContain(title)
  }
})

/** Six people with their documents, one with two, three questions and a shared login. */
async function fillPortal() {
  const people = [1, 2, 3, 4, 5, 6].map((number) =>
    newApplicant({ firstName: `Person${number}`, lastName: 'Overview' }),
  )
  const letter = { email: 'noor@partner.example', subject: 'When?', message: 'When do you decide?' }
  for (const [index, person] of people.entries()) {
    const session = await openSession(baseURL)
    await signUp(session, person, { ...samples.png(), name: `${person.firstName}.png` })
    if (index === 5) await addDocument(session, samples.jpeg())
    if (index < 3) await session.post('/api/messages', { data: letter })
  }
  await shareLogin(await openSession(baseURL), { serviceName: 'Score Watch' })
  return people
}

test('the administrator sees the overview and the to-do list, and goes to each item', async () => {
  const people = await fillPortal()
  const { page, context } = await openAdmin('/admin')
  await seeCards(page, 'Counts', ['Users6', 'Credit Reports7', 'Monitoring Credentials1'])
  await page.getByText('6 people waiting, oldest under 1 hour', { exact: true }).waitFor()
  await seeCards(page, 'Also to do', ['3 unread messages'])
  const namesIn = (region: string) =>
    page.getByRole('region', { name: region }).locator('li a').allTextContents()
  const newest = people.slice(1).toReversed()
  expect(await namesIn('Recent Users')).toEqual(newest.map(fullName))
  expect(await namesIn('Recent File Uploads')).toEqual([
    samples.jpeg().name,
    ...newest.slice(0, 4).map(({ firstName }) => `${firstName}.png`),
  ])
  await rowWith(page, 'Score Watch').getByText('Pending', { exact: true }).waitFor()
  expect(await page.content()).not.toContain('monitoring secret')
  await page.getByText('6 received and 0 decided in the last 30 days.').waitFor()
  const navigation = page.getByRole('navigation')
  await navigation.getByRole('link', { name: 'Messages 3 unread' }).waitFor()

  await page.getByRole('link', { name: samples.jpeg().name }).click()
  await page.waitForURL('**/admin/reports?open=*')
  await page.getByRole('img', { name: `Preview of ${samples.jpeg().name}` }).waitFor()
  const [{ id }] = await (await context.request.get('/api/admin/users')).json()
  await context.request.patch(`/api/admin/users/${id}/status`, { data: { status: 'approved' } })

  await page.goto('/admin')
  await page.getByText('6 received and 1 decided in the last 30 days.').waitFor()
  await page.getByText(/^Median decision time, 30 days: under 1 hour \(1 decision\)\./).waitFor()
  await page.getByRole('button', { name: '90 Days' }).click()
  await page.waitForURL('**/admin?days=90')
  await page.reload()
  await page.getByRole('button', { name: '90 Days', pressed: true }).waitFor()
  await page.getByRole('link', { name: 'Show All' }).click()
  await page.waitForURL('**/admin/users?status=pending&sort=oldest')
  await page.getByText('5 users', { exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Review Next' }).click()
  await page.getByRole('complementary', { name: 'Person1 Overview' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: '3 unread messages' }).click()
  await page.getByText('3 messages', { exact: true }).waitFor()
  await page.locator('tbody tr').first().getByRole('button').first().click()
  await page.keyboard.press('Escape')
  await navigation.getByRole('link', { name: 'Messages 2 unread' }).waitFor()
})

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
  await dialog.getByLabel('In your own words').fill('The report is too old.')
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

test('on a phone the administrator rejects and deletes everyone the filter shows, after a yes', async () => {
  const { family, people } = await signUpFamily({ baseURL })
  const { page } = await openAdmin(`/admin/users?search=${family}&from=2020-01-01`, phone)
  await select(page, people[0])
  await selection(page).getByRole('button', { name: 'Select All 3 Users' }).tap()
  await selection(page).getByText('3 users selected').waitFor()
  await page.getByRole('button', { name: 'Remove filter: Since Jan 1, 2020' }).waitFor()
  await checkLook(page)
  await selection(page).getByRole('button', { name: 'Reject…' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Reject 3 Users' })
  await dialog.getByRole('radio', { name: 'No reason' }).tap()
  await expectToFit(page)
  await dialog.getByRole('button', { name: 'Reject', exact: true }).tap()
  await progress(page).getByText('Rejected 3 users').waitFor()
  for (const person of people) await rowWith(page, fullName(person), 'Rejected').waitFor()

  await select(page, people[0])
  await selection(page).getByRole('button', { name: 'Select This Page' }).tap()
  await selection(page).getByText('3 users selected').waitFor()
  const remove = () => selection(page).getByRole('button', { name: 'Delete' }).tap()
  const question = /^Are you sure you want to delete 3 users\?\n\nThis removes their details,/
  expect(await answerBrowser(page, 'dismiss', remove)).toMatch(question)
  expect(await answerBrowser(page, 'accept', remove)).toMatch(question)
  await progress(page).getByText('Deleted 3 users').waitFor()
  await page.getByText('No users match').waitFor()
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
  await section.getByRole('button', { name: 'Take 655' }).click()
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
