import { expect, test } from 'vitest'
import { defaultReasons } from '@shared/decisions'
import { phone, setUpAdmin } from '@tests/support/client/admin-window'
import { decideByKey, seePerson } from '@tests/support/client/decide-by-key'
import { checkLook, giveReason, seeToast } from '@tests/support/client/journey-steps'
import {
  addDocument,
  fullName,
  newApplicant,
  ownPicture,
  shareLogin,
  signUp,
} from '@tests/support/client/people'
import { samples } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openAdmin = setUpAdmin(setUpVisitors())
const updated = 'Status updated successfully'

test('people are decided without a mouse, reasons included, and one decision is undone', () =>
  decideByKey(4, openAdmin))

test('of two windows with different minds, the second is shown what was decided in the first', async () => {
  const person = newApplicant()
  const name = fullName(person)
  await signUp(await openSession(), person, ownPicture(person))
  const path = `/admin/users?search=${person.email}`
  const { page: first, context, allow } = await openAdmin(path)
  allow(/409|Request failed/)
  const second = await context.newPage()
  await second.goto(path)
  await second.getByText('1 user', { exact: true }).waitFor()
  for (const page of [first, second]) {
    await page.keyboard.press('j')
    await seePerson(page, person)
  }
  await first.keyboard.press('r')
  await giveReason(first, 'No answer for two weeks.')
  await seeToast(first, updated, `Rejected ${name}: No answer for two weeks.`)

  await second.keyboard.press('a')
  const changed = 'The status was changed to rejected in the meantime. Please look again.'
  await seeToast(second, 'Failed to update user status', changed)
  const panel = second.getByRole('complementary', { name })
  await panel.getByText('No answer for two weeks.').first().waitFor()
  await second.keyboard.press('a')
  await seeToast(second, updated, `Approved ${name} and 1 document`)
  const history = panel.getByRole('region', { name: 'History' })
  await history.getByText(`Approved ${name}`).waitFor()

  await first.keyboard.press('z')
  const since = 'This has changed since the decision, so it can’t be undone. Please look again.'
  await seeToast(first, 'We couldn’t undo this decision', since)
  await first
    .getByRole('complementary', { name })
    .getByRole('button', { name: `Set ${name} to pending` })
    .waitFor()
})

/** Someone who shared a login and then sent a document. */
async function buildPartner() {
  const partner = newApplicant()
  const number = partner.phoneNumber.replace(/\D/g, '')
  const serviceName = `Score Watch ${number}`
  const report = { ...samples.png({ text: number }), name: `report-${number}.png` }
  const session = await openSession()
  const uploadKey = await shareLogin(session, { serviceName, notes: 'Call first.' })
  const data = { ...partner, uploadKey, agreeToTerms: true }
  expect((await session.post('/api/register', { data })).status()).toBe(201)
  await addDocument(session, report)
  return { partner, name: fullName(partner), serviceName, report, session }
}

test('people, reports and logins are decided in the same panel, whichever list leads there', async () => {
  const { partner, name, serviceName, report } = await buildPartner()
  const { page, context } = await openAdmin(`/admin/credentials?search=${serviceName}`)
  await page.getByRole('button', { name: serviceName, exact: true }).click()
  const login = page.getByRole('complementary', { name: serviceName })
  await login.getByRole('img', { name: `Preview of ${report.name}` }).waitFor()
  await login.getByRole('link', { name: `Email ${name}` }).waitFor()
  expect(await login.locator('code').count()).toBe(0)
  await login.getByRole('button', { name: `Show password for ${serviceName}` }).click()
  await expect.poll(() => login.locator('code').allTextContents()).toEqual(['monitoring secret'])
  await login.getByText('Call first.').waitFor()
  await login.getByRole('button', { name: `Approve ${report.name}` }).click()
  await seeToast(page, updated, `Approved ${report.name}`)
  await page.keyboard.press('a')
  await seeToast(page, 'Credential status updated successfully', `Approved ${serviceName}`)
  await page.keyboard.press('Escape')
  await login.waitFor({ state: 'detached' })

  await page.goto(`/admin/reports?search=${partner.email}`)
  await page.getByText('1 report', { exact: true }).waitFor()
  await page.keyboard.press('j')
  const document = page.getByRole('complementary', { name: report.name })
  await document.getByRole('button', { name: `Reject ${serviceName}` }).waitFor()
  const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('v')])
  await tab.close()
  await document.getByRole('button', { name: `Approve ${name}` }).click()
  await seeToast(page, updated, `Approved ${name}`)
  await page.goBack()
  await document.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.waitForURL('**/admin/email?to=*')
  await expect.poll(() => page.getByLabel('Recipient Email').inputValue()).toBe(partner.email)
})

test('on a phone, the panel has it all, a login is approved along, and closing is one step back', async () => {
  const { partner, name, serviceName, report, session } = await buildPartner()
  const twin = newApplicant({ phoneNumber: partner.phoneNumber })
  await signUp(await openSession(), twin, ownPicture(twin))
  const wish = { newEmail: `new.${partner.email}`, currentPassword: partner.password }
  expect((await session.post('/api/email-change', { data: wish })).status()).toBe(200)
  const { page } = await openAdmin(`/admin/users?search=${partner.email}`, phone)
  await page.getByRole('button', { name, exact: true }).tap()
  const panel = page.getByRole('dialog', { name })
  await panel.getByRole('img', { name: `Preview of ${report.name}` }).waitFor()
  await panel.getByRole('link', { name: `Email ${name}` }).waitFor()
  await panel.getByRole('button', { name: `Confirm the new email of ${name}` }).waitFor()
  await panel.getByRole('button', { name: `Show password for ${serviceName}` }).tap()
  await panel.locator('code').waitFor()
  await panel.getByText('Versions', { exact: true }).tap()
  await panel.getByRole('list', { name: /^Versions of / }).waitFor()
  await panel.getByRole('button', { name: 'Enter Score' }).tap()
  await panel.getByRole('form', { name: 'Credit score' }).waitFor()
  await panel.getByRole('button', { name: 'Add Note' }).tap()
  await panel.getByRole('textbox', { name: 'Note' }).waitFor()
  await panel.getByRole('button', { name: `${fullName(twin)} is not the same person` }).tap()
  await panel.getByLabel('Why are they different people?').waitFor()
  await checkLook(page)
  await page.goBack()
  await panel.waitFor({ state: 'detached' })

  await page.getByRole('button', { name, exact: true }).tap()
  const both = panel.getByText('Includes 1 document and 1 login')
  await both.waitFor()
  await panel.getByRole('button', { name: `Approve ${name}` }).tap()
  await seeToast(page, updated, `Approved ${name} and 1 document and 1 login`)
  await panel.getByRole('button', { name: `Set ${serviceName} to pending` }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await both.waitFor()

  await panel.getByRole('button', { name: `Reject ${name}` }).tap()
  const question = page.getByRole('dialog', { name: `Reject ${name}` })
  const reason = question.getByRole('radio', { name: defaultReasons.user[0] })
  await reason.waitFor()
  await checkLook(page)
  await reason.tap()
  await question.getByRole('button', { name: 'Reject', exact: true }).tap()
  await seeToast(page, updated, `Rejected ${name}: ${defaultReasons.user[0]}`)
  const history = panel.getByRole('region', { name: 'History' })
  await history.getByText(`Reason: ${defaultReasons.user[0]}`).waitFor()
})
