import { test } from 'vitest'
import { setUpAdmin } from '@tests/support/client/admin-window'
import { decideByKey, seePerson } from '@tests/support/client/decide-by-key'
import { giveReason, seeToast } from '@tests/support/client/journey-steps'
import { fullName, newApplicant, ownPicture, signUp } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openAdmin = setUpAdmin(setUpVisitors())
const updated = 'Status updated successfully'

test(
  'twenty people are decided without a mouse, reasons included, and one decision is undone',
  () => decideByKey(20, openAdmin),
  120_000,
)

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
  await seeToast(first, 'We couldn’t undo this', since)
  await first
    .getByRole('complementary', { name })
    .getByRole('button', { name: `Set to Pending: ${name}` })
    .waitFor()
})
