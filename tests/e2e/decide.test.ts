import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { defaultReasons } from '@shared/decisions'
import {
  addDocument,
  fullName,
  logInAsAdmin,
  newApplicant,
  shareLogin,
  type Applicant,
} from '@tests/support/client/people'
import {
  checkPhoneLook,
  findViolations,
  giveReason,
  seeToast,
} from '@tests/support/client/journey-steps'
import { samples } from '@tests/support/samples/samples'
import { signUpFamily } from '@tests/support/client/sign-up-family'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const desk = { viewport: { width: 1440, height: 900 } }
const updated = 'Status updated successfully'

async function openDesk(path: string, options: object = desk) {
  const visitor = await openVisitor(options)
  await logInAsAdmin(visitor.context.request)
  await visitor.page.goto(path)
  return visitor
}

/** Until the person's panel is open, and all is there that a decision by key waits for. */
async function seePerson(
  page: Page,
  person: Applicant,
  also = { name: 'Also approve 1 document', checked: true },
): Promise<void> {
  const panel = page.getByRole('complementary', { name: fullName(person) })
  await panel.locator('canvas:visible').waitFor()
  await panel.getByRole('checkbox', also).waitFor()
  await page.locator('[data-preview-loading]').waitFor({ state: 'detached' })
}

test(
  'twenty people are decided without a mouse, reasons included, and one decision is undone',
  {
    timeout: 120_000,
  },
  async () => {
    const { family, people } = await signUpFamily(20)
    // As the list has them: the newest first.
    people.reverse()
    const { page, context } = await openDesk(`/admin/users?search=${family}&status=pending`)
    await page.getByText('20 users', { exact: true }).waitFor()
    const [why = ''] = defaultReasons.user
    await page.keyboard.press('j')
    for (const [index, person] of people.entries()) {
      await seePerson(page, person)
      if (index % 4 === 3) {
        await page.keyboard.press('r')
        await page.getByRole('dialog', { name: `Reject ${fullName(person)}` }).waitFor()
        for (const key of ['1', 'Enter']) await page.keyboard.press(key)
        await seeToast(page, updated, `Rejected ${fullName(person)}`)
      } else {
        await page.keyboard.press('a')
        await seeToast(page, updated, `Approved ${fullName(person)} and 1 document`)
      }
      if (index !== 9) continue
      await page.keyboard.press('z')
      await seeToast(
        page,
        'Decision undone',
        `${fullName(person)} is pending again. Everything approved along with it was undone too.`,
      )
      await seePerson(page, person)
      await page.keyboard.press('r')
      await page.getByRole('dialog', { name: /^Reject / }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.type('Your score is 640.')
      await page.keyboard.press('Enter')
      await seeToast(page, updated, `Rejected ${fullName(person)}`)
    }
    await page.getByText('0 users', { exact: true }).waitFor()

    const answer = await context.request.get(`/api/admin/users?search=${family}&limit=100`)
    const reasons = new Map<string, string | null>()
    for (const { firstName, status, statusReason } of await answer.json()) {
      reasons.set(firstName, status === 'rejected' ? statusReason : null)
    }
    expect(reasons.size).toBe(20)
    for (const [index, { firstName }] of people.entries()) {
      const reason = index === 9 ? 'Your score is 640.' : index % 4 === 3 ? why : null
      expect([firstName, reasons.get(firstName)]).toEqual([firstName, reason])
    }
  },
)

test('of two administrators’ windows with different minds, the second is shown what the first decided', async () => {
  const { family, people } = await signUpFamily(1)
  const [person] = people
  if (!person) throw new Error('One person')
  const name = fullName(person)
  const first = await openDesk(`/admin/users?search=${family}`)
  const second = await openDesk(`/admin/users?search=${family}`)
  second.allow(/409|Request failed/)
  first.allow(/409|Request failed/)
  for (const { page } of [first, second]) {
    await page.getByText('1 user', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await seePerson(page, person)
  }
  await first.page.keyboard.press('r')
  await giveReason(first.page, 'No answer for two weeks.')
  await seeToast(first.page, updated, `Rejected ${name}`)

  await second.page.keyboard.press('a')
  const changed = 'The status was changed to rejected in the meantime. Please look again.'
  await seeToast(second.page, 'Failed to update user status', changed)
  const panel = second.page.getByRole('complementary', { name })
  await panel.getByText('No answer for two weeks.').first().waitFor()
  await second.page.keyboard.press('a')
  await seeToast(second.page, updated, `Approved ${name} and 1 document`)
  const history = panel.getByRole('region', { name: 'History' })
  await history.getByText(`Approved ${name}`).waitFor()

  await first.page.keyboard.press('z')
  const since = 'This has changed since the decision, so it can’t be undone. Please look again.'
  await seeToast(first.page, 'We couldn’t undo this decision', since)
  await first.page
    .getByRole('complementary', { name })
    .getByRole('button', { name: `Set ${name} to pending` })
    .waitFor()
})

/** Someone who shared a login and then sent a document. */
async function buildPartner() {
  const partner = newApplicant()
  const serviceName = `Score Watch ${partner.lastName.replace(/\D/g, '')}`
  const report = { ...samples.pdf(), name: `report-${partner.phoneNumber.replace(/\D/g, '')}.pdf` }
  const session = await openSession()
  const uploadKey = await shareLogin(session, { serviceName, notes: 'Call first.' })
  const data = { ...partner, uploadKey, agreeToTerms: true }
  expect((await session.post('/api/register', { data })).status()).toBe(201)
  await addDocument(session, report)
  return { partner, serviceName, report }
}

test('people, reports and logins are decided in the same panel, whichever list leads there', async () => {
  const { partner, serviceName, report } = await buildPartner()
  const name = fullName(partner)
  const { page, context } = await openDesk(
    `/admin/credentials?search=${encodeURIComponent(serviceName)}`,
  )
  await page.getByRole('button', { name: serviceName, exact: true }).click()
  const login = page.getByRole('complementary', { name: serviceName })
  await login.locator('canvas:visible').waitFor()
  await login.getByRole('link', { name: `Email ${name}` }).waitFor()
  expect(await login.locator('code').count()).toBe(0)
  await login.getByRole('button', { name: `Show password for ${serviceName}` }).click()
  expect(await login.locator('code').textContent()).toBe('monitoring secret')
  await login.getByText('Call first.').waitFor()
  await login.getByRole('button', { name: `Approve ${report.name}` }).click()
  await seeToast(page, updated, `Approved ${report.name}`)
  await page.keyboard.press('a')
  await seeToast(page, 'Credential status updated successfully', `Approved ${serviceName}`)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await login.waitFor({ state: 'detached' })

  await page.goto(`/admin/reports?search=${encodeURIComponent(partner.email)}`)
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

test('a login that waits is approved with the person only when that is asked for', async () => {
  const { partner, serviceName } = await buildPartner()
  const name = fullName(partner)
  const { page } = await openDesk(`/admin/users?search=${encodeURIComponent(partner.email)}`)
  await page.getByText('1 user', { exact: true }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.press('Enter')
  const both = 'Also approve 1 document and 1 login'
  await seePerson(page, partner, { name: both, checked: false })
  const also = page.getByRole('checkbox', { name: both })
  await also.check()
  await page.getByRole('button', { name: `Approve ${name}` }).click()
  await seeToast(page, updated, `Approved ${name} and 1 document and 1 login`)
  await page.getByRole('button', { name: `Set ${serviceName} to pending` }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await also.waitFor()
})

test('on a phone, the panel has it all, and closing is one step back', async () => {
  const { partner, serviceName } = await buildPartner()
  const name = fullName(partner)
  const { page } = await openDesk(`/admin/users?search=${encodeURIComponent(partner.email)}`, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  })
  await page.getByRole('button', { name, exact: true }).tap()
  const panel = page.getByRole('dialog', { name })
  await panel.locator('canvas:visible').waitFor()
  await panel.getByRole('link', { name: `Call ${name}` }).waitFor()
  await panel.getByRole('button', { name: `Show password for ${serviceName}` }).tap()
  await panel.locator('code').waitFor()
  await checkPhoneLook(page)
  await panel.getByRole('button', { name: `Reject ${name}` }).tap()
  await page.getByRole('dialog', { name: `Reject ${name}` }).waitFor()
  await checkPhoneLook(page)
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await page.goBack()
  await panel.waitFor({ state: 'detached' })

  await page.getByRole('button', { name, exact: true }).tap()
  await panel.getByRole('button', { name: `Reject ${name}` }).tap()
  const question = page.getByRole('dialog', { name: `Reject ${name}` })
  await question.getByRole('radio', { name: defaultReasons.user[0] }).tap()
  await question.getByRole('button', { name: 'Reject', exact: true }).tap()
  await seeToast(page, updated, `Rejected ${name}`)
  const history = panel.getByRole('region', { name: 'History' })
  await history.getByText(`Rejected ${name}`).waitFor()
  await history.getByText(`Reason: ${defaultReasons.user[0]}`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await seeToast(page, 'Decision undone', `${name} is pending again.`)
  await panel.getByRole('button', { name: `Reject ${name}` }).waitFor()
})
