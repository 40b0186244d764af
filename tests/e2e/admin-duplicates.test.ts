import { expect, test } from 'vitest'
import { fullName, logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { checkPhoneLook } from '@tests/support/client/journey-steps'
import { samples } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

/** Two accounts with one phone number, typed differently, and the administrator. */
async function openTwice(viewport: { width: number; height: number }) {
  const first = newApplicant({ firstName: 'Ada' })
  const phoneNumber = first.phoneNumber.replace(/\D/g, '')
  const second = newApplicant({ firstName: 'Bea', phoneNumber })
  for (const person of [first, second]) {
    const report = samples.pdf({ text: person.email })
    await signUp(await openSession(), person, report)
  }
  const { page, context } = await openVisitor({ viewport })
  await logInAsAdmin(context.request)
  const search = encodeURIComponent(second.email)
  const [user] = await (await context.request.get(`/api/admin/users?search=${search}`)).json()
  await page.goto(`/admin/users?open=${user.id}`)
  return { first, second, page }
}

test('the administrator sees that two accounts may be one person’s, and says that they are not', async () => {
  const { first, second, page } = await openTwice({ width: 1440, height: 900 })
  const others = page.getByRole('region', { name: 'Other accounts' })
  await others.getByText('May be the same person as').waitFor()
  expect(await others.textContent()).toContain(
    `May be the same person as ${fullName(first)}: same phone`,
  )
  await others.getByRole('link', { name: fullName(first) }).click()
  await page.getByRole('heading', { level: 2, name: fullName(first) }).waitFor()
  await others.getByRole('link', { name: fullName(second) }).waitFor()

  await others.getByRole('button', { name: `${fullName(second)} is not the same person` }).click()
  await page.keyboard.press('Enter')
  await others.getByText('Please say why they are different people.').waitFor()
  await page.keyboard.type('They are sisters.')
  await page.keyboard.press('Enter')
  const said = new RegExp(`^Not the same person as ${fullName(second)}: They are sisters\\. \\(`)
  await others.getByText(said).waitFor()
  await others.getByRole('link', { name: fullName(second) }).click()
  await others.getByText(`Not the same person as ${fullName(first)}`).waitFor()
})

test('the mark and its reason fit a phone', async () => {
  const { first, page } = await openTwice({ width: 360, height: 740 })
  const others = page.getByRole('region', { name: 'Other accounts' })
  await others.getByRole('button', { name: `${fullName(first)} is not the same person` }).click()
  await others.getByLabel('Why are they different people?').waitFor()
  await checkPhoneLook(page)
})
