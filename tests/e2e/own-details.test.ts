import { expect, test } from 'vitest'
import { logInAsAdmin, newApplicant, signUp } from '@tests/support/client/people'
import { checkPhoneLook, rowWith, seeToast } from '@tests/support/client/journey-steps'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

test.each([360, 1440])('someone corrects their name and phone, at %i px', async (width) => {
  const person = newApplicant()
  const { page, context } = await openVisitor({ viewport: { width, height: 900 } })
  await signUp(context.request, person)
  await page.goto('/account')
  const form = page.getByRole('form', { name: 'Your details' })
  const corrected = { ...person, firstName: 'Rosalía', phoneNumber: '(970) 555-0177' }
  await form.getByLabel('First name').fill(corrected.firstName)
  await form.getByLabel('Phone number').fill(corrected.phoneNumber)
  await form.getByLabel('Your password').fill(person.password)
  if (width === 360) await checkPhoneLook(page)
  await form.getByRole('button', { name: 'Save Details' }).click()
  await seeToast(page, 'Your details are saved')
  await page.getByRole('banner').getByText(`Rosalía ${person.lastName}`).waitFor()
  expect(await form.getByLabel('Your password').inputValue()).toBe('')

  const admin = await openVisitor()
  await logInAsAdmin(admin.context.request)
  await admin.page.goto(`/admin/users?search=${encodeURIComponent(person.email)}`)
  await rowWith(admin.page, `Rosalía ${person.lastName}`).getByText('(970) 555-0177').waitFor()
})
