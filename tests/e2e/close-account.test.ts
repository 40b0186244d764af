import { expect, test } from 'vitest'
import {
  addDocument,
  fullName,
  logInAsAdmin,
  newApplicant,
  signUp,
} from '@tests/support/client/people'
import { checkPhoneLook, logInAt, rowWith, seeToast } from '@tests/support/client/journey-steps'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
const viewport = { width: 360, height: 740 }

/** As it is written where these browsers are. */
const inSevenDays = (options: Intl.DateTimeFormatOptions) =>
  new Date(Date.now() + 7 * 86_400_000).toLocaleDateString('en-US', options)

test('someone closes the account on a phone, thinks again, and keeps it', async () => {
  const person = newApplicant()
  const laptop = await openSession()
  await signUp(laptop, person)
  await addDocument(laptop, samples.png())
  const { page, allow } = await openVisitor({ viewport })
  allow(/status of 400|That isn’t your current password/)
  await logInAt(page, '/login', person)
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Close My Account' }).click()
  const form = page.getByRole('form', { name: 'Close My Account' })
  await checkPhoneLook(page)
  await form.getByLabel('Your password').fill('not the password')
  await form.getByRole('button', { name: 'Close My Account' }).click()
  await form.getByText('That isn’t your current password.').waitFor()
  await form.getByLabel('Your password').fill(person.password)
  await form.getByRole('button', { name: 'Close My Account' }).click()

  const heading = page.getByRole('heading', { level: 1, name: 'Your Account Is Closing' })
  await heading.waitFor()
  await checkPhoneLook(page)
  await page.getByText(inSevenDays({ dateStyle: 'medium' })).waitFor()
  expect((await laptop.get('/api/user')).status()).toBe(401)
  // A toast's button to close it has no text.
  const buttons = await page.getByRole('button').filter({ hasText: /./ }).allTextContents()
  expect(buttons).toEqual(['Keep My Account', 'Logout'])

  // A login leads there, whatever page is asked for.
  const again = await openVisitor()
  await logInAt(again.page, '/login', person)
  await again.page.getByRole('button', { name: 'Keep My Account' }).waitFor()
  await again.page.goto('/account')
  await again.page.getByRole('button', { name: 'Keep My Account' }).click()
  await seeToast(again.page, 'Your account stays open')
  await again.page.getByRole('heading', { level: 1, name: 'Account & Security' }).waitFor()
  await again.page.getByRole('link', { name: 'Dashboard' }).click()
  await again.page.getByText(samples.png().name).first().waitFor()
})

test('someone closes the account on a desk, and the administrator sees when', async () => {
  const person = newApplicant()
  const desk = { viewport: { width: 1440, height: 900 } }
  const theirs = await openVisitor(desk)
  await signUp(theirs.context.request, person)
  await theirs.page.goto('/account')
  await theirs.page.getByRole('button', { name: 'Close My Account' }).click()
  const form = theirs.page.getByRole('form', { name: 'Close My Account' })
  await form.getByLabel('Your password').fill(person.password)
  await form.getByLabel('Your password').press('Enter')
  await theirs.page.getByRole('heading', { name: 'Your Account Is Closing' }).waitFor()
  const { page, context } = await openVisitor(desk)
  await logInAsAdmin(context.request)
  await page.goto(`/admin/users?search=${encodeURIComponent(person.email)}`)
  const day = inSevenDays({ month: 'short', day: 'numeric' })
  await rowWith(page, fullName(person)).getByText(`Closes on ${day}`).waitFor()
  await page.getByRole('button', { name: fullName(person), exact: true }).click()
  await page.getByText(inSevenDays({ dateStyle: 'medium' })).waitFor()
})
