import type { Dialog, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { phone, setUpAdmin } from '@tests/support/client/admin-window'
import {
  answerBrowser,
  giveReason,
  rowWith,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import {
  fullName,
  newApplicant,
  ownPicture,
  signUp,
  type Applicant,
} from '@tests/support/client/people'
import { signUpFamily } from '@tests/support/client/sign-up-family'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openAdmin = setUpAdmin(setUpVisitors())

const searchBox = (page: Page) => page.getByLabel('Search by name, email, or phone')
const filter = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Waits until the list holds these people in this order. */
const seeList = (page: Page, people: Applicant[]) =>
  expect
    .poll(() => page.locator('tbody tr button.link').allTextContents())
    .toEqual(people.map(fullName))

test('the administrator searches, narrows and sorts people; reload, Back and a pasted address show the same', async () => {
  const { family, people } = await signUpFamily()
  const [first, second, third] = people
  const newestFirst = [third, second, first]
  const { page } = await openAdmin('/admin/users')
  await searchBox(page).fill(second.phoneNumber.replace(/\D/g, '').replace(/^(...)/, '$1.'))
  await seeList(page, [second])
  await searchBox(page).fill(family)
  await seeList(page, newestFirst)
  await filter(page, 'Status').selectOption('Rejected')
  await page.getByText('No users match').waitFor()
  await filter(page, 'Status').selectOption('Pending')
  await seeList(page, newestFirst)
  await filter(page, 'Sort').selectOption('Name')
  await seeList(page, people)
  const address = page.url()
  expect(new URL(address).search).toBe(`?search=${family}&status=pending&sort=name`)
  await page.reload()
  await seeList(page, people)
  expect(await searchBox(page).inputValue()).toBe(family)
  expect(await filter(page, 'Status').inputValue()).toBe('pending')
  await page.goBack()
  await seeList(page, newestFirst)
  await page.goBack()
  await page.getByText('No users match').waitFor()
  expect(await filter(page, 'Status').inputValue()).toBe('rejected')
  await page.goBack()
  await seeList(page, newestFirst)
  expect(await filter(page, 'Status').inputValue()).toBe('')
  await page.goto(address)
  await seeList(page, people)

  await filter(page, 'Date').selectOption('Custom…')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByText('No users match').waitFor()
  await page.getByRole('button', { name: 'Remove filter: Until Jan 1, 2020' }).click()
  await seeList(page, people)
  const { name, bytes } = await saveFile(page, () =>
    page.getByRole('link', { name: 'Export CSV (3)' }).click(),
  )
  expect(name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  const lines = String(bytes).trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[1])).toEqual(people.map(({ firstName }) => firstName))
})

const approveAnyway = (dialog: Dialog) => void dialog.accept()

test('the administrator approves, rejects and approves again: each button only where it fits', async () => {
  const person = newApplicant()
  const name = fullName(person)
  await signUp(await openSession(), person, ownPicture(person))
  const { page } = await openAdmin(`/admin/users?search=${person.email}`)
  // No one has opened the document.
  page.on('dialog', approveAnyway)
  const decisions: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') decisions.push(request.postDataJSON())
  })
  const row = rowWith(page, name)
  const approve = row.getByRole('button', { name: `Approve ${name}` })
  const reject = row.getByRole('button', { name: `Reject ${name}` })
  await row.getByText('Pending', { exact: true }).waitFor()
  expect([await approve.count(), await reject.count()]).toEqual([1, 1])

  // A double click whose second half comes when Reject is in place of Approve.
  const box = await approve.boundingBox()
  if (!box) throw new Error('Approve is not shown')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await row.getByText('Approved', { exact: true }).waitFor()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await seeToast(page, 'Status updated successfully', `Approved ${name} and 1 document`)
  expect([await approve.count(), await reject.count()]).toEqual([0, 1])
  await reject.click()
  await giveReason(page)
  await row.getByText('Rejected', { exact: true }).waitFor()
  expect([await approve.count(), await reject.count()]).toEqual([1, 0])
  await approve.click()
  await row.getByText('Approved', { exact: true }).waitFor()
  expect(decisions).toMatchObject([
    { status: 'approved', basedOn: 'pending', accepts: ['unopened-document'] },
    { status: 'rejected', basedOn: 'approved' },
    { status: 'approved', basedOn: 'rejected' },
  ])
  // The next test has the same window.
  page.off('dialog', approveAnyway)
  await page.reload()
  await row.getByText('Approved', { exact: true }).waitFor()
})

