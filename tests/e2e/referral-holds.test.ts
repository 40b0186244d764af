import { expect, test } from 'vitest'
import { rowWith, seeToast } from '@tests/support/client/journey-steps'
import {
  fullName,
  logInAsAdmin,
  newApplicant,
  ownReport,
  readOwnLink,
  signUp,
  type Applicant,
} from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { startSharedPortal } from '@tests/support/portal/shared-portal'

const openVisitor = setUpVisitors()

// The fifth who signs up by a link from one network is held back, and the other journeys have their four.
const portal = await startSharedPortal()

test('somebody who refers themself earns nothing until the administrator says who that was', async () => {
  const ada = newApplicant({ firstName: 'Ada' })
  const { page: desk, context } = await openVisitor({ baseURL: portal.origin })
  await signUp(context.request, ada, ownReport(ada))
  const link = await readOwnLink(context.request)

  /** Signs up by that link in a browser that knows nothing yet. Answers the account's id. */
  async function signUpAgain(applicant: Applicant): Promise<number> {
    const other = await openVisitor({ baseURL: portal.origin })
    await other.page.goto(link)
    await signUp(other.context.request, applicant, ownReport(applicant))
    return (await (await other.context.request.get('/api/user')).json()).id
  }
  const herself = newApplicant({
    firstName: 'Adele',
    email: ada.email.replace('@', '+again@'),
  })
  const sister = newApplicant({ firstName: 'Grace', phoneNumber: ada.phoneNumber })
  const ids = [await signUpAgain(herself), await signUpAgain(sister)]
  const office = await openSession(portal.origin)
  await logInAsAdmin(office)
  for (const id of ids) {
    const decision = { data: { status: 'approved' } }
    expect((await office.patch(`/api/admin/users/${id}/status`, decision)).status()).toBe(200)
  }

  await desk.goto('/dashboard')
  const sameEmail = 'Your accounts use the same email.'
  const samePhone = 'Your accounts have the same phone number.'
  await rowWith(desk, 'Adele D.', `On hold${sameEmail} We’re looking at it.`, '$0.00').waitFor()
  await rowWith(desk, 'Grace D.', `On hold${samePhone} We’re looking at it.`, '$0.00').waitFor()

  const { page: admin, context: adminWindow } = await openVisitor({ baseURL: portal.origin })
  await logInAsAdmin(adminWindow.request)
  await admin.goto('/admin/referrals?status=held')

  async function settle(person: Applicant, reason: string, words: Record<string, string>) {
    await admin.getByRole('button', { name: fullName(person) }).click()
    const panel = admin.getByRole('dialog', { name: fullName(person) })
    await panel.getByText(reason).waitFor()
    await panel.getByRole('button', { name: words['choose'], exact: true }).click()
    await panel.getByRole('textbox').fill(words['note'] ?? '')
    await panel.getByRole('button', { name: words['confirm'] }).click()
    await seeToast(admin, words['done'] ?? '')
    await admin.keyboard.press('Escape')
  }
  await settle(herself, 'Same mailbox as the referrer', {
    choose: 'Void',
    note: 'The same person',
    confirm: 'Void the Reward',
    done: 'Reward voided',
  })
  await settle(sister, 'Same phone as the referrer', {
    choose: 'Release',
    note: 'Sisters, one household',
    confirm: 'Release the Reward',
    done: 'Hold released',
  })
  await admin.getByText('No referrals match').waitFor()

  await desk.reload()
  await rowWith(desk, 'Adele D.', `No reward${sameEmail}`, '$0.00').waitFor()
  await rowWith(desk, 'Grace D.', 'Approved', '$500.00').waitFor()
  const { rewards } = await (await context.request.get('/api/referral-desk')).json()
  expect(rewards).toMatchObject({ earnedCents: 50_000, payableCents: 50_000, heldCents: 0 })
})