test('the administrator deletes a person only after a yes', async () => {
  const { family, people } = await signUpFamily()
  const [gone, kept, latest] = people
  const { page } = await openAdmin(`/admin/users?search=${family}`)
  const remove = page.getByRole('button', { name: `Delete ${fullName(gone)}` })
  const whatGoes =
    'This removes their details, their documents with every earlier version and backup copy, their shared logins, our emails to them, and their sessions. It can’t be undone. The audit trail keeps a record of the deletion.'
  const question = `Are you sure you want to delete user ${fullName(gone)}?\n\n${whatGoes}`
  expect(await answerBrowser(page, 'dismiss', () => remove.click())).toBe(question)
  await page.reload()
  await seeList(page, [latest, kept, gone])

  await answerBrowser(page, 'accept', () => remove.click())
  await seeToast(page, 'User deleted')
  await seeList(page, [latest, kept])
  // The document is gone as well.
  await page.goto(`/admin/reports?search=${family}`)
  await page.getByText('2 reports', { exact: true }).waitFor()
  expect(await page.getByText(fullName(gone)).count()).toBe(0)
})

test('on a phone, the administrator sees that two accounts may be one person’s, and says that they are not', async () => {
  const first = newApplicant({ firstName: 'Ada' })
  // The same, typed differently.
  const phoneNumber = first.phoneNumber.replace(/\D/g, '')
  const second = newApplicant({ firstName: 'Bea', phoneNumber })
  for (const person of [first, second])
    await signUp(await openSession(), person, ownPicture(person))
  const { page } = await openAdmin(`/admin/users?search=${second.email}`, phone)
  await page.getByRole('button', { name: fullName(second), exact: true }).tap()
  const others = page.getByRole('region', { name: 'Other accounts' })
  await others.getByText('May be the same person as').waitFor()
  expect(await others.textContent()).toContain(
    `May be the same person as ${fullName(first)}: same phone`,
  )
  await others.getByRole('link', { name: fullName(first) }).tap()
  await page.getByRole('heading', { level: 2, name: fullName(first) }).waitFor()
  await others.getByRole('link', { name: fullName(second) }).waitFor()

  await others.getByRole('button', { name: `${fullName(second)} is not the same person` }).tap()
  const why = others.getByLabel('Why are they different people?')
  await why.press('Enter')
  await others.getByText('Please say why they are different people.').waitFor()
  await why.fill('They are sisters.')
  await why.press('Enter')
  const said = new RegExp(`^Not the same person as ${fullName(second)}: They are sisters\\. \\(`)
  await others.getByText(said).waitFor()
  await others.getByRole('link', { name: fullName(second) }).tap()
  await others.getByText(`Not the same person as ${fullName(first)}`).waitFor()
})

test('the administrator reads what happened in words and names, narrows it, and finds it from a person’s panel', async () => {
  const person = newApplicant()
  const name = fullName(person)
  const owner = await openSession()
  await signUp(owner, person, ownPicture(person))
  const [file] = await (await owner.get('/api/files')).json()
  const { page, context } = await openAdmin('/admin/audit')
  const data = { status: 'approved' }
  await context.request.patch(`/api/admin/files/${file.id}/status`, { data })
  await page.getByLabel('Search by person or document').fill(name)
  await rowWith(page, `Approved score-screenshot.png (${name})`).waitFor()
  await page.getByLabel('What').selectOption('Decisions')
  await page.getByText('1 event', { exact: true }).waitFor()
  const row = rowWith(page, 'Approved score-screenshot.png')
  await row.getByText('Show', { exact: true }).click()
  await row.getByText('status: approved').waitFor()

  await row.getByRole('link', { name }).click()
  await page.getByText(`Everything that happened to ${name}`).waitFor()
  await rowWith(page, 'Registered').waitFor()

  await page.goto(`/admin/users?open=${file.userId}`)
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Approved score-screenshot.png').waitFor()
  await history.getByRole('link', { name: 'Show in Audit Trail' }).click()
  await page.getByText(`Everything that happened to ${name}`).waitFor()
})
